/// The statements that make the tables; times are milliseconds since 1970.
///
/// `key` is the number by which rows refer to each other; ids of the API are in `id`.
enum ServerTables {
  /// Items with their tags, extensions and snapshots.
  ///
  /// `item.state` and `item.tier` are the codes of `StateCodes`, `item.tags` the sorted tags
  /// separated by line feeds, which no tag holds. `type_count` and `tag_count` are kept by every
  /// write; trashed items do not count for tags.
  static let items = """
    CREATE TABLE item (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      type TEXT NOT NULL,
      state INTEGER NOT NULL,
      tier INTEGER,
      version INTEGER NOT NULL,
      schema_version INTEGER NOT NULL,
      source TEXT NOT NULL,
      source_id TEXT,
      device TEXT,
      capture_latitude REAL,
      capture_longitude REAL,
      timestamp INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      trashed_at INTEGER,
      tags TEXT NOT NULL DEFAULT '',
      attachments TEXT,
      properties TEXT NOT NULL
    ) STRICT;
    CREATE INDEX item_by_change ON item(updated_at);
    CREATE INDEX item_by_creation ON item(created_at);
    CREATE INDEX item_by_time ON item(timestamp);
    CREATE INDEX item_by_type ON item(type, updated_at);
    CREATE INDEX item_by_trashing ON item(trashed_at) WHERE trashed_at IS NOT NULL;
    CREATE UNIQUE INDEX item_by_natural_key ON item(source, source_id)
      WHERE source_id IS NOT NULL AND state <> 2;
    CREATE TABLE item_tag (
      tag TEXT NOT NULL,
      item INTEGER NOT NULL,
      PRIMARY KEY(tag, item)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE type_count (
      type TEXT NOT NULL,
      state INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY(type, state)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tag_count (
      tag TEXT NOT NULL,
      type TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY(tag, type)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE extension (
      item INTEGER NOT NULL REFERENCES item(key) ON DELETE CASCADE,
      namespace TEXT NOT NULL,
      data TEXT NOT NULL,
      PRIMARY KEY(item, namespace)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE version (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      item INTEGER NOT NULL REFERENCES item(key) ON DELETE CASCADE,
      version INTEGER NOT NULL,
      properties TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      device TEXT
    ) STRICT;
    CREATE INDEX version_by_item ON version(item, version);
    """

  /// Edges between items; a pair of items has at most one of a type.
  static let edges = """
    CREATE TABLE edge (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      source INTEGER NOT NULL REFERENCES item(key) ON DELETE CASCADE,
      target INTEGER NOT NULL REFERENCES item(key) ON DELETE CASCADE,
      type TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      properties TEXT NOT NULL,
      UNIQUE(source, type, target)
    ) STRICT;
    CREATE INDEX edge_by_source ON edge(source, type);
    CREATE INDEX edge_by_target ON edge(target, type);
    CREATE INDEX edge_by_type ON edge(type);
    """

  /// The words of every item that is not trashed, by the item's key.
  static let search = """
    CREATE VIRTUAL TABLE item_fts USING fts5(
      title, text, tags, tokenize = 'unicode61 remove_diacritics 2', prefix = '2'
    );
    """

  /// Events, whose ids only grow because the newest is never removed, and first answers.
  static let log = """
    CREATE TABLE event (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      data TEXT NOT NULL,
      item_id TEXT NOT NULL,
      item_type TEXT NOT NULL,
      edge_type TEXT,
      target_type TEXT,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE idempotency (
      credential TEXT NOT NULL,
      name TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      status INTEGER NOT NULL,
      body BLOB NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY(credential, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX idempotency_by_time ON idempotency(created_at);
    """

  /// Registered types, and values of the space by name.
  ///
  /// `catalogue_revision` is another number after each change of types or settings.
  static let catalogue = """
    CREATE TABLE item_type (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      schema TEXT NOT NULL
    ) STRICT;
    CREATE TABLE edge_type (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      schema TEXT NOT NULL
    ) STRICT;
    CREATE TABLE space (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// Keys by the hash of their secret; the four maps are JSON.
  static let credentials = """
    CREATE TABLE api_key (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      hash TEXT NOT NULL UNIQUE,
      label TEXT NOT NULL,
      source TEXT NOT NULL,
      role TEXT NOT NULL,
      default_tier INTEGER,
      is_platform INTEGER NOT NULL,
      permissions TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      last_used_at INTEGER
    ) STRICT;
    """

  /// Webhooks, and events on their way to them.
  static let webhooks = """
    CREATE TABLE webhook (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      url TEXT NOT NULL,
      events TEXT NOT NULL,
      type_filter TEXT,
      secret TEXT NOT NULL,
      active INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE delivery (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      webhook TEXT NOT NULL REFERENCES webhook(id) ON DELETE CASCADE,
      event_id INTEGER NOT NULL,
      event TEXT NOT NULL,
      body TEXT NOT NULL,
      status TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      response_code INTEGER,
      created_at INTEGER NOT NULL,
      due_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX delivery_by_due ON delivery(due_at) WHERE status = 'pending';
    CREATE INDEX delivery_by_webhook ON delivery(webhook);
    """

  /// Blobs, which items refer to them, and uploads under way.
  static let blobs = """
    CREATE TABLE blob (
      hash TEXT PRIMARY KEY,
      mime_type TEXT NOT NULL,
      size INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE item_blob (
      hash TEXT NOT NULL,
      item INTEGER NOT NULL,
      PRIMARY KEY(hash, item)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE upload (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      credential TEXT NOT NULL,
      length INTEGER NOT NULL,
      offset INTEGER NOT NULL,
      metadata TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX upload_by_expiry ON upload(expires_at);
    """
}
