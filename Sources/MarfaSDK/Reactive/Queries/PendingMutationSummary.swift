import Foundation

/// A change that the server has not accepted yet.
public struct PendingMutationSummary: Hashable, Sendable, Identifiable {
  /// Where a change is on its way.
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
  /// What it does.
  public var kind: MutationKind
  /// The item that it changes; nil when it is not about one.
  public var itemId: String?
  /// When it was made, to the millisecond.
  public var createdAt: Date
  /// Where it is on its way.
  public var status: Status
  /// The title of the item; nil when it is not about one that is here.
  public var title: String?
  /// When it is tried again; nil when it waits for no moment.
  public var nextAttemptAt: Date?
  /// Whether it contradicts the server's state and waits for a person.
  public var isInConflict = false
  /// Whether it is kept back until a person has answered, because the server was set back.
  public var isSetBack = false

  /// A queued change, as a test or a preview shows it.
  public init(
    id: String, kind: MutationKind, itemId: String?, createdAt: Date, status: Status
  ) {
    self.id = id
    self.kind = kind
    self.itemId = itemId
    self.createdAt = createdAt
    self.status = status
  }
}
