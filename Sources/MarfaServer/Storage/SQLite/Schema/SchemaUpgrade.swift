import Foundation
import GRDB

/// Brings the file of an older build to the tables of this one, or refuses that of a newer one.
///
/// Each step is a transaction of its own. Killed between two, the next start goes on with the step
/// that is due; the backup of before the first one is kept and not made again.
struct SchemaUpgrade {
  /// The name, among the values of the space, of the backup that an unfinished upgrade made.
  private static let backupName = "upgrade_backup"
  /// The name of the version that last opened the store.
  private static let versionName = "server_version"

  let pool: DatabasePool
  /// The store's file; a backup is next to it.
  let path: String
  /// Called with each step before it is made, and may end the upgrade there.
  var willMake: @Sendable (String) throws -> Void = { _ in }

  /// Makes every step that is due.
  ///
  /// - Throws: `StoreFailure` when a newer build has written the store, or there is no room for a
  ///   backup; nothing is changed then.
  func run() throws {
    let migrator = ServerSchema.migrator
    let made = try pool.read { try migrator.appliedIdentifiers($0) }
    try refuse(made.subtracting(migrator.migrations))
    let due = migrator.migrations.filter { !made.contains($0) }
    if !made.isEmpty, !due.isEmpty { try backUp(before: due) }
    for step in due {
      try willMake(step)
      try migrator.migrate(pool, upTo: step)
    }
    try pool.write { db in
      if try db.spaceValue(Self.versionName) != ServerVersion.current {
        try db.setSpaceValue(Self.versionName, ServerVersion.current)
      }
      if !made.isEmpty, !due.isEmpty {
        try db.execute(sql: "DELETE FROM space WHERE name = ?", arguments: [Self.backupName])
      }
    }
  }

  /// - Throws: `StoreFailure` when there are steps that this build does not know.
  private func refuse(_ unknown: Set<String>) throws {
    guard let step = unknown.max(by: { Self.number(of: $0) < Self.number(of: $1) }) else { return }
    let version = try pool.read { try $0.spaceValue(Self.versionName) }
    let newest = ServerSchema.migrator.migrations.last ?? ""
    throw StoreFailure(
      .broken,
      "\(path) was written by a newer marfa-server\(version.map { " (version \($0))" } ?? ""): its "
        + "tables are of step “\(step)”, this is version \(ServerVersion.current) and knows "
        + "“\(newest)”. Start the newer one, or put back the backup that its upgrade left next to "
        + "the file.")
  }

  private func backUp(before due: [String]) throws {
    let begun = try pool.read { try $0.spaceValue(Self.backupName) }
    if let begun, FileManager.default.fileExists(atPath: begun) { return }
    let copy = freeName(Self.number(of: due[0]))
    do {
      try pool.read { try StoreCopy.make(of: $0, at: copy) }
    } catch {
      throw StoreFailure(
        .full,
        "the backup \(copy) cannot be written before the upgrade, so nothing was changed: "
          + "\(FileFailure.cause(of: error))")
    }
    do {
      try pool.write { try $0.setSpaceValue(Self.backupName, copy) }
    } catch {
      // Nobody would know it again, and it takes as much room as the store. The first error is the
      // one to report.
      try? FileManager.default.removeItem(atPath: copy)
      throw error
    }
  }

  /// A name that no file has yet.
  private func freeName(_ step: Int) -> String {
    let names = (1...).lazy.map { $0 == 1 ? "" : ".\($0)" }.map { "\(path).before-\(step)\($0)" }
    return names.first { !FileManager.default.fileExists(atPath: $0) } ?? path + ".backup"
  }

  /// Steps are named by their number first.
  private static func number(of step: String) -> Int {
    Int(step.prefix(while: \.isNumber)) ?? 0
  }
}
