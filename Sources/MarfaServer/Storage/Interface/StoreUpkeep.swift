import MarfaModel

/// Work that keeps the store small and whole.
///
/// - Throws: Each method: `StoreFailure`, and the errors that are named at it.
public protocol StoreUpkeep: Sendable {
  /// Copies the store, as of one moment, into a new file; the store goes on meanwhile.
  func backup(to path: String) async throws
  /// What is wrong with the store; empty when it is whole.
  func check() async throws -> [String]
  /// Whether the store can be read, and written as far as that is known without a write.
  ///
  /// A write is tried only where the last one failed or the disk has hardly any room.
  ///
  /// - Throws: `StoreFailure` with what is wrong.
  func checkReadiness() async throws
  /// Forgets the oldest events and first answers beyond what they may weigh.
  ///
  /// The newest event always stays, so that ids never start again.
  ///
  /// - Parameter limits: What stays.
  /// - Returns: How many events and answers went.
  /// - Throws: `StoreFailure`; what went before is forgotten.
  @discardableResult
  func pruneBytes(_ limits: LogLimits) async throws -> Int
  /// Forgets what administrators did before a moment.
  @discardableResult
  func pruneAudit(before horizon: Timestamp) async throws -> Int
  /// Forgets webhooks that were deleted, with their deliveries.
  ///
  /// - Returns: How many deliveries went.
  @discardableResult
  func pruneDeletedWebhooks() async throws -> Int
  /// How large things are, for metrics.
  func statistics() async throws -> StoreStatistics
  /// Ends after every write that was begun; later calls fail with `StoreFailure.unavailable`.
  func close() async throws
}

/// How many bytes the log may have.
public struct LogLimits: Hashable, Sendable {
  /// Bytes of the events' JSON.
  public var eventBytes: Int64 = 1 << 30
  /// Bytes of the first answers to requests with an idempotency key.
  public var answerBytes: Int64 = 256 << 20

  /// The standard limits.
  public init() {}
}

/// How large things are.
public struct StoreStatistics: Hashable, Sendable {
  /// Items of every state.
  public var items: Int
  /// Kept events.
  public var events: Int
  /// Writes since the store was opened.
  public var writes: Int
  /// Durable commits since the store was opened; fewer than writes when writes arrive together.
  public var commits: Int

  /// Takes each part as it is.
  public init(items: Int, events: Int, writes: Int, commits: Int) {
    self.items = items
    self.events = events
    self.writes = writes
    self.commits = commits
  }
}
