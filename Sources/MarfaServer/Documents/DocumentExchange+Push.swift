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
      let taken = try takeNext(&rest, into: &content, &replica, &notice, from: earliest)
      try checkIsThere(replica, rest)
      return taken
    }
    try pass(&rest, replica, content.document, after: refusal)
    return []
  }

  private func takeNext(
    _ rest: inout PackRest, into content: inout Content, _ replica: inout DocumentReplicaRow,
    _ notice: inout DocumentNotice, from earliest: Int64
  ) throws -> [DocumentChangeRow] {
    let budget = slices.map(SliceBudget.init)
    var (taken, isGone) = ([DocumentChangeRow](), [ActorID: Bool]())
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
      let digest = Self.hash(change)
      guard try isNext(change, digest, of: replica, content.document, &rest) else { continue }
      if change.restoresText { try checkUndo(change, from: earliest, content.document) }
      if change.hasOperations {
        let row = try content.with { content in
          try Self.take(departing(from: change, content.vector, &isGone), digest, into: &content)
        }
        try rows.append(row, to: content.document.number)
        taken.append(row)
        notice.isChanged = true
      }
      if let presence = change.presence { notice.presence = try self.notice(of: presence) }
      replica.clientSequence = number
      replica.lastHash = digest
      rest.confirmed = number
    }
    return taken
  }

  /// - Throws: An error where a client sent nothing that has a number, so that the server is to
  ///   have all of it, and has not.
  private func checkIsThere(_ replica: DocumentReplicaRow, _ rest: PackRest) throws {
    guard rest.changes.isEmpty, rest.last == nil,
      Int64(pack.checkpoint.clientSequence) > replica.clientSequence
    else { return }
    throw DocumentErrors.lost(after: replica.clientSequence)
  }

  /// Passes those changes of a refused pack that are here.
  ///
  /// - Throws: The refusal, unless the last number of the client here is that of a change of the
  ///   pack.
  private func pass(
    _ rest: inout PackRest, _ replica: DocumentReplicaRow, _ document: DocumentRow,
    after refusal: any MarfaError
  ) throws {
    // The slice that was refused had at most this many.
    for _ in 0..<(slices?.sliceEntries ?? .max) {
      guard let change = rest.changes.next() else { break }
      let number = Int64(change.id.clientSequence)
      if number > replica.clientSequence { break }
      if number == 0 { continue }
      guard change.id.actor.description == request.client,
        try !isNext(change, Self.hash(change), of: replica, document, &rest)
      else { throw refusal }
    }
    guard rest.confirmed == replica.clientSequence else { throw refusal }
  }

  /// Whether a numbered change is the next one of its replica; false for one that is there, which
  /// is confirmed if it is the last.
  ///
  /// - Throws: An error that says that the replica is another copy, or that changes are missing.
  private func isNext(
    _ change: Change, _ digest: [UInt8], of replica: DocumentReplicaRow, _ document: DocumentRow,
    _ rest: inout PackRest
  ) throws -> Bool {
    let number = Int64(change.id.clientSequence)
    defer { rest.last = number }
    if number <= replica.clientSequence {
      let isSame =
        try number == replica.clientSequence
        ? digest == replica.lastHash : isKnown(change, digest, in: document, &rest)
      guard isSame else {
        throw DocumentErrors.forked(
          "its change \(number) is another", alikeThrough: rest.hasUnknown ? nil : number - 1)
      }
      if number == replica.clientSequence { rest.confirmed = number }
      return false
    }
    guard number == replica.clientSequence + 1 else {
      // A pack begins after the last change that was acknowledged.
      throw rest.last == nil
        ? DocumentErrors.lost(after: replica.clientSequence)
        : DocumentErrors.gap(replica.clientSequence + 1)
    }
    return true
  }

  /// Whether an earlier change that is there may be the one that comes again.
  ///
  /// Only what is kept can be compared. A document that was stored forgets changes that are more
  /// than 500 before its newest. A change without operations leaves no row, so that only the last
  /// one is compared with another like it: nothing of it is in the document.
  private func isKnown(
    _ change: Change, _ digest: [UInt8], in document: DocumentRow, _ rest: inout PackRest
  ) throws -> Bool {
    let number = Int64(change.id.clientSequence)
    switch try rest.sent.record(of: number, by: request.client, in: document, from: rows) {
    case .digest(let known): return digest == known
    case .noOperations: return !change.hasOperations
    case .unknown:
      rest.hasUnknown = true
      return true
    }
  }

  /// The last change of an older copy that is here, as are those before it; nil where they cannot
  /// all be compared.
  func lastAlike(in document: DocumentRow) throws -> Int64? {
    var rest = PackRest(of: pack, in: document)
    var last: Int64?
    while let change = rest.changes.next() {
      let number = Int64(change.id.clientSequence)
      if number == 0 { continue }
      let isSame = try isKnown(change, Self.hash(change), in: document, &rest)
      if rest.hasUnknown { return nil }
      if !isSame { return number - 1 }
      last = number
    }
    return last
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
    _ change: Change, _ digest: [UInt8], into content: inout DocumentContent
  ) throws -> DocumentChangeRow {
    do {
      var row = try content.take(change)
      row.digest = digest
      return row
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
