import Foundation
import GRDB
import MarfaModel

/// Turns a store's file back into that of an earlier build, step by step.
enum FormerStore {
  /// What the step of the parted edges has added.
  static let beforePartedEdges = """
    DROP TABLE parted_edge;
    DELETE FROM grdb_migrations WHERE identifier = '2026-11-parted-edges';

    """

  /// What the step of the queue's counts has added.
  static let beforeQueueCounts =
    beforePartedEdges + """
      DROP TRIGGER mutation_queued;
      DROP TRIGGER mutation_left;
      DROP TABLE queue_count;
      DROP INDEX mutation_by_age;
      DROP INDEX mutation_by_error;
      DROP INDEX mutation_by_attempt;
      DELETE FROM grdb_migrations WHERE identifier = '2026-11-queue-counts';

      """

  /// What the step of the sizes of blobs has added.
  static let beforeBlobSizes =
    beforeQueueCounts + """
      DROP TABLE blob_size;
      DELETE FROM grdb_migrations WHERE identifier = '2026-11-blob-sizes';

      """

  /// What the step of the documents' history has added.
  static let beforeDocumentHistory =
    beforeBlobSizes + """
      DROP TABLE document_history;
      DELETE FROM grdb_migrations WHERE identifier = '2026-11-document-history';

      """

  /// What the step of the devices of states has added.
  static let beforeStateDevices =
    beforeDocumentHistory + """
      ALTER TABLE item DROP COLUMN state_device;
      DELETE FROM grdb_migrations WHERE identifier = '2026-11-state-devices';

      """

  /// What the step of the documents has replaced.
  static let beforeDocuments =
    beforeStateDevices + """
      DROP TABLE replica_change;
      DROP TABLE replica;
      DELETE FROM grdb_migrations WHERE identifier = '2026-11-documents';

      """

  /// What the step of the blobs has replaced, word for word.
  static let beforeBlobs =
    beforeDocuments + """
      DROP INDEX item_with_attachments;
      DROP TABLE blob;
      DROP TABLE upload;
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
      DELETE FROM grdb_migrations WHERE identifier = '2026-11-blobs';

      """

  /// What the step of the pins has replaced, word for word.
  static let beforePins =
    beforeBlobs + """
      ALTER TABLE version DROP COLUMN is_pinned;
      DELETE FROM grdb_migrations WHERE identifier = '2026-11-pins';

      """

  /// What the step of the queue has replaced, word for word.
  static let beforeQueue =
    beforePins + """
      DROP TABLE swept;
      DROP TABLE doubtful;
      DELETE FROM grdb_migrations WHERE identifier = '2026-11-syncing';
      DROP TABLE mutation_ref;
      DROP TABLE mutation;
      DROP TABLE shadow;
      DROP TABLE refused;
      DROP TABLE parked_conflict;
      DROP TABLE upload;
      DROP TABLE waiting_edge;
      DROP TABLE id_alias;
      DROP INDEX item_by_source;
      DROP INDEX item_by_origin;
      DROP INDEX version_by_item;
      UPDATE item SET source_id = origin_id, source = 'import:' || origin WHERE origin_id IS NOT NULL;
      ALTER TABLE item DROP COLUMN revision;
      ALTER TABLE item DROP COLUMN server_version;
      ALTER TABLE item DROP COLUMN server_updated_at;
      ALTER TABLE item DROP COLUMN sync_flags;
      ALTER TABLE item DROP COLUMN origin;
      ALTER TABLE item DROP COLUMN origin_id;
      ALTER TABLE edge DROP COLUMN is_confirmed;
      ALTER TABLE version DROP COLUMN revision;
      ALTER TABLE version DROP COLUMN server_version;
      CREATE UNIQUE INDEX item_by_source ON item(source, source_id)
        WHERE source_id IS NOT NULL AND state <> 2;
      CREATE INDEX version_by_item ON version(item, version);
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
      DELETE FROM grdb_migrations WHERE identifier = '2026-11-queue';

      """

  /// Runs statements on a file that no store has open, with the functions that its view names.
  static func change(_ path: String, _ sql: String) throws {
    // A store that was let go holds its file until its last connection is closed on another thread.
    var configuration = Configuration()
    configuration.busyMode = .timeout(60)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { db in
      db.add(
        function: DatabaseFunction("marfa_letters", argumentCount: 1, pure: true) {
          String.fromDatabaseValue($0[0]).map(LetterFold.fold)
        })
      // Its result is never looked at.
      db.add(function: DatabaseFunction("marfa_forms", argumentCount: 1, pure: true) { $0[0] })
      try db.execute(sql: sql)
    }
    try queue.close()
  }
}
