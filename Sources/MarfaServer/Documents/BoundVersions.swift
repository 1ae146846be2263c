import MarfaModel

/// The texts that a bound property had at older versions of its item, for those who edit such a
/// version later.
///
/// Each is kept as its difference from the text of the version after it, the newest as that from
/// the text as it is now; every so often one is kept whole. A minute of typing costs some hundred
/// bytes, whatever the length of the text.
struct BoundVersions {
  /// How many texts in a row are differences, which bounds what it costs to read one.
  static let longestRun = 64

  /// The name under which a text is compared.
  private static let member = "text"

  let rows: any RecordRows

  /// Keeps the texts that an item had before a change.
  ///
  /// - Parameters:
  ///   - old: The item as it was.
  ///   - item: The item as it is now, of another version.
  ///   - documents: The documents that are bound to it.
  ///   - writer: The same rows.
  /// - Throws: What the storage throws.
  func keep(
    _ old: ItemRow, before item: Item, _ documents: [DocumentRow],
    in writer: any RecordTransaction
  ) throws {
    let former = try old.item().properties
    for document in documents {
      guard let field = document.field else { continue }
      let text = former[field]?.stringValue ?? ""
      let difference = try difference(
        of: document, at: old.version, to: text, from: item.properties[field]?.stringValue ?? "")
      try writer.put(
        DocumentTextRow(
          document: document.number, version: old.version, text: difference ?? text,
          isDifference: difference != nil, createdAt: rows.now.milliseconds))
    }
  }

  /// What is kept in place of a text; nil where the whole is, now and then and when it is not
  /// longer.
  private func difference(
    of document: DocumentRow, at version: Int, to older: String, from newer: String
  ) throws -> String? {
    let run = try rows.documentTextCount(of: document.number, through: version - 1)
    guard run < Self.longestRun - 1 else { return nil }
    return VersionRows.difference(
      to: [Self.member: .string(older)], older, from: [Self.member: .string(newer)])
  }

  /// The text of a document's property at an older version of its item.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - version: The version.
  ///   - present: The property as it is now.
  /// - Returns: The text; nil when it is not known any more.
  /// - Throws: `StoreFailure` when a kept text does not fit the one after it.
  func text(of document: DocumentRow, at version: Int, present: String) throws -> String? {
    let kept = try rows.documentTexts(of: document.number, from: version)
    guard kept.first?.version == version else { return nil }
    var text = present
    for row in kept.reversed() {
      guard row.isDifference else {
        text = row.text
        continue
      }
      let members = try PropertiesDifference(text: row.text)
        .applied(to: [Self.member: .string(text)])
      text = members[Self.member]?.stringValue ?? ""
    }
    return text
  }
}
