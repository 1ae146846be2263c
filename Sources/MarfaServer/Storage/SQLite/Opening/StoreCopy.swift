import Foundation
import GRDB
import MarfaModel

/// Whole copies of a store's file.
enum StoreCopy {
  /// Copies one snapshot to a new file, which has its name only when it is whole.
  ///
  /// - Parameters:
  ///   - source: A connection of the store; its writer goes on meanwhile.
  ///   - path: Where the copy goes; nothing may be there.
  /// - Throws: `StoreFailure` when there is a file; what SQLite or the file system said.
  static func make(of source: Database, at path: String) throws {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw StoreFailure(.broken, "\(path) exists already; a backup goes to a new file")
    }
    let partial = path + ".partial"
    do {
      try remove(partial)
      // All pages in one step, hence of one snapshot.
      let copy = try DatabaseQueue(path: partial)
      try copy.writeWithoutTransaction { try source.backup(to: $0) }
      // A server of the copy has another history than the one that clients have seen, so the copy
      // gets a new name for its history; one of an older build gets it when it is opened.
      try copy.write { db in
        if try db.spaceValue(SpaceValue.logEpoch.rawValue) != nil {
          try db.setSpaceValue(SpaceValue.logEpoch.rawValue, ItemIdGenerator().nextId())
        }
      }
      try copy.close()
      try FileManager.default.moveItem(atPath: partial, toPath: path)
    } catch {
      // The first error is the one to report.
      try? remove(partial)
      throw error
    }
  }

  /// Removes a copy that broke off, with the journal that a process leaves which is killed.
  private static func remove(_ path: String) throws {
    for file in [path, path + "-journal"] where FileManager.default.fileExists(atPath: file) {
      try FileManager.default.removeItem(atPath: file)
    }
  }
}
