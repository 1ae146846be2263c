// MARK: - Queue

extension StoreTables {
  /// What a store needs to work with a server; replaces the tables of `sync`, which held no row.
  ///
  /// `item.revision` counts all changes of an item's properties, local or remote; it is never sent.
  /// `item.version` is the number that the wire and people see: the revision in a store without a
  /// server, else the server's. `server_version` is NULL for an item that the server has not
  /// confirmed. `sync_flags` is `SyncFlags`. `origin` and `origin_id` say where an import took an
  /// item from: a name and the path in its folder. `edge.is_confirmed` is 1 for an edge that the
  /// server has.
  ///
  /// Several items may have the same source and source id: on a server all that one credential
  /// imports has one source.
  static let queueColumns = """
    ALTER TABLE item ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE item ADD COLUMN server_version INTEGER;
    ALTER TABLE item ADD COLUMN server_updated_at INTEGER;
    ALTER TABLE item ADD COLUMN sync_flags INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE item ADD COLUMN origin TEXT;
    ALTER TABLE item ADD COLUMN origin_id TEXT;
    ALTER TABLE edge ADD COLUMN is_confirmed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE version ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE version ADD COLUMN server_version INTEGER;
    DROP INDEX item_by_source;
    CREATE INDEX item_by_source ON item(source, source_id) WHERE source_id IS NOT NULL;
    CREATE INDEX item_by_origin ON item(origin, origin_id) WHERE origin_id IS NOT NULL;
    """

  /// Fills the new columns of a store that holds notes: until now the version was the revision, and
  /// an import's origin was kept in the source.
  static let queueColumnValues = """
    UPDATE item SET revision = version WHERE version <> 1;
    UPDATE item SET origin = substr(source, 8), origin_id = source_id, source_id = NULL
      WHERE source LIKE 'import:%' AND source_id IS NOT NULL;
    DROP INDEX version_by_item;
    UPDATE version SET revision = version;
    CREATE INDEX version_by_item ON version(item, revision);
    """

