import MarfaModel

/// Brings the bound properties of items up to date with what was typed.
struct DocumentFlush {
  let rows: any RecordTransaction
  let limits: DocumentLimits

  /// Whether the bound property of a document is to follow: nobody has typed for a while, or people
  /// have typed for too long.
  func isDue(_ document: DocumentRow) -> Bool {
    guard let since = document.typedSince, let last = document.typedAt else { return false }
    let now = rows.now.milliseconds
    return now - last >= Int64(limits.restMilliseconds)
      || now - since >= Int64(limits.patienceMilliseconds)
  }

  /// Writes the text of a document to its item, as one version without a row of history and one
  /// `item.updated`.
  ///
  /// - Returns: Whether the item has changed.
  /// - Throws: What the rules of the item's type say against the text; nothing is written then.
  @discardableResult
  func run(_ number: Int64) throws -> Bool {
    guard var document = try rows.document(number: number), document.removedAt == nil,
      document.typedSince != nil, let field = document.field, let id = document.itemId
    else { return false }
    (document.typedSince, document.typedAt) = (nil, nil)
    try rows.update(document)
    guard let row = try rows.item(id: id),
      let text = try DocumentContent(document, in: rows).text(field)
    else { return false }
    let old = try row.item()
    guard old.properties[field]?.stringValue != text else { return false }
    var writer = RecordWriter(rows: rows, context: .server)
    writer.textOrigin = .document
    let new = try writer.patched(old, with: [field: .string(text)])
    _ = try writer.save(new, tags: row.tags, over: row, old, keepsSnapshot: false)
    return true
  }
}
