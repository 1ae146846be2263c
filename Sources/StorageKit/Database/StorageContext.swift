import GRDB

/// The connections to one open database.
public struct StorageContext: Sendable {
  /// The connections themselves: a `DatabasePool` for a file, a `DatabaseQueue` in memory.
  public let pool: any DatabaseWriter
  /// Reads, writes and observes through those connections.
  public let dbActor: DatabaseActor

  /// Uses open connections, which close when the last user of them is gone.
  public init(pool: any DatabaseWriter) {
    self.pool = pool
    dbActor = DatabaseActor(pool: pool)
  }
}
