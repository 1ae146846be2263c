extension Replica {
  /// Forgets what was seen of actors that are gone.
  ///
  /// For actors that make no more changes, once every replica has seen all that they made: their
  /// elements and texts stay, and what they deleted counts as seen by all.
  ///
  /// - Parameter actors: Who is gone; the replica's own actor stays.
  public mutating func forget(_ actors: some Sequence<ActorID>) {
    for actor in actors where actor != self.actor {
      departedLamport = max(departedLamport, others[actor] ?? 0)
      others[actor] = nil
    }
  }

  /// Whether nothing is remembered of an actor, so that all of its tickets are known to all.
  func hasForgotten(_ actor: ActorID) -> Bool { actor != self.actor && others[actor] == nil }
}

extension Change {
  /// The same change without what its maker had seen of actors that are gone.
  ///
  /// For a server, which knows that everybody has seen it: replicas that forgot these actors would
  /// wait for them otherwise.
  public func forgetting(_ gone: Set<ActorID>) -> Change {
    guard !gone.isEmpty else { return self }
    return Change(
      id: ChangeID(
        clientSequence: id.clientSequence, serverSequence: id.serverSequence, lamport: id.lamport,
        actor: id.actor, others: id.others.filtered { !gone.contains($0) }),
      message: message, operations: operations, presence: presence)
  }
}
