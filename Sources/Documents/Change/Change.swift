/// One transaction of one actor: operations, presence, or both.
public struct Change: Hashable, Sendable {
  /// What a change does to the presence of its maker.
  public enum PresenceChange: Hashable, Sendable {
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
  /// What the change does to the presence of its maker; nil if nothing.
  public let presence: PresenceChange?

  /// Whether the change does anything but report its maker's presence.
  public var hasOperations: Bool { !operations.isEmpty }

  /// Whether the change brings deleted text back: the one thing that a purge makes a difference to,
  /// unless the maker has seen all that was purged.
  package var restoresText: Bool {
    operations.contains { operation in
      if case .restore = operation { true } else { false }
    }
  }

  /// Whether all text that the change brings back is by its maker.
  package var restoresOwnTextOnly: Bool {
    operations.allSatisfy { operation in
      guard case .restore(_, let restored, _, _) = operation else { return true }
      return restored.allSatisfy { $0.createdAt.actor == id.actor }
    }
  }

  /// What the elements of the change count in bytes, where memory is bounded by bytes.
  package var weight: Int { operations.reduce(0) { $0 + $1.weight } }

  /// The same change as a server keeps it: with its number there, and without presence, which lasts
  /// no longer than its maker is there.
  public func stored(at serverSequence: Int64) -> Change {
    var id = id
    id.serverSequence = serverSequence
    return Change(id: id, message: message, operations: operations, presence: nil)
  }
}
