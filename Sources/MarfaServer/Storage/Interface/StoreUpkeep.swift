import MarfaModel

/// Work that keeps the store small and whole.
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
  /// How large things are, for metrics.
  func statistics() async throws -> StoreStatistics
  /// Ends after every write that was begun; later calls fail with `StoreFailure.unavailable`.
  func close() async throws
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

  /// Creates statistics.
  public init(items: Int, events: Int, writes: Int, commits: Int) {
    self.items = items
    self.events = events
    self.writes = writes
    self.commits = commits
  }
}
