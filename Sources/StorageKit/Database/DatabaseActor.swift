import GRDB

/// Reads, writes and observes a database without blocking the caller's thread.
///
/// ```swift
/// try await db.write { db in try User(id: "u1", name: "Ann").insert(db) }
/// let count = try await db.read { db in try User.fetchCount(db) }
/// let names = db.streamDistinctImmediate { db in
///   try String.fetchAll(db, sql: "SELECT name FROM users ORDER BY name")
/// }
/// ```
///
/// The database's own writer queue orders the writes, and reads run on a snapshot meanwhile,
/// so the actor guards nothing and its methods are not isolated to it: it is the name under
/// which other code receives the database.
public actor DatabaseActor {
  /// The connections: a pool for a file, one queue in memory.
  public nonisolated let pool: any DatabaseWriter
  /// Counts commits, by which an observation recognises a repeated first value.
  nonisolated let commits: CommitCounter
  /// Keeps a connection free for reads on the caller's thread.
  private nonisolated let turns: ReaderTurns?

  /// Uses open connections and begins to count their commits.
  public init(pool: any DatabaseWriter) {
    self.pool = pool
    turns = ReaderTurns(pool)
    commits = CommitCounter()
    pool.add(transactionObserver: commits, extent: .observerLifetime)
  }

  /// Reads a committed snapshot; writes do not wait for it.
  ///
  /// - Parameter block: Reads values; runs on a reader's queue. A write inside it fails.
  /// - Returns: What the block returns.
  /// - Throws: ``StorageError`` for what SQLite refuses, `CancellationError` when the task is
  ///   cancelled, and whatever else the block throws.
  public nonisolated func read<T: Sendable>(
    _ block: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await Self.classifying("reading") { [pool, turns] in
      guard let turns else { return try await pool.read(block) }
      return try await turns.take { try await pool.read(block) }
    }
  }

  /// Reads a committed snapshot on the thread that runs the caller's task.
  ///
  /// For reads of well under a millisecond: the changes of queue that ``read(_:)`` makes cost as
  /// much as a page of a list. A long read would hold a thread of the concurrent executor all the
  /// while, and does not stop when its task is cancelled.
  ///
  /// - Parameter block: Reads values. A write inside it fails.
  /// - Returns: What the block returns.
  /// - Throws: ``StorageError`` for what SQLite refuses, `CancellationError` when the task is
  ///   cancelled before, and whatever else the block throws.
  @concurrent public nonisolated func readBriefly<T: Sendable>(
    _ block: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try Task.checkCancellation()
    // Without a connection that is kept free it would wait for one with the thread that frees it.
    if turns == nil, pool is DatabasePool { return try await read(block) }
    return try await Self.classifying("reading") { [pool] in try Self.readHere(pool, block) }
  }

  /// A function that is not asynchronous, in which the pool reads on the calling thread.
  private static func readHere<T>(
    _ pool: any DatabaseWriter, _ block: (Database) throws -> T
  ) throws -> T {
    guard let pool = pool as? DatabasePool else { return try pool.read(block) }
    return try pool.unsafeRead { try transaction("DEFERRED", in: $0, block) }
  }

  /// One transaction.
  ///
  /// The pool would otherwise compile its statements again each time.
  private static func transaction<T>(
    _ kind: String, in db: Database, _ block: (Database) throws -> T
  ) throws -> T {
    try db.cachedStatement(sql: "BEGIN \(kind) TRANSACTION").execute()
    do {
      let value = try block(db)
      try db.cachedStatement(sql: "COMMIT TRANSACTION").execute()
      return value
    } catch {
      // SQLite may have ended the transaction itself; the first error is the cause.
      try? db.rollback()
      throw error
    }
  }

  /// Writes in one transaction, which is undone when the block throws.
  ///
  /// - Parameter block: Makes the change; runs on the writer's queue, one at a time.
  /// - Returns: What the block returns, once the commit is on the disk.
  /// - Throws: ``StorageError`` for what SQLite refuses, `CancellationError` when the task is
  ///   cancelled, and whatever else the block throws; nothing is written then.
  public nonisolated func write<T: Sendable>(
    _ block: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await Self.classifying("writing") { [pool] in try await pool.write(block) }
  }

  /// Writes in one transaction on the writer's queue, which the caller reaches and leaves without a
  /// detour over the concurrent executor.
  ///
  /// For changes of single rows, where each change of thread costs as much as several pages of the
  /// log. Once begun it does not stop when its task is cancelled. The block must rethrow each error
  /// of SQLite: SQLite may have ended the transaction with it.
  ///
  /// - Parameter block: Makes the change; runs on the writer's queue, one at a time.
  /// - Returns: What the block returns, once the commit is on the disk.
  /// - Throws: ``StorageError`` for what SQLite refuses, `CancellationError` when the task is
  ///   cancelled before, and whatever else the block throws; nothing is written then.
  nonisolated(nonsending) public func writeBriefly<T: Sendable>(
    _ block: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try Task.checkCancellation()
    do {
      return try await withCheckedThrowingContinuation { continuation in
        pool.asyncWriteWithoutTransaction { db in
          continuation.resume(
            with: Result { try Self.transaction("IMMEDIATE", in: db, block) })
        }
      }
    } catch let error as DatabaseError {
      throw StorageError(error, while: "writing")
    }
  }

  /// The connections, for what this type does not offer.
  public nonisolated func reader() -> any DatabaseReader { pool }

  private static func classifying<T: Sendable>(
    _ operation: String, _ work: @Sendable () async throws -> T
  ) async throws -> T {
    do {
      return try await work()
    } catch let error as DatabaseError {
      throw StorageError(error, while: operation)
    }
  }
}
