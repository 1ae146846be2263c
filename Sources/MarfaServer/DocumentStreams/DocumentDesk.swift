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
  func exchange(
    _ caller: Credential, in rows: any RecordTransaction,
    _ work: (inout DocumentWriter) throws -> DocumentAnswer
  ) throws -> Outcome {
    var writer = DocumentWriter(rows, context(of: caller), states)
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

  /// Deactivates clients that were silent for too long.
  ///
  /// - Returns: What watchers hear, and whether there may be more.
  func deactivateIdle(
    limit: Int, in rows: any RecordTransaction
  ) throws -> (notices: [DocumentNotice], hasMore: Bool) {
    let context = DocumentContext(access: FullAccess(), credentialId: "", limits: limits)
    return try DocumentWriter(rows, context).deactivateIdle(limit: limit)
  }

  /// Brings a bound property up to date if its time has come.
  ///
  /// - Returns: Whether nothing waits any more.
  func flush(_ number: Int64, in rows: any RecordTransaction) throws -> Bool {
    let flush = DocumentFlush(rows: rows, limits: limits)
    guard let document = try rows.document(number: number) else { return true }
    guard document.typedSince == nil || flush.isDue(document) else { return false }
    try flush.run(number)
    return true
  }

  /// Notes that a bound property does not wait for what was typed so far.
  func giveUpEdits(of number: Int64, in rows: any RecordTransaction) throws {
    guard var document = try rows.document(number: number) else { return }
    (document.typedSince, document.typedAt) = (nil, nil)
    try rows.update(document)
  }
}
