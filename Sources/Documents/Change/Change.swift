/// One transaction of one actor: operations, presence, or both.
public struct Change: Hashable, Sendable {
  enum PresenceChange: Hashable, Sendable {
    /// The whole presence of the actor.
    case put([String: String])
    /// The actor left.
    case clear
  }

  /// Who made the change, when, and knowing what.
  public internal(set) var id: ChangeID
  /// What the maker said about the change.
  public let message: String?
  let operations: [Operation]
  let presence: PresenceChange?

  /// Whether the change does anything but tell of its maker's presence.
  public var hasOperations: Bool { !operations.isEmpty }
}
