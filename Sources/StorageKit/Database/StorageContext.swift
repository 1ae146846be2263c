import GRDB

/// The connections to one open database.
public struct StorageContext: Sendable {
  /// The connections themselves: a `DatabasePool` for a file, a `DatabaseQueue` in memory.
  public let pool: any DatabaseWriter
  /// Reads, writes and observes through those connections.
  public let dbActor: DatabaseActor

  /// Creates a context on open connections.
  public init(pool: any DatabaseWriter) {
    self.pool = pool
    dbActor = DatabaseActor(pool: pool)
  }
}
