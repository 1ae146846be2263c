/// How what an actor says of itself reaches the others.
public enum PresenceTravel: Hashable, Sendable {
  /// As part of the changes, each of which has a number.
  case numbered
  /// Apart from the changes and without a number: only the newest matters, and none is stored.
  case apart
}

extension Replica {
  /// What the actor says of itself, as a change without a number; it clears a presence if there is
  /// none.
  ///
  /// It goes last in a pack, and can be lost or repeated: the next one says the same or more.
  public var presenceChange: Change {
    Change(
      id: ChangeID(clientSequence: 0, lamport: 0, actor: actor, others: others), message: nil,
      operations: [], presence: presences[actor].map { .put($0) } ?? .clear)
  }

  /// Sets the own presence as a whole, apart from any change.
  public mutating func takePresence(_ values: [String: String]?) { presences[actor] = values }
}
