import Documents
import MarfaModel

/// A bound text that somebody changed through the item, which its document is to follow.
///
/// Thrown where the document is long: a reader is to work out the edit before the writer's turn.
struct BoundChange: LongWork, Hashable {
  /// The document as it is.
  let document: DocumentRow
  /// The text that the item has.
  let base: String
  /// The text that it is to have.
  let sent: String

  /// The changes that new properties of an item bring.
  ///
  /// - Throws: `ValidationError` when such a property is no text any more.
  static func all(
    of properties: [String: JSONValue], over former: [String: JSONValue],
    _ documents: [DocumentRow]
  ) throws -> [BoundChange] {
    try documents.compactMap { document in
      guard let field = document.field, properties[field] != former[field] else { return nil }
      return BoundChange(
        document: document, base: former[field]?.stringValue ?? "",
        sent: try text(properties[field], of: field))
    }
  }

  /// The text that a bound property is to have; empty for one that is removed.
  ///
  /// - Throws: `ValidationError` for every other value.
  static func text(_ value: JSONValue?, of field: String) throws -> String {
    guard let value, !value.isNull else { return "" }
    guard let text = value.stringValue else {
      throw StoreErrors.invalid(field, "\(field) is bound to a document and stays a text.")
    }
    return text
  }

  /// Works out the edit on a reader; nil where the document has changed since.
  func edit(in rows: any RecordRows) throws -> BoundEdit? {
    guard try rows.document(number: document.number) == document else { return nil }
    return try BoundEdit(self, in: rows)
  }
}

/// The edit of a document that follows a change of its item's text, worked out on any rows.
///
/// It is the same wherever it is worked out, and holds for that document and those texts alone.
struct BoundEdit: Sendable {
  /// What it follows.
  let change: BoundChange
  /// The text of the document after it.
  let text: String
  private let changes: [DocumentChangeRow]
  private let document: DocumentRow

  /// Edits the document as somebody edited the text that its item has.
  ///
  /// - Throws: What the rows throw.
  init(_ change: BoundChange, in rows: any RecordRows) throws {
    var content = try DocumentContent(change.document, in: rows)
    let field = change.document.field ?? ""
    guard let present = content.text(field) else {
      throw StoreFailure(.broken, "the document \(change.document.key) has lost its text")
    }
    let edits = TextRebase.edits(from: change.base, to: change.sent, in: present)
    changes = try content.edit { root in
      for edit in TextReplacement.scalars(of: edits, in: present).reversed() {
        try root.jsonText(field)?.edit(edit.from, edit.to, edit.text)
      }
    }
    var document = content.document
    (document.typedSince, document.typedAt) = (nil, nil)
    self.document = document
    self.change = change
    text = content.text(field) ?? present
  }

  /// Writes it over the document as it was.
  func write(to rows: any RecordTransaction) throws {
    for change in changes { try rows.append(change, to: document.number) }
    try rows.update(document)
  }
}
