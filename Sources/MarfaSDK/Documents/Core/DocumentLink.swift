import Documents

/// What a client gives a document that it attaches.
struct DocumentLink: Sendable {
  let endpoints: DocumentEndpoints
  let watch: DocumentWatch
  let timing: DocumentTiming
  let rescue: any DocumentRescue
  /// Gets another actor: one for all documents when the server forgot the client, else one for this
  /// document alone.
  let renew: @Sendable (_ former: ActorID, _ isForgotten: Bool) async throws -> ActorID
}

/// Where a document's replica is stored.
struct DocumentStorage: Sendable {
  let persistence: any DocumentPersistence
  /// The token of what the replica was made of; nil when nothing is stored.
  var token: Int64?
  /// Whether it goes with the document, and not with the note whose text that is.
  var isOwn = false
}

/// What others did to a document, for a copy of its replica.
package enum DocumentArrival: Sendable {
  /// Changes to apply, in order; those that the copy knows already do nothing.
  case changes([Change])
  /// The copy is to be replaced; the number is that of ``Document/numberedReplica()``.
  case replaced(Replica, number: Int)
}

/// Takes unsent changes over to a fresh replica, when the server does not know the former actor any
/// more or has other changes of it.
package protocol DocumentRescue: Sendable {
  /// Takes over what the former replica had not sent.
  ///
  /// - Parameters:
  ///   - former: The replica as it was; its unsent changes are its `localChanges`.
  ///   - fresh: The server's document under another actor. What is to be sent is made here.
  ///   - cause: What became of the former actor.
  /// - Throws: When it cannot be done; the former replica then stays.
  func carry(from former: Replica, to fresh: inout Replica, after cause: ActorLoss) throws
}

/// Why a replica cannot go on under its actor.
package enum ActorLoss: Hashable, Sendable {
  /// The server does not know the actor any more.
  case forgotten
  /// The server has changes of the actor that are not here.
  case forked
  /// Somebody else may go on as the actor, or has, with all changes up to a number.
  case shared(through: UInt32)
}

/// Makes the same changes under the new actor.
struct ExactRescue: DocumentRescue {
  func carry(from former: Replica, to fresh: inout Replica, after cause: ActorLoss) throws {
    let changes = former.localChanges
    switch cause {
    case .forgotten: try fresh.adopt(changes, of: former.actor, as: .sameCopy)
    case .forked: try fresh.adopt(changes, of: former.actor, as: .otherCopy)
    case .shared(let number):
      // What the other one has sent is there; what was made here since can only be sent from here.
      let arrived = fresh.arrived(of: changes.filter { $0.id.clientSequence <= number })
      try fresh.adopt(
        Array(changes.dropFirst(arrived.count)), of: former.actor, as: .otherCopy)
    }
  }
}

/// Lets one piece of work after another into an actor that waits within its work.
struct DocumentTurns {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Takes the turn if it is free.
  mutating func take() -> Bool {
    guard !isTaken else { return false }
    isTaken = true
    return true
  }

  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
    waiting.append(continuation)
  }

  /// Gives the turn to who waits longest.
  mutating func pass() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
