import MarfaModel

/// What kept texts left to history.
struct HeldTexts {
  private let rows: any RecordRows
  private var found: [String: [Int: String]] = [:]

  /// The properties of some texts of one snapshot; those of an item are read in one walk.
  init(_ texts: [HeldText], in rows: any RecordRows) throws {
    self.rows = rows
    for (id, versions) in Dictionary(grouping: texts, by: \.itemId) {
      guard let row = try rows.item(id: id) else { continue }
      found[id] = try Self.properties(Set(versions.map(\.version)), of: row, in: rows)
    }
  }

  /// The properties that a text left out; nil when they are not kept.
  subscript(_ text: HeldText) -> String? { found[text.itemId]?[text.version] }

  private static func properties(
    _ versions: Set<Int>, of row: ItemRow, in rows: any RecordRows
  ) throws -> [Int: String] {
    var result = versions.contains(row.version) ? [row.version: row.properties] : [:]
    guard versions.count > result.count else { return result }
    var texts = try VersionTexts(of: row.key, present: row.properties, in: rows)
    for kept in texts.chain where versions.contains(kept.version) && result[kept.version] == nil {
      result[kept.version] = StoredJSON.text(try texts.properties(of: kept.key))
    }
    return result
  }
}
