import Documents
import Foundation
import MarfaModel

/// One exchange between a client's copy and the document: push, then pull (documents.md, 2.10).
///
/// A long pack is taken in slices, each as if the client had sent no more; the last is answered.
struct DocumentExchange {
  /// What came of it.
  struct Outcome {
    var answer: DocumentAnswer
    /// The document in memory, if it was read.
    var state: DocumentStates.State?
  }

  let rows: any RecordTransaction
  let limits: DocumentLimits
  let request: DocumentRequest
  let states: DocumentStates?
  /// What the client may do.
  let rights: DocumentRights
  /// Whether what takes as long as a long document is left to a reader.
  var leavesLongWork = false
  /// What a slice of a pack may cost; nil where all of it is taken at once.
  var slices: RecordLimits?

  var pack: ChangePack { request.pack }
  var housekeeping: DocumentHousekeeping {
    DocumentHousekeeping(rows: rows, limits: limits)
  }

  /// Takes what the client sent and gives what it lacks.
  ///
  /// - Throws: `replica_forked`, 400 for what is no change of the client, 413 for what is too
  ///   large; the refusal of a pack of which nothing is here; `LongDocument` where that is asked
  ///   for.
  func run(
    _ document: DocumentRow, _ known: DocumentReplicaRow, leaves: Bool
  ) throws -> Outcome {
    var replica = known
    try check(document, replica)
    var notice = DocumentNotice(of: document, client: request.client)
    var content = Content(document: document, states: states, rows: rows)
    if leavesLongWork { content.mostRead = Int64(limits.wholeBytes) }
    var rest = request.rest ?? PackRest(of: pack, in: document)
    let isPulled = pulls(leaves)
    if isPulled { try look(for: &rest.missed, in: document, known) }
    let earliest = try earliestTime(of: known, document)
    let taken = try push(&rest, into: &content, &replica, &notice, from: earliest)
    rest.missed.pass(content.document.sequence)
    if request.refusal == nil {
      let isLast = rest.changes.isEmpty
      replica.isAttached = !(isLast && leaves)
      if isLast { replica.serverSequence = pack.checkpoint.serverSequence }
      // What it says to have seen it knows after its last change.
      let said = try isLast ? pack.versionVector : reported(by: known, document)
      replica.vector = try seen(said, from: earliest, content.document).encoded()
      if isWorthKeeping(replica, over: known, content.document) { try rows.put(replica) }
      if notice.isChanged { try keep(&content, after: document, isLast: isLast) }
    }
    notice.sequence = content.document.sequence
    notice.pack = try packed(taken, content.document)
    var answer = DocumentAnswer(pack: acknowledgement(replica), notice: notice)
    if request.refusal == nil, !rest.changes.isEmpty {
      answer.rest = rest
    } else if isPulled {
      let pulled = try pull(&content, replica, rest.missed, isAlone: taken.isEmpty)
      if let pulled { answer.pack = pulled } else { answer.rest = rest }
    }
    if content.document != document { try rows.update(content.document) }
    return Outcome(answer: answer, state: content.read?.state)
  }

  /// Whether what is known of a replica is to be written, and waited for.
  ///
  /// What a replica has seen only says what may be forgotten: who reads along while somebody types,
  /// or shows where they are, is answered without a commit until that is far behind.
  private func isWorthKeeping(
    _ replica: DocumentReplicaRow, over known: DocumentReplicaRow, _ document: DocumentRow
  ) -> Bool {
    var acknowledged = known
    (acknowledged.vector, acknowledged.serverSequence) = (replica.vector, replica.serverSequence)
    if replica != acknowledged || known.serverSequence == 0 { return true }
    if pack.changeList.count == 0, replica.serverSequence == document.sequence {
      return replica != known
    }
    let news = replica.serverSequence - known.serverSequence
    return !(0..<Int64(limits.unnotedChanges)).contains(news)
  }

  /// The document, which is read when it is first needed.
  struct Content {
    private(set) var row: DocumentRow
    let states: DocumentStates?
    let rows: any RecordTransaction
    /// Bytes of the longest document that is read here.
    var mostRead = Int64.max
    private(set) var read: DocumentContent?

    init(document: DocumentRow, states: DocumentStates?, rows: any RecordTransaction) {
      row = document
      self.states = states
      self.rows = rows
    }

    var document: DocumentRow {
      get { read?.document ?? row }
      set {
        row = newValue
        read?.document = newValue
      }
    }

    mutating func with<Value>(_ body: (inout DocumentContent) throws -> Value) throws -> Value {
      if read == nil, row.size > mostRead, let states, states.hasRoom(for: row), !states.has(row) {
        throw LongDocument(number: row.number, work: .reading)
      }
      // Taken out, so that it is changed in place.
      var content = try read ?? DocumentContent(row, states, in: rows)
      read = nil
      let value = try body(&content)
      read = content
      return value
    }
  }

  private func check(_ document: DocumentRow, _ replica: DocumentReplicaRow) throws {
    guard pack.documentKey == document.key else {
      throw StoreErrors.invalid("body", "The pack is of \(pack.documentKey).")
    }
    guard pack.checkpoint.serverSequence <= document.sequence else {
      throw DocumentErrors.forked("it has seen more of the document than there is")
    }
    let isNew = pack.checkpoint.serverSequence == 0 && pack.checkpoint.clientSequence == 0
    // Its last number is at least the one that the server has, unless it is an older copy.
    let isBehind = !isNew && Int64(pack.checkpoint.clientSequence) < replica.clientSequence
    if let rest = request.rest, isBehind || rest.document != document.number {
      // Whether it was another copy shows when it is sent again.
      throw StoreErrors.postponed("Another request went on with the document meanwhile.")
    }
    if isBehind {
      throw DocumentErrors.forked(
        "the replica is an older copy", alikeThrough: try lastAlike(in: document))
    }
    guard pack.changeList.count <= limits.packChanges else {
      throw APIError(
        code: "document_too_large", message: "A pack has at most \(limits.packChanges) changes.",
        status: 413, details: ["limit": .integer(Int64(limits.packChanges))])
    }
  }

  // MARK: - What is kept

  /// Does what follows from new changes: the bound property waits for them, and the whole is stored
  /// when there are many, after the last slice of a pack.
  private func keep(
    _ content: inout Content, after former: DocumentRow, isLast: Bool
  ) throws {
    var document = content.document
    if let field = document.field {
      guard try content.with({ $0.hasText(field) }) else {
        throw StoreErrors.invalid("body", "\(field) of a bound document is a text and stays one.")
      }
      document = content.document
      document.typedAt = rows.now.milliseconds
      document.typedSince = document.typedSince ?? document.typedAt
    }
    content.document = document
    let snapshot = try rows.documentSnapshotSequence(of: document.number)
    let isLarge = document.size > Int64(limits.documentBytes)
    let isDue = isLast && document.sequence - snapshot >= Int64(limits.snapshotInterval)
    guard isLarge || isDue else { return }
    if leavesLongWork, document.size > Int64(limits.wholeBytes), snapshot < former.sequence {
      throw LongDocument(number: document.number, work: .storing)
    }
    try content.with { content in
      try housekeeping.tidy(&content).store(content.document, in: rows)
    }
    guard content.document.size <= Int64(limits.documentBytes) else {
      throw DocumentErrors.tooLarge("A document", limits.documentBytes)
    }
  }
}
