import MarfaModel

/// Brings the bound properties of items up to date with what was typed.
struct DocumentFlush {
  let rows: any RecordTransaction

  /// Writes the text of a document to its item, as one version without a row of history and one
  /// `item.updated`.
  ///
  /// - Returns: Whether the item has changed.
  /// - Throws: What the rules of the item's type say against the text; nothing is written then.
  @discardableResult
  func run(_ number: Int64) throws -> Bool {
    try WaitingText(of: number, in: rows).map(write) ?? false
  }

  /// Writes a text that was read before.
  ///
  /// What was typed since then waits for the next time. If the property has changed since then, the
  /// whole text waits.
  ///
  /// - Returns: As `run`.
  /// - Throws: As `run`.
  func write(_ waiting: WaitingText) throws -> Bool {
    let (known, field) = (waiting.document, waiting.field)
    guard var document = try rows.document(number: known.number), document.removedAt == nil,
      document.typedSince != nil, document.typedSince == known.typedSince
    else { return false }
    let row = try rows.item(id: waiting.itemId)
    let old = try row?.item()
    guard old?.properties[field]?.stringValue == waiting.present else { return false }
    let isAll = document.sequence == known.sequence
    document.typedSince = isAll ? nil : document.typedAt
    if isAll { document.typedAt = nil }
    try rows.update(document)
    guard let row, let old, let text = waiting.text, text != waiting.present else { return false }
    var writer = RecordWriter(rows: rows, context: .server)
    writer.textOrigin = .document
    let new = try writer.patched(old, with: [field: .string(text)])
    _ = try writer.save(new, tags: row.tags, over: row, old, keepsSnapshot: false)
    return true
  }
}

/// The text of a document that its item's bound property does not have yet.
///
/// Reading it takes longer for longer documents.
struct WaitingText: Sendable {
  /// The document as it was.
  let document: DocumentRow
  /// The property.
  let field: String
  /// The item's id.
  let itemId: String
  /// The property's text as it was; nil for none.
  let present: String?
  /// What it is to be; nil where there is no such text or no item.
  let text: String?

  /// Reads it; nil where nothing waits.
  ///
  /// - Parameters:
  ///   - number: The document's number.
  ///   - rows: Where it is read.
  /// - Throws: What the rows throw.
  init?(of number: Int64, in rows: any RecordRows) throws {
    guard let document = try rows.document(number: number), document.removedAt == nil,
      document.typedSince != nil, let field = document.field, let id = document.itemId
    else { return nil }
    (self.document, self.field, itemId) = (document, field, id)
    let item = try rows.item(id: id)?.item()
    present = item?.properties[field]?.stringValue
    text = item == nil ? nil : try DocumentContent(document, in: rows).text(field)
  }
}

extension DocumentRow {
  /// Whether the bound property of a document is to follow: nobody has typed for a while, or people
  /// have typed for too long.
  func isDue(at now: Timestamp, _ limits: DocumentLimits) -> Bool {
    guard let typedSince, let typedAt else { return false }
    return now.milliseconds - typedAt >= Int64(limits.restMilliseconds)
      || now.milliseconds - typedSince >= Int64(limits.patienceMilliseconds)
  }
}
