import Documents

/// How late an undo of a deletion must be.
///
/// A replica that has purged a text no longer knows when it was deleted. An undo with a time before
/// the deletion would bring the text back there, and nowhere else.
///
/// No honest replica sends one. Its changes are later than all that it has seen, and each is sent
/// at the latest together with the report of what it saw afterwards. To undo a deletion of others'
/// text it must have seen that, so the undo is later than all that anybody has purged. Its own text
/// it can bring back without having seen anything; nobody purges that before this replica reports
/// the deletion as seen.
extension DocumentExchange {
  /// The earliest time that the next change of a replica can have.
  func earliestTime(of known: DocumentReplicaRow, _ document: DocumentRow) throws -> Int64 {
    // Who has made nothing here may begin again, with nothing that others could have purged.
    if pack.checkpoint.serverSequence == 0, known.clientSequence == 0 { return 0 }
    // While it was away, others purged without asking it; what it said before was of another copy.
    guard known.isAttached else { return document.purgedThrough + 1 }
    let said = try reported(by: known, document)
    return ActorID(request.client).flatMap { said[$0] } ?? 0
  }

  /// What a replica has said to have seen; nothing where it was away since.
  func reported(by known: DocumentReplicaRow, _ document: DocumentRow) throws -> VersionVector {
    known.isAttached ? try housekeeping.vector(known.vector, of: document) : VersionVector()
  }

  /// What a replica says to have seen, and in its own name the earliest time of its next change.
  func seen(
    _ reported: VersionVector, from earliest: Int64, _ document: DocumentRow
  ) throws -> VersionVector {
    var vector = try housekeeping.known(reported, to: document)
    guard let actor = ActorID(request.client) else { return vector }
    let own = vector[actor]
    // Who has made nothing yet is not in it.
    guard own != nil || earliest > 0 else { return vector }
    vector[actor] = nil
    let latest = min(vector.maximumLamport, .max - 1)
    vector[actor] = max(own ?? 0, earliest, latest + 1)
    return vector
  }

  /// Refuses the undo of a deletion that no honest replica sends.
  ///
  /// - Throws: `replica_forked`: a replica that was set back takes another actor, and makes the
  ///   change again.
  func checkUndo(_ change: Change, from earliest: Int64, _ document: DocumentRow) throws {
    var others = change.id.versionVector
    others[change.id.actor] = nil
    let time = change.id.lamport
    guard time > others.maximumLamport, time >= earliest,
      time > document.purgedThrough || change.restoresOwnTextOnly
    else {
      throw DocumentErrors.forked("it undoes a deletion, earlier than what it has seen")
    }
  }
}
