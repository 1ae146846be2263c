import GRDB
import Synchronization

/// Connections for reads of a few rows on the caller's thread: to change threads and back would
/// take longer than such a read.
///
/// A caller takes one that is free or opens another, so that nobody waits for a long read, and
/// there are as many as threads ever asked at one time.
final class LookupConnections: Sendable {
  private struct State {
    var free: [DatabaseQueue] = []
    var isClosed = false
  }

  private let path: String
  private let configuration: Configuration
  private let state = Mutex(State())

  /// Connects to a database when first asked.
  init(path: String, configuration: Configuration) {
    self.path = path
    var configuration = configuration
    configuration.readonly = true
    self.configuration = configuration
  }

  /// Reads a committed snapshot.
  ///
  /// - Parameter work: Runs at once.
  /// - Returns: What the work gave.
  /// - Throws: What the work threw; `StoreFailure` when it is closed.
  func read<Value>(_ work: (Database) throws -> Value) throws -> Value {
    let connection = try take()
    defer { giveBack(connection) }
    return try connection.unsafeRead { db in
      // Kept statements: to parse them each time costs as much as one of the rows.
      try db.run("BEGIN DEFERRED TRANSACTION")
      do {
        let value = try work(db)
        try db.run("COMMIT TRANSACTION")
        return value
      } catch {
        if db.isInsideTransaction { try db.run("ROLLBACK TRANSACTION") }
        throw error
      }
    }
  }

  /// Lets go of every connection; later reads fail.
  func close() {
    state.withLock { $0 = State(isClosed: true) }
  }

  private func take() throws -> DatabaseQueue {
    let free = try state.withLock { state in
      guard !state.isClosed else { throw StoreFailure(.unavailable, "the store is closed") }
      return state.free.popLast()
    }
    return try free ?? DatabaseQueue(path: path, configuration: configuration)
  }

  private func giveBack(_ connection: DatabaseQueue) {
    state.withLock { state in
      if !state.isClosed { state.free.append(connection) }
    }
  }
}
