import Crypto
import Documents
import MarfaModel

extension DocumentExchange {
  /// Takes the next changes, as many as there may be in one transaction; after a refusal only
  /// passes those that are here.
  ///
  /// - Returns: The rows of the new ones.
  func push(
    _ rest: inout PackRest, into content: inout Content, _ replica: inout DocumentReplicaRow,
    _ notice: inout DocumentNotice, from earliest: Int64
  ) throws -> [DocumentChangeRow] {
    guard let refusal = request.refusal else {
      return try takeNext(&rest, into: &content, &replica, &notice, from: earliest)
    }
    try pass(&rest, replica, after: refusal)
    return []
  }

  private func takeNext(
    _ rest: inout PackRest, into content: inout Content, _ replica: inout DocumentReplicaRow,
    _ notice: inout DocumentNotice, from earliest: Int64
  ) throws -> [DocumentChangeRow] {
    let budget = slices.map(SliceBudget.init)
    var taken: [DocumentChangeRow] = []
    var isGone: [ActorID: Bool] = [:]
    var (count, mayWrite) = (0, false)
    while budget?.isSpent(after: count) != true, let change = rest.changes.next() {
      count += 1
      guard change.id.actor.description == request.client else {
        throw StoreErrors.invalid("body", "A change is not of \(request.client).")
      }
      let number = Int64(change.id.clientSequence)
      // Presence alone has no number: only the last matters, and nothing of it is kept.
      if number == 0, !change.hasOperations {
        if let presence = change.presence { notice.presence = try self.notice(of: presence) }
        continue
      }
      if change.hasOperations, !mayWrite {
        try rights.require(.write, of: content.row)
        mayWrite = true
      }
      guard try isNext(change, of: replica, &rest) else { continue }
      if change.restoresText { try checkUndo(change, from: earliest, content.document) }
      if change.hasOperations {
        let row = try content.with { content in
          try Self.take(departing(from: change, content.vector, &isGone), into: &content)
        }
        try rows.append(row, to: content.document.number)
        taken.append(row)
        notice.isChanged = true
      }
      if let presence = change.presence { notice.presence = try self.notice(of: presence) }
      replica.clientSequence = number
      replica.lastHash = Self.hash(change)
      rest.confirmed = number
    }
    return taken
  }

  /// Passes those changes of a refused pack that are here.
  ///
  /// - Throws: The refusal, unless the last number of the client here is that of a change of the
  ///   pack.
  private func pass(
    _ rest: inout PackRest, _ replica: DocumentReplicaRow, after refusal: any MarfaError
  ) throws {
    // The slice that was refused had at most this many.
    for _ in 0..<(slices?.sliceEntries ?? .max) {
      guard let change = rest.changes.next() else { break }
      let number = Int64(change.id.clientSequence)
      if number > replica.clientSequence { break }
      if number == 0 { continue }
      guard change.id.actor.description == request.client,
        try !isNext(change, of: replica, &rest)
      else { throw refusal }
    }
    guard rest.confirmed == replica.clientSequence else { throw refusal }
  }

  /// Whether a numbered change is the next one of its replica; false for one that is there, which
  /// is confirmed if it is the last.
  ///
  /// - Throws: An error that says that the replica is another copy, or that changes are missing.
  private func isNext(
    _ change: Change, of replica: DocumentReplicaRow, _ rest: inout PackRest
  ) throws -> Bool {
    let number = Int64(change.id.clientSequence)
    if number <= replica.clientSequence {
      guard number < replica.clientSequence || Self.hash(change) == replica.lastHash else {
        throw DocumentErrors.forked("its change \(number) is another")
      }
      if number == replica.clientSequence { rest.confirmed = number }
      return false
    }
    guard number == replica.clientSequence + 1 else {
      throw DocumentErrors.gap(replica.clientSequence + 1)
    }
    return true
  }

  /// The change without actors that are gone, whom the document has forgotten.
  ///
  /// Its maker has not heard of that yet. Of an active client it is never so: its changes are
  /// missing.
  private func departing(
    from change: Change, _ known: VersionVector, _ isGone: inout [ActorID: Bool]
  ) throws -> Change {
    let unknown = change.id.versionVector.actors.filter {
      known[$0] == nil && $0 != change.id.actor
    }
    guard unknown.count <= limits.unknownActors else {
      throw DocumentErrors.damaged("a change knows \(unknown.count) actors that are not here")
    }
    for actor in unknown where isGone[actor] == nil {
      isGone[actor] = try rows.documentClient(id: actor.description) == nil
    }
    return change.forgetting(Set(unknown.filter { isGone[$0] == true }))
  }

  private func notice(of presence: Change.PresenceChange) throws -> PresenceNotice {
    guard case .put(let values) = presence else { return .gone }
    let size = values.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    guard size <= limits.presenceBytes else {
      throw DocumentErrors.tooLarge("A presence", limits.presenceBytes)
    }
    return .here(values)
  }

  private static func take(
    _ change: Change, into content: inout DocumentContent
  ) throws -> DocumentChangeRow {
    do {
      return try content.take(change)
    } catch let error as DocumentsError where error.isOutOfOrder {
      throw DocumentErrors.forked("it builds on a change that is not here")
    } catch let error as DocumentsError {
      throw DocumentErrors.damaged(error.detail)
    }
  }

  private static func hash(_ change: Change) -> [UInt8] {
    var writer = ChangeWriter()
    return Array(SHA256.hash(data: writer.encode([change])).prefix(16))
  }
}
