import GRDB
import Synchronization

/// What each migration executes, so that an edit of one that has shipped is noticed.
///
/// A closure cannot be compared, its effect can: the steps run in order against an empty
/// database in memory, and the SQL of each (arguments left out, so that values may vary) is
/// hashed. The hashes are kept in the file, in a table of their own.
struct MigrationFingerprints: Sendable {
  private static let table = "storage_migration_fingerprint"

  /// The hash of each step's statements, in order; ends before a step that needs existing data.
  let hashes: [(id: String, hash: String)]

  /// Runs the steps in memory.
  init(of steps: [AppMigrations.Step]) throws(StorageError) {
    hashes = try StorageError.wrapping("checking migrations for edits") {
      let statements = StatementLog()
      return try DatabaseQueue().inDatabase { db in
        db.trace(options: .statement) { statements.record($0) }
        var hashes: [(id: String, hash: String)] = []
        for step in steps {
          statements.removeAll()
          do {
            try step.run(in: db)
          } catch {
            // A body may rely on rows that an empty database lacks; it cannot be judged.
            break
          }
          hashes.append((step.id, statements.hash))
        }
        return hashes
      }
    }
  }

  /// Compares with the file's record and completes that record.
  func check(in writer: any DatabaseWriter) throws(StorageError) {
    let edited = try StorageError.wrapping("checking migrations for edits") {
      try writer.write { db in try compareAndRecord(in: db) }
    }
    guard let edited else { return }
    throw StorageError(
      .editedMigration, while: "checking migrations for edits",
      detail: "the body of migration \(edited) differs from the one that has run")
  }

  private func compareAndRecord(in db: Database) throws -> String? {
    try db.execute(
      sql: "CREATE TABLE IF NOT EXISTS \(Self.table) (id TEXT PRIMARY KEY, hash TEXT NOT NULL)")
    for (id, hash) in hashes {
      let recorded = try String.fetchOne(
        db, sql: "SELECT hash FROM \(Self.table) WHERE id = ?", arguments: [id])
      if let recorded {
        if recorded != hash { return id }
      } else {
        try db.execute(
          sql: "INSERT INTO \(Self.table) (id, hash) VALUES (?, ?)", arguments: [id, hash])
      }
    }
    return nil
  }
}

/// The fingerprints of a list of steps, found when they are first asked for.
final class KeptFingerprints: Sendable {
  private let kept = Mutex<MigrationFingerprints?>(nil)

  /// The fingerprints of the steps, which are the same at each call.
  func value(of steps: [AppMigrations.Step]) throws(StorageError) -> MigrationFingerprints {
    try kept.withLock { kept throws(StorageError) in
      if let kept { return kept }
      let found = try MigrationFingerprints(of: steps)
      kept = found
      return found
    }
  }
}

/// The statements that one step executed, hashed in order.
private final class StatementLog: Sendable {
  private static let ignored = [
    "SELECT", "PRAGMA", "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "--",
  ]

  private let text = Mutex("")

  func record(_ event: Database.TraceEvent) {
    guard case .statement(let statement) = event else { return }
    let sql = statement.sql
    guard !Self.ignored.contains(where: { sql.uppercased().hasPrefix($0) }) else { return }
    text.withLock { $0 += sql + ";" }
  }

  func removeAll() {
    text.withLock { $0 = "" }
  }

  /// The 64-bit FNV-1a hash of the statements (draft-eastlake-fnv), in hexadecimal.
  var hash: String {
    let bytes = text.withLock { Array($0.utf8) }
    let value = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    return String(value, radix: 16)
  }
}
