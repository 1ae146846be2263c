/// The identity of a change: its number at its client, its lamport time and what it had seen.
public struct ChangeID: Hashable, Sendable {
  /// Number of the change at its client, 1…, without gaps.
  public let clientSequence: UInt32
  /// Number of the change at the server, 1…; 0 until it is stored there.
  public internal(set) var serverSequence: Int64
  /// Lamport time; 0 for a change that only carries presence.
  public let lamport: Int64
  /// Who made the change.
  public let actor: ActorID
  /// What the actor had seen of others; its own entry is `lamport`.
  ///
  /// Shared by all changes made between two receptions, so that a keystroke copies no vector.
  let others: VersionVector

  init(
    clientSequence: UInt32, serverSequence: Int64 = 0, lamport: Int64, actor: ActorID,
    others: VersionVector
  ) {
    self.clientSequence = clientSequence
    self.serverSequence = serverSequence
    self.lamport = lamport
    self.actor = actor
    self.others = others
  }

  /// Whether the change takes part in logical time; one with presence alone does not.
  public var hasClocks: Bool { lamport > 0 }

  /// All that was known when the change was made, itself included; empty without clocks.
  public var versionVector: VersionVector {
    guard hasClocks else { return VersionVector() }
    var vector = others
    vector[actor] = lamport
    return vector
  }

  /// Whether the maker of the change had seen a ticket, or made it.
  func knows(_ ticket: TimeTicket) -> Bool {
    ticket.actor == actor ? ticket.lamport <= lamport : others.knows(ticket)
  }
}

extension ChangeID {
  /// The latest lamport time of an actor that the maker of the change had seen, or -1.
  func limit(of other: ActorID) -> Int64 { other == actor ? lamport : others[other] ?? -1 }
}
