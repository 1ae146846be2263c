import GRDB
import StorageKit

/// What tables a file really has, as one number.
///
/// The names of the steps say what has run, not what it was then: a file of a build in between may
/// have them all and other columns, and every command would fail at another place.
enum StoreShape {
  /// Before the step of the letters.
  static let beforeLetters: UInt64 = 0x1861_f56e_4b03_488d
  /// Before the step of the forms of letters.
  static let beforeForms: UInt64 = 0x96e4_9f78_cb0a_145d
  /// Before the step of the queue.
  static let beforeQueue: UInt64 = 0x95a6_5c21_a06b_fd4f
  /// After all steps.
  static let current: UInt64 = 0x372c_df64_a78f_dd06

  /// Refuses a file with other tables than these.
  ///
  /// - Throws: `StorageError` with `.editedMigration`.
  static func check(_ db: Database, is expected: UInt64) throws {
    guard try of(db) != expected else { return }
    throw StorageError(
      .editedMigration, while: "checking the database's tables",
      detail: "they belong to a different build")
  }

  /// The number: the 64-bit FNV-1a hash (<https://www.rfc-editor.org/rfc/rfc9923>) of the
  /// statements that made the tables, by name.
  ///
  /// Leaves out triggers, whose work `StoreAudit` checks, and what SQLite makes by itself, whose
  /// text goes with its version: FTS5 quotes the names of the tables of an index.
  static func of(_ db: Database) throws -> UInt64 {
    let rows = try StatementRows(
      db.makeStatement(
        sql: "SELECT name, sql FROM sqlite_schema WHERE type <> 'trigger' AND sql IS NOT NULL"))
    var statements: [(name: String, text: String)] = []
    // Conditions and an order in SQL would take twice as long as this.
    while let row = try rows.next() {
      let (name, text) = (row.text(0), row.text(1))
      guard !foreignNames.contains(where: name.hasPrefix), !text.hasPrefix("CREATE TABLE '") else {
        continue
      }
      statements.append((name, text))
    }
    statements.sort { $0.name < $1.name }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for (_, text) in statements {
      var text = text
      text.withUTF8 { bytes in
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      }
      hash = (hash ^ UInt64(UInt8(ascii: ";"))) &* 0x0000_0100_0000_01B3
    }
    return hash
  }

  /// What the names of tables begin with that are not the store's own.
  private static let foreignNames = ["sqlite_", "grdb_", "storage_"]
}
