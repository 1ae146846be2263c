import Documents

/// What an answer of the server has made of a replica, for those who store it and report it.
package struct DocumentIntake: Sendable {
  /// What is to be stored.
  package enum Storing: Hashable, Sendable {
    case nothing
    /// The changes, over what a token names.
    case changes(over: Int64)
    /// The whole replica, over what a token names; nil when nothing is stored.
    case replica(over: Int64?)
  }

  /// What has happened to the replica.
  package let events: [ReplicaEvent]
  /// The changes that were not known; empty where nobody copies them.
  package let changes: [Change]
  package let storing: Storing
  /// The replica as the server has it, where it was replaced and something is unsent; else nil.
  package let confirmed: Replica?

  /// Takes an answer into a replica.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - replica: The replica.
  ///   - storage: Where it is stored: the token of what is there, nil when nothing is; nil for a
  ///     replica that is not stored.
  ///   - isCopied: Whether somebody wants the changes.
  /// - Throws: `DocumentsError`; the replica is as it was.
  package init(
    _ answer: ChangePack, into replica: inout Replica, _ storage: Int64??, isCopied: Bool = true
  ) throws(DocumentsError) {
    let (known, before) = (replica.versionVector, replica.checkpoint)
    events = try replica.apply(answer)
    confirmed = try Self.confirmed(by: answer, replica)
    changes = isCopied ? answer.changes.filter { !known.covers($0.id.versionVector) } : []
    guard let token = storage else {
      storing = .nothing
      return
    }
    // The first answer is stored even if the document is empty: edits are stored onto it.
    guard let token else {
      storing = .replica(over: nil)
      return
    }
    let isNews = replica.checkpoint != before || !changes.isEmpty
    storing =
      !isNews ? .nothing : answer.snapshot == nil ? .changes(over: token) : .replica(over: token)
  }

  private static func confirmed(
    by answer: ChangePack, _ replica: Replica
  ) throws(DocumentsError) -> Replica? {
    guard answer.snapshot != nil, !replica.localChanges.isEmpty else { return nil }
    var confirmed = Replica(key: replica.key, actor: replica.actor)
    _ = try confirmed.apply(answer)
    return confirmed
  }
}

extension ChangePack {
  /// Whether it has all that a replica lacks of the server's changes up to its own number.
  package func follows(_ checkpoint: Checkpoint) -> Bool {
    let count = Int64(changes.count)
    return count > 0 && self.checkpoint.serverSequence - count == checkpoint.serverSequence
  }
}

extension Replica {
  /// A replica that takes part in a document of the server which it has not seen yet.
  package init(joining key: String, as actor: ActorID, presence: [String: String]?) {
    self.init(key: key, actor: actor)
    presenceTravels = .apart
    takePresence(presence)
  }

  /// What it says to the server first.
  package var joiningPack: ChangePack {
    var pack = pack()
    pack.changes = [presenceChange]
    return pack
  }
}
