import Dispatch
import Foundation
import GRDB

extension StorageContext {
  /// Copies the database to a file while it is in use, as one consistent state.
  ///
  /// The copy is made next to its destination and takes its place only when it is complete and
  /// on the disk; a file that was there is replaced then.
  ///
  /// - Parameter url: The file to write, in a folder that exists.
  /// - Throws: ``StorageError``: `.cannotOpen`, `.diskFull`, `.readOnly`, `.inputOutput`; the
  ///   destination is then as it was.
  public func backup(to url: URL) async throws(StorageError) {
    try await StorageError.wrapping("backing up the database") { [pool] in
      try await Self.onBackgroundThread { try Self.copy(pool, to: url) }
    }
  }

  /// Checks the file's structure.
  ///
  /// Reads every page; the time grows with the file. See
  /// <https://www.sqlite.org/pragma.html#pragma_quick_check>.
  ///
  /// - Returns: What is wrong, in SQLite's words, at most 100 findings; empty for a sound file.
  /// - Throws: ``StorageError``; `.corrupt` when the file is too damaged to be checked.
  public func quickCheck() async throws(StorageError) -> [String] {
    try await StorageError.wrapping("checking the database") { [dbActor] in
      try await dbActor.read { db in
        try String.fetchAll(db, sql: "PRAGMA quick_check").filter { $0 != "ok" }
      }
    }
  }

  /// Watches for commits of other processes, until the returned value is released.
  ///
  /// - Parameter onChange: Called after each, on a queue of the watcher.
  /// - Returns: The watcher, or `nil` for a database in memory.
  /// - Throws: ``StorageError`` with `.cannotOpen` when the folder cannot be watched.
  public func watchOtherProcesses(
    onChange: @escaping @Sendable () -> Void = {}
  ) throws(StorageError) -> ExternalChangeWatcher? {
    guard let pool = pool as? DatabasePool else { return nil }
    return try ExternalChangeWatcher(pool: pool, onChange: onChange)
  }

  /// Each commit of another process, as a stream; bursts count once.
  ///
  /// - Returns: A stream that never ends by itself; empty and finished for a database in memory.
  /// - Throws: ``StorageError`` with `.cannotOpen` when the folder cannot be watched.
  public func otherProcessCommits() throws(StorageError) -> AsyncStream<Void> {
    // One waiting element says all there is to say.
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watcher = try watchOtherProcesses { continuation.yield() }
    if watcher == nil { continuation.finish() }
    // The stream keeps the watcher for as long as somebody listens.
    continuation.onTermination = { _ in withExtendedLifetime(watcher) {} }
    return stream
  }

  /// Moves the log into the file and refreshes the planner's statistics; for quiet moments.
  ///
  /// Statistics of a small table stay as they are while it grows, and plans follow them: a
  /// database that starts nearly empty does better with ``checkpoint()``.
  ///
  /// - Throws: ``StorageError``.
  public func performMaintenance() async throws(StorageError) {
    try await StorageError.wrapping("maintaining the database") { [pool] in
      try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA optimize") }
    }
    try await checkpoint()
  }

  /// Moves the log into the file, as far as no reader needs it; for quiet moments.
  ///
  /// - Throws: ``StorageError``.
  public func checkpoint() async throws(StorageError) {
    guard pool is DatabasePool else { return }
    try await StorageError.wrapping("moving the log into the database") { [pool] in
      try await pool.writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
    }
  }

  /// Moves the log into the file and closes all connections: nothing works with them afterwards.
  ///
  /// - Returns: Whether nobody else has the file open: SQLite removes the log with the last
  ///   connection that may write, see <https://www.sqlite.org/wal.html>.
  /// - Throws: ``StorageError``; `.busy` while something is still read or written.
  public func close() async throws(StorageError) -> Bool {
    try await checkpoint()
    let path = (pool as? DatabasePool)?.path
    try await StorageError.wrapping("closing the database") { [pool] in
      try await Self.onBackgroundThread {
        try pool.close()
        // A pool closes those that only read last, and they leave the log.
        guard let path else { return }
        let last = try DatabaseQueue(path: path)
        try last.read { _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
        try last.close()
      }
    }
    return path.map { !FileManager.default.fileExists(atPath: $0 + "-wal") } ?? true
  }

  private static func copy(_ pool: any DatabaseWriter, to url: URL) throws {
    let partial = url.appendingPathExtension("partial")
    if FileManager.default.fileExists(atPath: partial.path) {
      try FileManager.default.removeItem(at: partial)
    }
    do {
      let destination = try DatabaseQueue(path: partial.path)
      try pool.backup(to: destination)
      try destination.close()
    } catch {
      // The copy is incomplete; the first error is the one to report.
      try? FileManager.default.removeItem(at: partial)
      throw error
    }
    guard rename(partial.path, url.path) == 0 else {
      throw StorageError(
        .inputOutput, while: "backing up the database", detail: String(cString: strerror(errno)))
    }
    try synchronizeFolder(of: url)
  }

  /// Makes the new name outlive a power loss, see fsync(2).
  private static func synchronizeFolder(of url: URL) throws {
    let folder = try FileHandle(forReadingFrom: url.deletingLastPathComponent())
    try folder.synchronize()
    try folder.close()
  }

  /// Runs blocking work away from the cooperative threads.
  private static func onBackgroundThread(
    _ work: @escaping @Sendable () throws -> Void
  ) async throws {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        continuation.resume(with: Result(catching: work))
      }
    }
  }
}
