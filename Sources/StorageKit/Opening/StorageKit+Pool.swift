import Foundation
import GRDB
import Synchronization

extension StorageKit {
  /// Opens a pool of connections: one writer, several readers that never block it.
  ///
  /// GRDB sets `synchronous = NORMAL` on the writer after its own preparation, under which a
  /// power loss may undo the last commits; the level that the preparation had left is put back.
  /// See <https://www.sqlite.org/pragma.html#pragma_synchronous>.
  ///
  /// - Parameters:
  ///   - url: The file, created with its folder when absent.
  ///   - options: How the connections are set up.
  /// - Returns: The pool.
  /// - Throws: ``StorageError``: `.corrupt`, `.readOnly`, `.diskFull`, `.cannotOpen` or `.busy`.
  public static func makePool(
    at url: URL, options: PoolOptions = PoolOptions()
  ) throws(StorageError) -> DatabasePool {
    try StorageError.wrapping("opening the database") {
      var configuration = options.makeConfiguration()
      if !configuration.readonly { try createFolder(of: url) }
      let level = DurabilityLevel()
      configuration.prepareDatabase(level.record)
      let pool = try DatabasePool(path: url.path, configuration: configuration)
      if !configuration.readonly {
        try pool.writeWithoutTransaction(level.restore)
      }
      return pool
    }
  }

  /// Opens one connection for everything.
  static func makeQueue(
    at url: URL, options: PoolOptions
  ) throws(StorageError) -> DatabaseQueue {
    try StorageError.wrapping("opening the database") {
      let configuration = options.makeConfiguration()
      if !configuration.readonly { try createFolder(of: url) }
      return try DatabaseQueue(path: url.path, configuration: configuration)
    }
  }

  private static func createFolder(of url: URL) throws(StorageError) {
    let folder = url.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true)
    } catch {
      throw StorageError(
        .cannotOpen, while: "creating the database's folder",
        detail: StorageError.cause(of: error))
    }
  }

  /// The place of a database that is given no other: a folder of this program in the data
  /// directory of the XDG Base Directory Specification.
  ///
  /// - Parameters:
  ///   - fileName: The file's name.
  ///   - environment: Where `XDG_DATA_HOME` and `HOME` are looked up.
  /// - Returns: `$XDG_DATA_HOME/<program>/<fileName>`, with `~/.local/share` in place of an
  ///   absent or relative `XDG_DATA_HOME`.
  /// - Throws: ``StorageError`` with `.cannotOpen` when no home directory is known.
  public static func defaultDatabaseURL(
    fileName: String = "app.sqlite",
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(StorageError) -> URL {
    try dataFolder(in: environment)
      .appending(path: ProcessInfo.processInfo.processName)
      .appending(path: fileName)
  }

  private static func dataFolder(
    in environment: [String: String]
  ) throws(StorageError) -> URL {
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
      return URL(filePath: folder)
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw StorageError(
        .cannotOpen, while: "finding the data directory",
        detail: "neither XDG_DATA_HOME nor HOME is set")
    }
    return URL(filePath: home).appending(path: ".local/share")
  }
}

/// Remembers the writer's `synchronous` level across GRDB's set-up of write-ahead logging.
private final class DurabilityLevel: Sendable {
  private let value = Mutex<Int?>(nil)

  /// Runs as the last step of a connection's preparation; only the writer's counts.
  @Sendable func record(_ db: Database) throws {
    guard !db.configuration.readonly else { return }
    let level = try Int.fetchOne(db, sql: "PRAGMA synchronous")
    value.withLock { $0 = level }
  }

  @Sendable func restore(_ db: Database) throws {
    guard let level = value.withLock({ $0 }) else { return }
    try db.execute(sql: "PRAGMA synchronous = \(level)")
  }
}
