/// The statements that make the store's tables, by what they are for.
enum StoreTables {
  /// Items, their long text, and the indexes of each list order.
  ///
  /// `state` is 0 active, 1 archived, 2 trashed, 3 revoked; `tier` 0 library, 1 feed. `tags`
  /// repeats the item's tags, sorted and separated by line feeds, for list rows and the search
  /// index. `is_listed` is 0 for notebooks and `system.*` items, which no note list shows.
  /// `notebook` is the item at the other end of `parent-of`; `link_count` counts `references` at
  /// either end. `properties` lacks the text that `item_text` holds.
  ///
  /// `updated_at` is the wire's: any change of the item raises it. `edited_at` is when its present
  /// version was made, which is the order that people call "by change": a note that is pinned,
  /// tagged or restored does not jump. Each further index costs every save about 8 KB of log, so
  /// there is one for each order and none for a place (see `notebookWalks`): favourites and notes
  /// without links are found by walking `item_by_edit`, which has all that this asks for. In the
  /// same way a list of one type walks `item_by_update`, and `item_by_type`, which no save changes,
  /// finds the few notebooks.
  ///
  /// `initials` is the number of `TitleInitials`.
  static let items = """
    CREATE TABLE item (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      type TEXT NOT NULL,
      state INTEGER NOT NULL,
      tier INTEGER,
      title TEXT NOT NULL,
      title_sort TEXT NOT NULL,
      initials INTEGER NOT NULL,
      tags TEXT NOT NULL DEFAULT '',
      is_listed INTEGER NOT NULL,
      is_pinned INTEGER NOT NULL DEFAULT 0,
      is_favourite INTEGER NOT NULL DEFAULT 0,
      attachment_count INTEGER NOT NULL DEFAULT 0,
      notebook INTEGER,
      link_count INTEGER NOT NULL DEFAULT 0,
      version INTEGER NOT NULL,
      schema_version INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      edited_at INTEGER NOT NULL,
      timestamp INTEGER NOT NULL,
      source TEXT NOT NULL,
      source_id TEXT,
      device TEXT,
      latitude REAL,
      longitude REAL,
      tenant_id TEXT,
      attachments TEXT,
      properties TEXT NOT NULL
    ) STRICT;
    CREATE TABLE item_text (
      item INTEGER PRIMARY KEY REFERENCES item(key) ON DELETE CASCADE,
      body TEXT NOT NULL DEFAULT '',
      notes TEXT NOT NULL DEFAULT '',
      other TEXT NOT NULL DEFAULT '',
      fields INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX item_by_update ON item(updated_at, key, type, is_listed, state) WHERE state < 2;
    CREATE INDEX item_by_edit ON item(
      edited_at, key, is_listed, state, link_count, is_favourite, initials
    ) WHERE state < 2;
    CREATE INDEX item_by_creation ON item(created_at) WHERE state < 2;
    CREATE INDEX item_by_timestamp ON item(timestamp) WHERE state < 2;
    CREATE INDEX item_by_title ON item(title_sort, key, is_listed, state, initials) WHERE state < 2;
    CREATE INDEX item_by_type ON item(type) WHERE state < 2;
    CREATE INDEX item_by_notebook ON item(notebook, edited_at, key, is_listed, state, initials);
    CREATE INDEX item_in_trash ON item(updated_at) WHERE state = 2;
    CREATE UNIQUE INDEX item_by_source ON item(source, source_id)
      WHERE source_id IS NOT NULL AND state <> 2;
    """

  /// The indexes of the orders with what the inbox and a large notebook ask for, and the one that
  /// finds the items of a small notebook.
  ///
  /// A save changes none of the latter: with `edited_at` in it each save wrote two more pages.
  static let notebookWalks = """
    DROP INDEX item_by_edit;
    DROP INDEX item_by_title;
    DROP INDEX item_by_notebook;
    CREATE INDEX item_by_edit ON item(
      edited_at, key, is_listed, state, link_count, is_favourite, initials, notebook
    ) WHERE state < 2;
    CREATE INDEX item_by_title ON item(
      title_sort, key, is_listed, state, initials, notebook
    ) WHERE state < 2;
    CREATE INDEX item_by_notebook ON item(notebook) WHERE notebook IS NOT NULL;
    """

