extension StoreTables {
  /// Replicas of documents: the last snapshot, and the changes that came after it.
  ///
  /// `item` and `field` name the text that a document is bound to; `actor` is who edits here, and
  /// `is_attached` whether the server knows that. The sequences are the checkpoint: what the server
  /// and the replica know of each other. `token` counts the changes of the row and of its changes.
  /// `is_behind` is 1 from the arrival of another text of the item until an exchange has brought
  /// all that the server has. `base` is the text of the last acknowledged exchange where an earlier
  /// build stored a snapshot that has the effect of unsent changes; else it is the text without
  /// those. Of a document without an item whose actor others may have, it is the number of the last
  /// change that they may have.
  static let documents = """
    CREATE TABLE replica (
      key INTEGER PRIMARY KEY,
      document TEXT NOT NULL UNIQUE,
      item INTEGER REFERENCES item(key) ON DELETE CASCADE,
      field TEXT NOT NULL DEFAULT '',
      actor TEXT NOT NULL,
      is_attached INTEGER NOT NULL DEFAULT 0,
      server_sequence INTEGER NOT NULL DEFAULT 0,
      client_sequence INTEGER NOT NULL DEFAULT 0,
      token INTEGER NOT NULL DEFAULT 1,
      is_behind INTEGER NOT NULL DEFAULT 0,
      used_at INTEGER NOT NULL,
      base TEXT,
      snapshot BLOB
    ) STRICT;
    CREATE UNIQUE INDEX replica_by_item ON replica(item) WHERE item IS NOT NULL;
    CREATE INDEX replica_behind ON replica(key) WHERE is_behind = 1;
    CREATE TABLE replica_change (
      key INTEGER PRIMARY KEY,
      replica INTEGER NOT NULL REFERENCES replica(key) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      is_unsent INTEGER NOT NULL,
      bytes BLOB NOT NULL
    ) STRICT;
    CREATE INDEX replica_change_by_replica ON replica_change(replica, is_unsent);
    """

  /// What can be undone in documents that no item is bound to.
  static let documentHistory = """
    CREATE TABLE document_history (
      replica INTEGER PRIMARY KEY REFERENCES replica(key) ON DELETE CASCADE,
      bytes BLOB NOT NULL
    ) STRICT;
    """
}
