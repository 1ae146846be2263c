/// Whose changes are adopted.
public enum AdoptedCopy: Hashable, Sendable {
  /// The server's changes of the former actor are those of this copy.
  case sameCopy
  /// Another copy went on under the former actor, so that equal times mean other changes.
  case otherCopy
}

extension Replica {
  /// Takes over changes of a former actor as its own, after those of the server were applied.
  ///
  /// For a client that the server forgot, which begins again with a fresh replica and another
  /// actor. The operations keep their times, so that every replica places them as if they had
  /// arrived in time. From the first undo of a deletion on they get new times: a replica that has
  /// purged the text no longer knows whether it was deleted later. Changes that are already here
  /// are left out. Costs what the changes cost, and a copy of the document.
  ///
  /// - Parameters:
  ///   - changes: Changes of the former actor that the server has not acknowledged, in order.
  ///   - former: The former actor.
  ///   - copy: Whose changes of the former actor the server has.
  /// - Returns: The number of changes that wait for the server now.
  /// - Throws: ``DocumentsError`` when a change refers to what is not here; the replica is as it
  ///   was.
  @discardableResult
  public mutating func adopt(
    _ changes: [Change], of former: ActorID, as copy: AdoptedCopy = .sameCopy
  ) throws(DocumentsError) -> Int {
    let seen = copy == .sameCopy ? others[former] ?? -1 : -1
    let missing = changes.filter { $0.hasOperations && $0.id.lamport > seen }
    guard let first = missing.first?.id.lamport else { return 0 }
    var result = self
    var times: [Int64: Int64] = [:]
    var isMadeNow = false
    for change in missing {
      var known = remembered(change.id.others)
      known[former] = others[former].map { min($0, first - 1) }
      isMadeNow = isMadeNow || change.restoresText
      if isMadeNow {
        known = others
        times[change.id.lamport] = max(result.lamport, change.id.lamport) + 1
      }
      known[actor] = nil
      try result.make(change, of: former, since: first, at: times, knowing: known)
    }
    result.history.clear()
    self = result
    return missing.count
  }

  /// A vector without the actors that are forgotten here, all of whose changes are here.
  ///
  /// An actor counts as forgotten if it is unknown here and its time is not later than all that is
  /// here. After a server was set back, an actor whose changes were lost counts as forgotten, too.
  /// A change that names lost text is refused all the same. A change of a lost element does
  /// nothing, as if the element had been purged, since nothing that is left distinguishes the two.
  /// All other changes need nothing that was lost.
  private func remembered(_ vector: VersionVector) -> VersionVector {
    let latest = max(others.maximumLamport, departedLamport)
    return vector.filtered { others[$0] != nil || vector[$0] ?? 0 > latest }
  }

  private mutating func make(
    _ change: Change, of former: ActorID, since first: Int64, at times: [Int64: Int64],
    knowing known: VersionVector
  ) throws(DocumentsError) {
    let time = times[change.id.lamport] ?? change.id.lamport
    clientSequence += 1
    let own = Change(
      id: ChangeID(clientSequence: clientSequence, lamport: time, actor: actor, others: known),
      message: change.message,
      operations: change.operations.map {
        $0.made(by: actor, insteadOf: former, since: first, at: times)
      }, presence: nil)
    guard others.covers(known) else {
      throw DocumentsError(code: .outOfOrder, detail: "a change of \(former)")
    }
    for operation in own.operations { _ = try root.execute(operation, by: own.id) }
    ownLamport = time
    lamport = max(lamport, time)
    localChanges.append(own)
  }
}
