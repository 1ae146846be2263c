import Documents
import MarfaModel

/// The property of an item that a document is bound to: what one of the two learns of the other.
struct BoundText {
  let rows: any RecordTransaction
  /// Edits that were worked out before.
  var known: [BoundEdit] = []
  /// Bytes of the longest document that is edited without that.
  var longest = Int.max

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
  /// - Throws: `ValidationError` when such a property is no text any more, `BoundChange` for a
  ///   document that is too long, or what the storage throws; nothing is written by the first two.
  func follow(_ item: inout Item, over old: ItemRow, _ documents: [DocumentRow]) throws {
    let changes = try BoundChange.all(
      of: item.properties, over: old.item().properties, documents)
    for edit in try changes.map(edit(of:)) {
      try edit.write(to: rows)
      guard let field = edit.change.document.field else { continue }
      if item.properties[field] != nil || !edit.text.isEmpty {
        item.properties[field] = .string(edit.text)
      }
    }
  }

  private func edit(of change: BoundChange) throws -> BoundEdit {
    if let known = known.first(where: { $0.change == change }) { return known }
    guard change.document.size <= Int64(longest) else { throw change }
    return try BoundEdit(change, in: rows)
  }

  /// Carries the texts of a patch that was made on an older version over to the present ones.
  ///
  /// - Parameters:
  ///   - patch: What was sent; texts that could be carried over become what they are to be now.
  ///   - row: The item as it is.
  ///   - ancestor: The text of a document's property at that version, with the present one; nil
  ///     when it is not known.
  /// - Returns: The fields that could be carried over.
  /// - Throws: `ValidationError` when what was sent is no text, or what the storage throws.
  func rebase(
    _ patch: inout [String: JSONValue], on row: ItemRow,
    _ ancestor: (DocumentRow, _ present: String) throws -> String?
  ) throws -> Set<String> {
    var carried: Set<String> = []
    for document in try rows.documents(ofItem: row.id) {
      guard let field = document.field, let value = patch[field] else { continue }
      let sent = try BoundChange.text(value, of: field)
      let present = try row.item().properties[field]?.stringValue ?? ""
      guard let base = try ancestor(document, present) else { continue }
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
