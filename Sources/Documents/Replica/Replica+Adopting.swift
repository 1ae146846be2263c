/// Whose changes are adopted.
public enum AdoptedCopy: Hashable, Sendable {
  /// The server's changes of the former actor are those of this copy.
  case sameCopy
  /// Another copy went on under the former actor, so that equal times mean other changes.
  case otherCopy
}

extension Replica {
  /// Makes changes of a former actor its own, after what the server has was applied.
  ///
  /// For a client that the server forgot: it begins again with a fresh replica and another actor.
  /// The operations are the same, as late as they were, so that everybody places them as if they
  /// had arrived in time. Changes that are here already are left out. Costs what the changes cost,
  /// and a copy of the document.
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
    for change in missing {
      var known = change.id.others
      known[actor] = nil
      known[former] = others[former].map { min($0, first - 1) }
      result.clientSequence += 1
      let own = Change(
        id: ChangeID(
          clientSequence: result.clientSequence, lamport: change.id.lamport, actor: actor,
          others: known),
        message: change.message,
        operations: change.operations.map {
          $0.made(by: actor, insteadOf: former, since: first)
        }, presence: nil)
      guard result.others.covers(known) else {
        throw DocumentsError(code: .outOfOrder, detail: "a change of \(former)")
      }
      for operation in own.operations { _ = try result.root.execute(operation, by: own.id) }
      result.ownLamport = change.id.lamport
      result.lamport = max(result.lamport, change.id.lamport)
      result.localChanges.append(own)
    }
    result.history.clear()
    self = result
    return missing.count
  }
}
