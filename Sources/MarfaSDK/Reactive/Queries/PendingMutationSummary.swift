/// A change that the server has not accepted yet.
public struct PendingMutationSummary: Hashable, Sendable, Identifiable {
  /// Where a change stands.
  public enum Status: Hashable, Sendable {
    /// It waits for its turn.
    case pending
    /// It is on its way to the server.
    case inFlight
    /// It failed and will be tried again.
    case retrying(attemptCount: Int, lastError: String)
  }

  /// The mutation's id, which is also its idempotency key.
  public var id: String
  /// What it does, such as `updateItem`.
  public var kind: String
  /// The item that it changes; nil when it is not about one.
  public var itemID: String?
  /// When it was made, ISO 8601.
  public var createdAt: String
  /// Where it stands.
  public var status: Status

  /// Creates a summary.
  public init(id: String, kind: String, itemID: String?, createdAt: String, status: Status) {
    self.id = id
    self.kind = kind
    self.itemID = itemID
    self.createdAt = createdAt
    self.status = status
  }
}
