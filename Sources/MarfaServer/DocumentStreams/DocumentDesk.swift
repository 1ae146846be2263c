import Documents
import MarfaModel

/// What requests of documents do within a transaction, and what follows its commit.
///
/// It runs no transaction itself, so that a service that waits for the store and a server that
/// answers at once do the same.
struct DocumentDesk: Sendable {
  let limits: DocumentLimits
  /// The watch streams.
  let hub: DocumentHub
  private let states = DocumentStates()

  /// Without a stream and without a document in memory.
  init(limits: DocumentLimits, hub: DocumentHub) {
    (self.limits, self.hub) = (limits, hub)
  }

  func context(of caller: Credential) -> DocumentContext {
    DocumentContext(access: caller.permissions, credentialId: caller.key.id, limits: limits)
  }

  // MARK: - Exchange

  /// What came of an exchange, to be reported once it is committed.
  struct Outcome: Sendable {
    var answer: DocumentAnswer
    fileprivate var changed: [DocumentStates.State]
  }

  /// Lets a client exchange something.
  ///
  /// - Parameters:
  ///   - caller: Whose client it is.
  ///   - leaves: Whether long work is left to a reader.
  ///   - slices: What a slice of a pack may cost; nil to take all of it.
  ///   - rows: The rows.
  ///   - work: What the client asks.
  /// - Returns: What came of it.
  /// - Throws: Also `LongDocument`, where long work is left.
  func exchange(
    _ caller: Credential, leavingLongWork leaves: Bool = false,
    inSlices slices: RecordLimits? = nil, in rows: any RecordTransaction,
    _ work: (inout DocumentWriter) throws -> DocumentAnswer
  ) throws -> Outcome {
    var writer = DocumentWriter(rows, context(of: caller), states)
    (writer.leavesLongWork, writer.slices) = (leaves, slices)
    let answer = try work(&writer)
    return Outcome(answer: answer, changed: writer.changed)
  }

  /// Keeps and publishes what was committed.
  func tell(_ outcome: Outcome) {
    for state in outcome.changed { states.put(state) }
    hub.publish(outcome.answer.notice)
  }

  // MARK: - Reading

  /// The row of a document and its root as JSON.
  func read(
    _ key: String, _ caller: Credential, in rows: any RecordRows
  ) throws -> (DocumentRow, String) {
    let document = try readable(key, caller, in: rows)
    return (document, try DocumentContent(document, in: rows).json)
  }

  /// The documents that a client takes part in, for watching them.
  ///
  /// - Throws: `client_not_active`, `document_not_found`, `document_not_attached`.
  func watched(
    _ keys: [String], by client: String, _ caller: Credential, in rows: any RecordRows
  ) throws -> [DocumentWatcher.Document] {
    guard let row = try rows.documentClient(id: client), row.credentialId == caller.key.id else {
      throw DocumentErrors.noClient(client)
    }
    return try keys.map { key in
      let document = try readable(key, caller, in: rows)
      let replica = try rows.documentReplica(of: document.number, client: client)
      guard replica?.isAttached == true else { throw DocumentErrors.notAttached(key) }
      return DocumentWatcher.Document(
        number: document.number, key: key, itemId: document.itemId, sequence: document.sequence)
    }
  }

  private func readable(
    _ key: String, _ caller: Credential, in rows: any RecordRows
  ) throws -> DocumentRow {
    guard let document = try rows.document(key: key) else { throw DocumentErrors.noDocument(key) }
    try DocumentRights(rows: rows, access: caller.permissions).require(.read, of: document)
    return document
  }

  /// How far documents are now, for watchers that may not know it yet.
  func present(_ numbers: Set<Int64>, in rows: any RecordRows) throws -> [DocumentNotice] {
    try numbers.sorted().compactMap { try rows.document(number: $0) }.map { document in
      var notice = DocumentNotice(of: document, client: nil)
      notice.isChanged = document.removedAt != nil
      return notice
    }
  }

  // MARK: - Upkeep

  /// Reads a document that is to be in memory.
  func prepare(_ number: Int64, in rows: any RecordRows) throws {
    guard let document = try rows.document(number: number), !states.has(document) else { return }
    states.put(try DocumentContent(document, in: rows).state)
  }

  /// A document as it is to be stored as a whole; nil where there is nothing to store.
  ///
  /// `compacts`: Whether it is only stored if nobody takes part in it any more.
  func tidied(
    _ number: Int64, compacts: Bool, in rows: any RecordRows
  ) throws -> TidiedDocument? {
    try TidiedDocument(
      number, compacts: compacts, DocumentHousekeeping(rows: rows, limits: limits))
  }

  /// Keeps a document in memory that was stored as a whole.
  func keep(_ tidied: TidiedDocument) { states.put(tidied.state) }

  /// Deactivates clients that were silent for too long.
  ///
  /// - Returns: What watchers hear, and whether there may be more.
  func deactivateIdle(
    limit: Int, leavingLongWork leaves: Bool = false, in rows: any RecordTransaction
  ) throws -> (notices: [DocumentNotice], hasMore: Bool) {
    let context = DocumentContext(access: FullAccess(), credentialId: "", limits: limits)
    var writer = DocumentWriter(rows, context)
    writer.leavesLongWork = leaves
    return try writer.deactivateIdle(limit: limit)
  }

  /// Whether a bound property waits, and not only for its time.
  func isDue(_ number: Int64, in rows: any RecordRows) throws -> Bool {
    try rows.document(number: number)?.isDue(at: rows.now, limits) ?? false
  }

  /// Brings a bound property up to date if its time has come.
  ///
  /// - Returns: Whether nothing waits any more.
  func flush(_ number: Int64, in rows: any RecordTransaction) throws -> Bool {
    guard try isDue(number, in: rows), let text = try WaitingText(of: number, in: rows) else {
      return try isUpToDate(number, in: rows)
    }
    return try write(text, in: rows)
  }

  /// Brings a bound property up to date with a text that was read before.
  ///
  /// - Returns: Whether nothing waits any more.
  func write(_ text: WaitingText, in rows: any RecordTransaction) throws -> Bool {
    _ = try DocumentFlush(rows: rows).write(text)
    return try isUpToDate(text.document.number, in: rows)
  }

  private func isUpToDate(_ number: Int64, in rows: any RecordRows) throws -> Bool {
    try rows.document(number: number)?.typedSince == nil
  }

  /// Notes that a bound property does not wait for what was typed so far.
  func giveUpEdits(of number: Int64, in rows: any RecordTransaction) throws {
    guard var document = try rows.document(number: number) else { return }
    (document.typedSince, document.typedAt) = (nil, nil)
    try rows.update(document)
  }
}
