import MarfaModel

/// What a stale change started from: the properties of an item at a version before its present one.
struct Ancestor: Sendable {
  /// The item's key.
  let item: Int64
  let version: Int
  /// Nil when they are not kept.
  let snapshot: PropertiesSnapshot?
}

/// A change is stale, and it takes long to put together what it started from: that is to be done on
/// a reader, before the writer's turn.
struct LongAncestor: Error {
  let itemId: String
  let version: Int

  /// What the change started from; nil when there is no such item any more.
  func ancestor(in rows: any RecordRows) throws -> Ancestor? {
    guard let row = try rows.item(id: itemId) else { return nil }
    return Ancestor(
      item: row.key, version: version, snapshot: try rows.snapshot(of: row, version))
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
    if let ancestor, ancestor.item == row.key, ancestor.version == version {
      return ancestor.snapshot
    }
    if leavesLongWork, isLong(ancestorOf: row, version) {
      throw LongAncestor(itemId: row.id, version: version)
    }
    return try rows.snapshot(of: row, version)
  }

  /// Whether it takes long to go from an item back to a version.
  func isLong(ancestorOf row: ItemRow, _ version: Int) -> Bool {
    max(0, row.version - version) * row.properties.utf8.count > context.limits.ancestorBytes
  }
}
