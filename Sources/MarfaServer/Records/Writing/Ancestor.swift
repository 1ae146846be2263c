import MarfaModel

/// What a stale change started from: the properties of an item at a version before its present one.
struct Ancestor: Sendable {
  /// The item's key.
  let item: Int64
  let version: Int
  /// Nil when they are not kept.
  let snapshot: PropertiesSnapshot?
  /// The texts of its bound properties as their documents have them, by document.
  let texts: [Int64: String]
}

/// A change is stale, and it takes long to put together what it started from: that is to be done on
/// a reader, before the writer's turn.
struct LongAncestor: LongWork {
  let itemId: String
  let version: Int

  /// What the change started from; nil when there is no such item any more.
  func ancestor(in rows: any RecordRows) throws -> Ancestor? {
    guard let row = try rows.item(id: itemId) else { return nil }
    let present = try row.item().properties
    var texts: [Int64: String] = [:]
    for document in try rows.documents(ofItem: itemId) {
      texts[document.number] = try BoundVersions(rows: rows).text(
        of: document, at: version, present: present[document.field ?? ""]?.stringValue ?? "")
    }
    return Ancestor(
      item: row.key, version: version, snapshot: try rows.snapshot(of: row, version), texts: texts)
  }
}

extension RecordRows {
  /// The properties of an item at a version; nil when they are not kept.
  func snapshot(of item: ItemRow, _ version: Int) throws -> PropertiesSnapshot? {
    guard let row = try self.version(version, of: item.key) else { return nil }
    var texts = try VersionTexts(of: item.key, present: item.properties, in: self)
    return PropertiesSnapshot(version: version, properties: try texts.properties(of: row.key))
  }
}

extension RecordWriter {
  /// What a stale change of an item started from; nil when it is not kept.
  ///
  /// - Throws: `LongAncestor` where that is not for the writer to put together.
  func ancestor(of row: ItemRow, _ version: Int) throws -> PropertiesSnapshot? {
    if let known = try readAncestor(of: row, version) { return known.snapshot }
    return try rows.snapshot(of: row, version)
  }

  /// The text that a document's property had when a stale change was begun; nil when it is not
  /// kept.
  ///
  /// - Throws: `LongAncestor` where that is not for the writer to put together.
  func ancestor(
    of document: DocumentRow, _ row: ItemRow, _ version: Int, present: String
  ) throws -> String? {
    let text: String? =
      if let known = try readAncestor(of: row, version) {
        known.texts[document.number]
      } else {
        try BoundVersions(rows: rows).text(of: document, at: version, present: present)
      }
    return try text
      ?? ancestor(of: row, version)?.properties[document.field ?? ""]?.stringValue
  }

  /// What a reader has put together; nil where it is short.
  ///
  /// - Throws: `LongAncestor` where no reader has.
  private func readAncestor(of row: ItemRow, _ version: Int) throws -> Ancestor? {
    if let known = found.ancestor, known.item == row.key, known.version == version {
      return known
    }
    if leavesLongWork, isLong(ancestorOf: row, version) {
      throw LongAncestor(itemId: row.id, version: version)
    }
    return nil
  }

  /// Whether it takes long to go from an item back to a version.
  func isLong(ancestorOf row: ItemRow, _ version: Int) -> Bool {
    max(0, row.version - version) * row.properties.utf8.count > context.limits.ancestorBytes
  }
}
