extension Replica {
  /// What can be undone and redone, for ``takeHistory(stored:)`` of the same replica after a
  /// restart.
  ///
  /// Costs what the bytes cost.
  ///
  /// - Parameter limit: The most bytes of all entries together; the oldest are left out.
  /// - Returns: The bytes; nil when there is nothing to undo or redo.
  package func storedHistory(limit: Int) -> [UInt8]? {
    let id = ChangeID(
      clientSequence: 0, lamport: max(lamport, 1), actor: actor, others: VersionVector())
    return history.encoded(limit: limit, as: id)
  }

  /// Takes what could be undone and redone when the replica was stored, in place of what can be
  /// now.
  ///
  /// - Parameter bytes: Bytes of ``storedHistory(limit:)``.
  /// - Throws: ``DocumentsError`` `isDamage` for other bytes; the history is as it was.
  package mutating func takeHistory(stored bytes: [UInt8]) throws(DocumentsError) {
    try history.take(bytes)
  }
}