  /// The mutation queue, the confirmed state of items with changes, and what waits for a person.
  ///
  /// A row of `mutation` is bound late: it names fields, not values; `request` is the frozen
  /// request (`FrozenRequest`), built when the row is first claimed. `item` is NULL when the item
  /// is gone, and then `item_id` is its id. `subject` is an edge's id, an extension's namespace or
  /// a blob's hash; `detail` depends on the kind, see `QueueRow.Detail`; `side` is `SideFields`.
  /// `base_version` is the server's version that the change was made on, NULL while an earlier row
  /// of the item decides it; `base` holds the values before, once the shadow has moved on. `state`
  /// is 0 pending, 1 in flight.
  ///
  /// `shadow` is the last confirmed state of an item that has changes in `mutation` or `refused`;
  /// `extensions` is a JSON object by namespace.
  ///
  /// `mutation_ref.reference` is the id of an item or the hash of a blob that must be on the server
  /// first; `role` is `ReferenceRole`. `parked_conflict.request` is `ParkedText.mark` where the
  /// other side is a document, and begins with `FileConflict.mark` where this side is a file;
  /// `mutation_id` is then an id of its own. An edge waits in `waiting_edge` until both of its
  /// ends are here.
  static let queue = """
    DROP TABLE mutation;
    DROP TABLE shadow;
    DROP TABLE refused;
    DROP TABLE pending_blob;
    CREATE TABLE mutation (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      item INTEGER REFERENCES item(key) ON DELETE SET NULL,
      item_id TEXT,
      subject TEXT,
      detail TEXT NOT NULL DEFAULT '',
      side INTEGER NOT NULL DEFAULT 0,
      conflict TEXT,
      explicit_version INTEGER,
      base_version INTEGER,
      base TEXT,
      request TEXT,
      state INTEGER NOT NULL DEFAULT 0,
      attempt INTEGER NOT NULL DEFAULT 0,
      next_attempt_at INTEGER,
      last_error TEXT,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX mutation_by_item ON mutation(item) WHERE item IS NOT NULL;
    CREATE INDEX mutation_by_lost_item ON mutation(item_id) WHERE item_id IS NOT NULL;
    CREATE INDEX mutation_by_subject ON mutation(subject) WHERE subject IS NOT NULL;
    CREATE TABLE mutation_ref (
      key INTEGER PRIMARY KEY,
      mutation INTEGER NOT NULL REFERENCES mutation(key) ON DELETE CASCADE,
      role INTEGER NOT NULL,
      reference TEXT NOT NULL
    ) STRICT;
    CREATE INDEX mutation_ref_by_mutation ON mutation_ref(mutation);
    CREATE INDEX mutation_ref_by_reference ON mutation_ref(reference);
    CREATE TABLE shadow (
      item INTEGER PRIMARY KEY REFERENCES item(key) ON DELETE CASCADE,
      version INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      state INTEGER NOT NULL,
      tier INTEGER,
      timestamp INTEGER NOT NULL,
      tags TEXT NOT NULL,
      attachments TEXT,
      properties TEXT NOT NULL,
      body TEXT NOT NULL,
      notes TEXT NOT NULL,
      fields INTEGER NOT NULL,
      extensions TEXT NOT NULL
    ) STRICT;
    CREATE TABLE refused (
      key INTEGER PRIMARY KEY,
      mutation_id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      item INTEGER REFERENCES item(key) ON DELETE SET NULL,
      item_id TEXT,
      subject TEXT,
      detail TEXT NOT NULL DEFAULT '',
      side INTEGER NOT NULL DEFAULT 0,
      conflict TEXT,
      explicit_version INTEGER,
      source_id TEXT,
      target_id TEXT,
      base_version INTEGER,
      base TEXT,
      request TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      status INTEGER,
      code TEXT NOT NULL,
      message TEXT NOT NULL,
      refused_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX refused_by_item ON refused(item) WHERE item IS NOT NULL;
    CREATE TABLE parked_conflict (
      key INTEGER PRIMARY KEY,
      mutation_id TEXT NOT NULL UNIQUE,
      item INTEGER NOT NULL REFERENCES item(key) ON DELETE CASCADE,
      request TEXT NOT NULL,
      context TEXT NOT NULL,
      parked_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX parked_conflict_by_item ON parked_conflict(item);
    CREATE TABLE upload (
      key INTEGER PRIMARY KEY,
      hash TEXT NOT NULL UNIQUE,
      path TEXT NOT NULL,
      mime_type TEXT NOT NULL,
      size INTEGER NOT NULL,
      offset INTEGER NOT NULL DEFAULT 0,
      url TEXT,
      state INTEGER NOT NULL DEFAULT 0,
      error TEXT,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE waiting_edge (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      source_id TEXT NOT NULL,
      target_id TEXT NOT NULL,
      type TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      tenant_id TEXT,
      properties TEXT NOT NULL,
      UNIQUE(source_id, type, target_id)
    ) STRICT;
    CREATE INDEX waiting_edge_by_target ON waiting_edge(target_id);
    CREATE TABLE id_alias (
      key INTEGER PRIMARY KEY,
      former_id TEXT NOT NULL UNIQUE,
      id TEXT NOT NULL
    ) STRICT;
    CREATE INDEX id_alias_by_id ON id_alias(id);
    """

  /// What is known of the queue without a walk over it: while a first login sends 100,000 notes,
  /// each commit asks for it.
  ///
  /// `queue_count.pending` is the number of rows of `mutation` but `uploadBlob`. Triggers keep it,
  /// since rows come and go at a dozen places. The indexes have few rows, or lead to the first one.
  static let queueCounts = """
    CREATE TABLE queue_count (
      key INTEGER PRIMARY KEY CHECK (key = 1),
      pending INTEGER NOT NULL
    ) STRICT;
    INSERT INTO queue_count(key, pending)
      SELECT 1, count(*) FROM mutation WHERE kind <> 'uploadBlob';
    CREATE TRIGGER mutation_queued AFTER INSERT ON mutation WHEN NEW.kind <> 'uploadBlob'
    BEGIN
      UPDATE queue_count SET pending = pending + 1;
    END;
    CREATE TRIGGER mutation_left AFTER DELETE ON mutation WHEN OLD.kind <> 'uploadBlob'
    BEGIN
      UPDATE queue_count SET pending = pending - 1;
    END;
    CREATE INDEX mutation_by_age ON mutation(created_at) WHERE kind <> 'uploadBlob';
    CREATE INDEX mutation_by_error ON mutation(last_error) WHERE last_error IS NOT NULL;
    CREATE INDEX mutation_by_attempt ON mutation(attempt) WHERE attempt >= 10;
    """
}
