import GRDB

/// The schema of a disk cache: one row an entry, and one row with the total of their sizes.
///
/// Triggers keep the total, so that no write has to sum the table and raw SQL cannot make it
/// wrong. Moments are seconds since 1970 with their fraction.
struct KVCacheTable: Hashable, Sendable {
  let name: String

  init(name: String) {
    precondition(SQLName.isPlain(name), "A table's name is letters, digits and underscores.")
    self.name = name
  }

  /// The table of the one row `total`.
  var sizeTable: String { "\(name)_size" }

  /// Creates the tables, in place of those of an earlier version, which held nothing to keep.
  func create(in db: Database) throws {
    try db.execute(
      sql: """
        DROP TABLE IF EXISTS \(name);
        DROP TABLE IF EXISTS \(sizeTable);
        CREATE TABLE \(name) (
          key TEXT PRIMARY KEY NOT NULL,
          blob BLOB NOT NULL,
          updatedAt REAL NOT NULL,
          expiresAt REAL,
          lastAccess REAL NOT NULL,
          size INTEGER NOT NULL DEFAULT 0
        );
        CREATE INDEX idx_\(name)_expiresAt ON \(name) (expiresAt) WHERE expiresAt IS NOT NULL;
        CREATE INDEX idx_\(name)_lastAccess ON \(name) (lastAccess);
        CREATE TABLE \(sizeTable) (total INTEGER NOT NULL);
        INSERT INTO \(sizeTable) VALUES (0);
        CREATE TRIGGER \(name)_size_insert AFTER INSERT ON \(name) BEGIN
          UPDATE \(sizeTable) SET total = total + new.size;
        END;
        CREATE TRIGGER \(name)_size_delete AFTER DELETE ON \(name) BEGIN
          UPDATE \(sizeTable) SET total = total - old.size;
        END;
        CREATE TRIGGER \(name)_size_update AFTER UPDATE OF size ON \(name) BEGIN
          UPDATE \(sizeTable) SET total = total + new.size - old.size;
        END;
        """)
  }
}