  /// Tags with their maintained counts, and the counters that the source list shows.
  ///
  /// `tag.count` leaves trashed items out. A counter's `kind` is one of `CounterKind`;
  /// `subject` is a notebook's key, or 0.
  static let tags = """
    CREATE TABLE tag (
      key INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      count INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE item_tag (
      key INTEGER PRIMARY KEY,
      tag INTEGER NOT NULL REFERENCES tag(key),
      item INTEGER NOT NULL REFERENCES item(key) ON DELETE CASCADE,
      UNIQUE(tag, item)
    ) STRICT;
    CREATE INDEX item_tag_by_item ON item_tag(item);
    CREATE TABLE counter (
      key INTEGER PRIMARY KEY,
      kind INTEGER NOT NULL,
      subject INTEGER NOT NULL DEFAULT 0,
      count INTEGER NOT NULL,
      UNIQUE(kind, subject)
    ) STRICT;
    """

  /// Extensions, version snapshots and types made by people.
  ///
  /// A version's `created_at` is when its state was made, `kept_at` when another one replaced it;
  /// both the pause between two snapshots and their thinning go by the latter.
  static let sidecars = """
    CREATE TABLE extension (
      key INTEGER PRIMARY KEY,
      item INTEGER NOT NULL REFERENCES item(key) ON DELETE CASCADE,
      namespace TEXT NOT NULL,
      data TEXT NOT NULL,
      UNIQUE(item, namespace)
    ) STRICT;
    CREATE TABLE version (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      item INTEGER NOT NULL REFERENCES item(key) ON DELETE CASCADE,
      version INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      kept_at INTEGER NOT NULL,
      device TEXT,
      properties TEXT NOT NULL
    ) STRICT;
    CREATE INDEX version_by_item ON version(item, version);
    CREATE TABLE item_type (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      definition TEXT NOT NULL
    ) STRICT;
    CREATE TABLE edge_type (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      definition TEXT NOT NULL
    ) STRICT;
    """

  /// Edges, other names of items, and links in texts that no item answers to yet.
  ///
  /// `is_from_text` marks an edge derived from a link in the source's body; saving the body
  /// removes it with the link. `unresolved_link.target` and `alias.name` are folded.
  static let links = """
    CREATE TABLE edge (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      source INTEGER NOT NULL REFERENCES item(key) ON DELETE CASCADE,
      target INTEGER NOT NULL REFERENCES item(key) ON DELETE CASCADE,
      type TEXT NOT NULL,
      is_from_text INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      tenant_id TEXT,
      properties TEXT NOT NULL DEFAULT '{}',
      UNIQUE(source, type, target)
    ) STRICT;
    CREATE INDEX edge_by_target ON edge(target, type);
    CREATE INDEX edge_by_type ON edge(type);
    CREATE TABLE alias (
      key INTEGER PRIMARY KEY,
      item INTEGER NOT NULL REFERENCES item(key) ON DELETE CASCADE,
      name TEXT NOT NULL,
      UNIQUE(name, item)
    ) STRICT;
    CREATE INDEX alias_by_item ON alias(item);
    CREATE TABLE unresolved_link (
      key INTEGER PRIMARY KEY,
      item INTEGER NOT NULL REFERENCES item(key) ON DELETE CASCADE,
      target TEXT NOT NULL,
      UNIQUE(target, item)
    ) STRICT;
    CREATE INDEX unresolved_link_by_item ON unresolved_link(item);
    """

  /// The tables of the queue that `queue` replaces before they ever held a row; `sync_state` stays.
  ///
  /// `sync_state` has a row `server` in a store that has a server, see `ServerIdentity`.
  static let sync = """
    CREATE TABLE mutation (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      item_id TEXT,
      arguments TEXT NOT NULL,
      base_version INTEGER,
      base_values TEXT,
      conflict TEXT,
      state INTEGER NOT NULL DEFAULT 0,
      attempt INTEGER NOT NULL DEFAULT 0,
      next_attempt_at INTEGER,
      last_error TEXT,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX mutation_by_item ON mutation(item_id);
    CREATE TABLE shadow (
      key INTEGER PRIMARY KEY,
      item_id TEXT NOT NULL UNIQUE,
      version INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      item TEXT NOT NULL,
      metadata TEXT
    ) STRICT;
    CREATE TABLE refused (
      key INTEGER PRIMARY KEY,
      mutation_id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      item_id TEXT,
      arguments TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      status INTEGER,
      code TEXT NOT NULL,
      message TEXT NOT NULL,
      refused_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE sync_state (
      key INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      value TEXT NOT NULL
    ) STRICT;
    CREATE TABLE pending_blob (
      key INTEGER PRIMARY KEY,
      hash TEXT NOT NULL UNIQUE,
      path TEXT NOT NULL,
      mime_type TEXT NOT NULL,
      size INTEGER NOT NULL,
      offset INTEGER NOT NULL DEFAULT 0,
      upload_url TEXT,
      state INTEGER NOT NULL DEFAULT 0,
      error TEXT,
      created_at INTEGER NOT NULL
    ) STRICT;
    """
}
