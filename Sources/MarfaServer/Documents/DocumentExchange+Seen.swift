import Documents
import MarfaModel

extension DocumentExchange {
  /// What a replica has seen: never less than it had seen before, and all that a fresh one is given.
  func seen(
    by replica: DocumentReplicaRow, of document: DocumentRow, isGiven: Bool, _ now: DocumentRow
  ) throws -> [UInt8] {
    var vector = pack.versionVector
    vector.merge(try housekeeping.vector(replica.vector, of: document))
    if isGiven { vector.merge(try housekeeping.vector(document.vector, of: document)) }
    return try housekeeping.known(vector, to: now).encoded()
  }

  /// Refuses the undo of a deletion by a replica that knows less than it said before, or makes the
  /// change earlier than what it knows.
  ///
  /// Others have purged what all have seen: they do not know any more whether the text was deleted
  /// later, and would show it where the rest do not.
  ///
  /// - Throws: `replica_forked`: an honest replica was set back, and makes the change again.
  func checkRestoring(
    _ change: Change, _ replica: DocumentReplicaRow, _ document: DocumentRow
  ) throws {
    let known = change.id.versionVector
    let said = try housekeeping.known(
      housekeeping.vector(replica.vector, of: document), to: document)
    // What nobody had before this exchange, nobody else has deleted.
    let isOwn = pack.checkpoint.serverSequence == 0 && change.restoresOwnTextOnly
    guard known.maximumLamport == change.id.lamport, known.covers(said) || isOwn else {
      throw DocumentErrors.forked("it undoes a deletion, and has seen less than it said")
    }
  }
}
