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

  /// Makes the tables; a table of version 1 gives its entries over.
  func create(in db: Database) throws {
    let former = try renameTableOfVersion1(in: db)
    try createEmpty(in: db)
    if let former { try takeEntries(of: former, in: db) }
  }

  /// Whether the tables are there, by GRDB's knowledge of the schema, which costs no statement.
  func exists(in db: Database) throws -> Bool {
    try db.tableExists(name) && db.tableExists(sizeTable)
  }

  /// Puts the table of version 1 out of the way.
  ///
  /// Its moments are text, and it has no moment of the last access.
  ///
  /// - Returns: The table's new name; nil if there is none.
  private func renameTableOfVersion1(in db: Database) throws -> String? {
    guard try db.tableExists(name),
      try !db.columns(in: name).contains(where: { $0.name == "lastAccess" })
    else { return nil }
    let former = "\(name)_v1"
    try db.execute(
      sql: """
        DROP TABLE IF EXISTS \(former);
        ALTER TABLE \(name) RENAME TO \(former);
        DROP INDEX IF EXISTS idx_\(name)_expiresAt;
        DROP INDEX IF EXISTS idx_\(name)_updatedAt;
        """)
    return former
  }

  /// Copies the entries of version 1, their moments as seconds since 1970.
  ///
  /// A moment is `YYYY-MM-DD HH:MM:SS.SSS` in UTC; 2440587.5 is the Julian day of 1970-01-01
  /// (<https://www.sqlite.org/lang_datefunc.html>). One that cannot be read makes the entry
  /// expired.
  private func takeEntries(of former: String, in db: Database) throws {
    func seconds(_ column: String) -> String {
      "COALESCE(ROUND((julianday(\(column)) - 2440587.5) * 86400.0, 3), 0)"
    }
    try db.execute(
      sql: """
        INSERT INTO \(name) (key, blob, updatedAt, expiresAt, lastAccess, size)
        SELECT key, blob, \(seconds("updatedAt")),
          CASE WHEN expiresAt IS NULL THEN NULL ELSE \(seconds("expiresAt")) END,
          \(seconds("updatedAt")), LENGTH(blob)
        FROM \(former);
        DROP TABLE \(former);
        """)
  }

  private func createEmpty(in db: Database) throws {
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
