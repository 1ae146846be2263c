/// What later steps add to the first tables.
extension ServerTables {
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

  /// The same for revoked items.
  static let revokedItems = """
    CREATE INDEX item_revoked_by_change ON item(updated_at) WHERE state = 3;
    CREATE INDEX item_revoked_by_creation ON item(created_at) WHERE state = 3;
    CREATE INDEX item_revoked_by_time ON item(timestamp) WHERE state = 3;
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

  /// Bytes of events, each with those of all before it, and of versions; unknown of older rows.
  static let weights = """
    ALTER TABLE event ADD COLUMN bytes_until INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE version ADD COLUMN size INTEGER;
    DROP INDEX version_by_time;
    CREATE INDEX version_by_time ON version(item, created_at, version, size);
    """

  /// Versions that are differences from those after them, and the version whose properties an event
  /// or a first answer leaves out; rows of older builds are whole.
  static let differences = """
    ALTER TABLE version ADD COLUMN is_difference INTEGER NOT NULL DEFAULT 0;
    DROP INDEX version_by_time;
    CREATE INDEX version_by_time ON version(item, created_at, version, size, is_difference);
    ALTER TABLE event ADD COLUMN text_version INTEGER;
    ALTER TABLE event ADD COLUMN text_start INTEGER;
    ALTER TABLE event ADD COLUMN text_count INTEGER;
    ALTER TABLE idempotency ADD COLUMN text_item TEXT;
    ALTER TABLE idempotency ADD COLUMN text_version INTEGER;
    ALTER TABLE idempotency ADD COLUMN text_start INTEGER;
    ALTER TABLE idempotency ADD COLUMN text_count INTEGER;
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

  /// Parts of the search index are merged where `RecordStore` says so.
  ///
  /// A commit that made one would merge now and then, and write 1,000 pages while others wait. The
  /// second number is how many parts of a size are merged at once all the same.
  /// See <https://www.sqlite.org/fts5.html#configuration_options>.
  static let mergedInSlices = """
    INSERT INTO item_fts(item_fts, rank) VALUES ('automerge', 0);
    INSERT INTO item_fts(item_fts, rank) VALUES ('crisismerge', 1000);
    """

  /// The words of every item that is not trashed, by the item's key, and of which store they are.
  ///
  /// These tables are in a separate file. The tokenizer keeps combining marks as parts of words.
  /// `WordsFile` decides when parts of the index are merged, for the reasons given above.
  static let words = """
    CREATE TABLE about (epoch TEXT, serial INTEGER NOT NULL, last TEXT NOT NULL) STRICT;
    CREATE VIRTUAL TABLE item_fts USING fts5(
      title, text, tags, prefix = '2',
      tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
    );
    INSERT INTO item_fts(item_fts, rank) VALUES ('automerge', 0);
    INSERT INTO item_fts(item_fts, rank) VALUES ('crisismerge', 1000);
    """

  /// Webhooks that are gone and may have deliveries left, and the blobs of an item without a look
  /// at those of all others.
  static let removedInSlices = """
    ALTER TABLE webhook ADD COLUMN is_deleted INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX item_blob_by_item ON item_blob(item);
    """

  /// Who brought a blob, and what each brought of those that are there; unknown of older rows.
  static let blobShares = """
    ALTER TABLE blob ADD COLUMN credential TEXT;
    CREATE TABLE blob_share (
      credential TEXT PRIMARY KEY,
      count INTEGER NOT NULL,
      bytes INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// Whose rights a webhook has, since when its receiver fails, and why it was switched off.
  static let webhookHealth = """
    ALTER TABLE webhook ADD COLUMN owner TEXT;
    ALTER TABLE webhook ADD COLUMN failing_since INTEGER;
    ALTER TABLE webhook ADD COLUMN disabled_reason TEXT;
    CREATE INDEX delivery_of_webhook_by_due ON delivery(webhook, due_at)
      WHERE status = 'pending';
    """
}
