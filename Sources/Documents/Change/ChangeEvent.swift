/// What one change did to a document.
public struct ChangeEvent: Hashable, Sendable {
  /// Who made the change.
  public let actor: ActorID
  /// What the maker said about it.
  public let message: String?
  /// Number of the change at its client.
  public let clientSequence: UInt32
  /// Number of the change at the server; 0 while it is stored nowhere but here.
  public let serverSequence: Int64
  /// Its steps in order.
  public let operations: [OpInfo]

  /// The steps at a path or below it; `$` is everything.
  public func operations(at path: String) -> [OpInfo] {
    operations.filter { $0.path == path || path == "$" || $0.path.hasPrefix(path + ".") }
  }
}

/// What applying a pack did, in order.
public enum ReplicaEvent: Hashable, Sendable {
  case remoteChange(ChangeEvent)
  /// The document was replaced; undo begins afresh.
  case snapshot
  /// The presence of an actor has a new value; nil after the actor left.
  case presence(ActorID, [String: String]?)
  case removed
}
