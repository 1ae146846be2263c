import Documents
import MarfaModel

/// The property of an item that a document is bound to: what one of the two learns of the other.
struct BoundText {
  let rows: any RecordTransaction

  /// Gives a new document the text of its item.
  ///
  /// - Throws: `ValidationError` when the property is no text; nothing is written then.
  func fill(_ document: DocumentRow, from item: ItemRow) throws -> DocumentRow {
    let field = document.field ?? ""
    let value = try item.item().properties[field]
    guard !field.isEmpty, !field.contains("."), value == nil || value?.stringValue != nil else {
      throw StoreErrors.invalid("field", "\(field) of \(item.id) is not a text.")
    }
    let text = value?.stringValue ?? ""
    var content = try DocumentContent(document, in: rows)
    let changes = try content.edit { root in
      try root.set(field, to: JSONText())
      try root.jsonText(field)?.edit(0, 0, text)
    }
    for change in changes { try rows.append(change, to: document.number) }
    try rows.update(content.document)
    return content.document
  }

  // MARK: - The item was changed

  /// Makes of a change of an item by somebody else an edit of its documents, in whose text it ends.
  ///
  /// A property that is removed is an empty text, and stays removed if nobody else typed.
  ///
  /// - Parameters:
  ///   - item: The item as it is to be; its bound properties become those of the documents.
  ///   - old: The row as it is.
  ///   - documents: The documents that are bound to it.
  /// - Throws: `ValidationError` when such a property is no text any more, or what the storage
  ///   throws.
  func follow(_ item: inout Item, over old: ItemRow, _ documents: [DocumentRow]) throws {
    let before = try old.item().properties
    for document in documents {
      guard let field = document.field, item.properties[field] != before[field] else { continue }
      let base = before[field]?.stringValue ?? ""
      let sent = try Self.text(item.properties[field], of: field)
      let text = try edit(document, from: base, to: sent)
      if item.properties[field] != nil || !text.isEmpty { item.properties[field] = .string(text) }
    }
  }

  /// The text that a bound property is to have; empty for one that is removed.
  ///
  /// - Throws: `ValidationError` for every other value.
  private static func text(_ value: JSONValue?, of field: String) throws -> String {
    guard let value, !value.isNull else { return "" }
    guard let text = value.stringValue else {
      throw StoreErrors.invalid(field, "\(field) is bound to a document and stays a text.")
    }
    return text
  }

  /// Edits a document as somebody edited the text that its item has.
  ///
  /// - Returns: The text of the document after that.
  private func edit(_ document: DocumentRow, from base: String, to sent: String) throws -> String {
    var content = try DocumentContent(document, in: rows)
    let field = document.field ?? ""
    guard let present = content.text(field) else {
      throw StoreFailure(.broken, "the document \(document.key) has lost its text")
    }
    let edits = TextRebase.edits(from: base, to: sent, in: present)
    let changes = try content.edit { root in
      for edit in TextReplacement.scalars(of: edits, in: present).reversed() {
        try root.jsonText(field)?.edit(edit.from, edit.to, edit.text)
      }
    }
    for change in changes { try rows.append(change, to: document.number) }
    var row = content.document
    (row.typedSince, row.typedAt) = (nil, nil)
    try rows.update(row)
    return content.text(field) ?? present
  }

  /// Carries the texts of a patch that was made on an older version over to the present ones.
  ///
  /// - Parameters:
  ///   - patch: What was sent; texts that could be carried over become what they are to be now.
  ///   - version: The version that it was made on.
  ///   - row: The item as it is.
  ///   - kept: The properties at that version as history has them; nil when it has not.
  /// - Returns: The fields that could be carried over.
  /// - Throws: `ValidationError` when what was sent is no text, or what the storage throws.
  func rebase(
    _ patch: inout [String: JSONValue], from version: Int, on row: ItemRow,
    _ kept: @autoclosure () throws -> [String: JSONValue]?
  ) throws -> Set<String> {
    var carried: Set<String> = []
    for document in try rows.documents(ofItem: row.id) {
      guard let field = document.field, let value = patch[field] else { continue }
      let sent = try Self.text(value, of: field)
      let present = try row.item().properties[field]?.stringValue ?? ""
      guard
        let base = try BoundVersions(rows: rows).text(of: document, at: version, present: present)
          ?? kept()?[field]?.stringValue
      else { continue }
      let edits = TextRebase.edits(from: base, to: sent, in: present)
      let text = TextReplacement.apply(edits, to: present)
      if !value.isNull || !text.isEmpty { patch[field] = .string(text) }
      carried.insert(field)
    }
    return carried
  }

  /// Removes the documents of an item that goes permanently.
  func release(_ item: ItemRow) throws {
    for var document in try rows.documents(ofItem: item.id) {
      document.removedAt = rows.now.milliseconds
      (document.typedSince, document.typedAt) = (nil, nil)
      try rows.update(document)
    }
  }
}
