import GRDB

/// Which list of steps each step of a file belongs to, so that several modules can share a file.
///
/// A step that a file has and a list has not is of a newer version of that list, or of another
/// module's list. The file says which: each step is recorded with its list when it runs.
struct MigrationLists {
  private static let table = "storage_migration_list"

  /// Records that a step belongs to a list, in the transaction in which it ran.
  static func record(_ step: String, of list: String, in db: Database) throws {
    try db.execute(
      sql:
        "CREATE TABLE IF NOT EXISTS \(table) (step TEXT PRIMARY KEY NOT NULL, list TEXT NOT NULL)")
    try db.execute(
      sql: "INSERT OR REPLACE INTO \(table) (step, list) VALUES (?, ?)", arguments: [step, list])
  }

  /// The lists of the recorded steps.
  static func lists(in db: Database) throws -> [String: String] {
    guard try db.tableExists(table) else { return [:] }
    let rows = try Row.fetchAll(db, sql: "SELECT step, list FROM \(table)")
    return Dictionary(uniqueKeysWithValues: rows.map { ($0["step"], $0["list"]) })
  }
}

extension AppMigrations {
  /// The steps of a file that a newer version of this list must have run.
  ///
  /// - Parameters:
  ///   - recorded: The steps that have run on the file.
  ///   - lists: The lists of those whose list was recorded.
  /// - Returns: Their identifiers, sorted.
  func stepsOfNewerVersion(in recorded: Set<String>, lists: [String: String]) -> [String] {
    let unknown = recorded.subtracting(identifiers).filter { !Self.isCacheStep($0) }
    let own = unknown.filter { lists[$0] == name }
    let unclaimed = unknown.filter { lists[$0] == nil }
    // Builds that recorded no lists let one list alone use a file; version 1 let several.
    let isFileOfThisList = identifiers.contains { recorded.contains($0) && !Self.isCacheStep($0) }
    let isFileOfVersion1 = recorded.contains { $0.hasPrefix("\(Self.cacheStep)1:") }
    return (isFileOfThisList && !isFileOfVersion1 ? own.union(unclaimed) : own).sorted()
  }

  /// What the identifiers of the steps that make a disk cache begin with; a version follows.
  static let cacheStep = "storage_kv_cache_v"

  /// Whether a step makes a disk cache, which belongs to no list: every module may add it.
  static func isCacheStep(_ id: String) -> Bool { id.hasPrefix(cacheStep) }
}
