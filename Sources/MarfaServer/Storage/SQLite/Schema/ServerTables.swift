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

  /// Indexes for lists of few of the items: archived and trashed ones, those of the feed, those of
  /// a source; and of when versions were made, without their properties.
  static let rareItems = """
    CREATE INDEX item_archived_by_change ON item(updated_at) WHERE state = 1;
    CREATE INDEX item_archived_by_creation ON item(created_at) WHERE state = 1;
    CREATE INDEX item_archived_by_time ON item(timestamp) WHERE state = 1;
    CREATE INDEX item_trashed_by_change ON item(updated_at) WHERE state = 2;
    CREATE INDEX item_trashed_by_creation ON item(created_at) WHERE state = 2;
    CREATE INDEX item_trashed_by_time ON item(timestamp) WHERE state = 2;
    CREATE INDEX item_of_feed_by_change ON item(updated_at) WHERE tier = 1;
    CREATE INDEX item_of_feed_by_creation ON item(created_at) WHERE tier = 1;
    CREATE INDEX item_of_feed_by_time ON item(timestamp) WHERE tier = 1;
    CREATE INDEX item_by_source ON item(source);
    CREATE INDEX version_by_time ON version(item, created_at, version);
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

  /// The same with marks as parts of words: without them vowels of Thai and Devanagari are
  /// separators, and words that differ in nothing else are one.
  static let searchWithMarks = """
    ALTER TABLE item_fts RENAME TO item_fts_without_marks;
    CREATE VIRTUAL TABLE item_fts USING fts5(
      title, text, tags, prefix = '2',
      tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
    );
    INSERT INTO item_fts(rowid, title, text, tags)
      SELECT rowid, title, text, tags FROM item_fts_without_marks;
    DROP TABLE item_fts_without_marks;
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

  /// What was purged or removed, as long as events are kept; and the extension of an event.
  static let tombstones = """
    ALTER TABLE event ADD COLUMN namespace TEXT;
    CREATE TABLE tombstone (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL,
      item_type TEXT NOT NULL,
      edge_type TEXT,
      target_type TEXT,
      deleted_at INTEGER NOT NULL
    ) STRICT;
    """

  /// Items whose words in `item_fts` are not as in their rows, in the order of their changes; also
  /// of items that are gone.
  static let changedWords = """
    CREATE TABLE changed_words (
      number INTEGER PRIMARY KEY,
      item INTEGER NOT NULL UNIQUE
    ) STRICT;
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

  /// Bytes of events, each with those of all before it, and of versions; unknown of older rows.
  static let weights = """
    ALTER TABLE event ADD COLUMN bytes_until INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE version ADD COLUMN size INTEGER;
    DROP INDEX version_by_time;
    CREATE INDEX version_by_time ON version(item, created_at, version, size);
    """

  /// What requests of many entries have done that are not answered yet.
  static let progress = """
    CREATE TABLE progress (
      credential TEXT NOT NULL,
      name TEXT NOT NULL,
      part INTEGER NOT NULL,
      fingerprint TEXT NOT NULL,
      body TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY(credential, name, part)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX progress_by_time ON progress(created_at);
    """

  /// What administrators did.
  static let audit = """
    CREATE TABLE audit (
      key INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      credential TEXT NOT NULL,
      source TEXT NOT NULL,
      action TEXT NOT NULL,
      target TEXT NOT NULL,
      details TEXT NOT NULL
    ) STRICT;
    CREATE INDEX audit_by_time ON audit(at);
    """

  /// Whose rights a webhook has, since when its receiver fails, and why it was switched off.
  static let webhookHealth = """
    ALTER TABLE webhook ADD COLUMN owner TEXT;
    ALTER TABLE webhook ADD COLUMN failing_since INTEGER;
    ALTER TABLE webhook ADD COLUMN disabled_reason TEXT;
    CREATE INDEX delivery_of_webhook_by_due ON delivery(webhook, due_at)
      WHERE status = 'pending';
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
