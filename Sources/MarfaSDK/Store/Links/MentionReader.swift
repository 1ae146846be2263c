import GRDB
import StorageKit

/// Reads who mentions a note, with and without a link.
struct MentionReader {
  let db: Database

  /// Notes with a link to the item, those in the archive last, the latest change first.
  func backlinks(to id: String, limit: Int) throws -> [Mention] {
    let target = try target(id)
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(ItemRecord.columns), \(ItemText.columns)
        FROM edge JOIN item ON item.key = edge.source
        JOIN item_text ON item_text.item = item.key
        WHERE edge.target = ? AND edge.type = 'references' AND item.state < 2
        ORDER BY item.state, item.edited_at DESC, item.key DESC LIMIT ?
        """)
    let resolver = LinkResolver(db: db)
    // One text after the other, as each may be long.
    let rows = try Row.fetchCursor(statement, arguments: [target.key, limit])
    return try Array(
      rows.map { row in
        let record = ItemRecord(row: row)
        let body: String = row[ItemRecord.columnCount]
        let offsets = try TextLink.links(in: body)
          .filter { try resolver.resolve($0, from: .init(record)) == target.key }.map(\.offset)
        let lines = TextLines.lines(of: body, at: offsets)
        return Mention(source: try summary(record.key), lines: lines)
      })
  }

  /// Notes whose text has the item's title or an alias and that have no link to it, in the same
  /// order.
  func unlinkedMentions(of id: String, limit: Int) throws -> [Mention] {
    let target = try target(id)
    let names = try names(of: target)
    guard !names.isEmpty else { return [] }
    let pattern = names.map { WordPattern.phrase($0) }.joined(separator: " OR ")
    let statement = try db.cachedStatement(
      sql: """
        SELECT item.key, item_text.body FROM item_fts
        JOIN item ON item.key = item_fts.rowid JOIN item_text ON item_text.item = item.key
        WHERE item_fts MATCH ? AND item.state < 2 AND item.key <> ?
          AND NOT EXISTS (SELECT 1 FROM edge
            WHERE edge.source = item.key AND edge.target = ? AND edge.type = 'references')
        ORDER BY item.state, item.edited_at DESC, item.key DESC LIMIT ?
        """)
    let rows = try Row.fetchCursor(
      statement, arguments: ["{body notes} : (\(pattern))", target.key, target.key, limit])
    return try Array(
      rows.map { row in
        let body: String = row[1]
        let lines = TextLines.lines(of: body) { line in
          let folded = TextFold.fold(String(line))
          return names.contains { TextFold.contains($0, in: folded) }
        }
        return Mention(source: try summary(row[0]), lines: lines)
      })
  }

  private func target(_ id: String) throws -> ItemRecord {
    let statement = try db.cachedStatement(
      sql: "SELECT \(ItemRecord.columns) FROM item WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [id]) else {
      throw ItemErrors.notFound(id)
    }
    return ItemRecord(row: row)
  }

  /// The folded title and aliases that have a letter or digit to look for.
  private func names(of target: ItemRecord) throws -> [String] {
    let aliases = try String.fetchAll(
      db.cachedStatement(sql: "SELECT name FROM alias WHERE item = ? ORDER BY name"),
      arguments: [target.key])
    return ([TextFold.fold(target.title)] + aliases)
      .filter { $0.contains { $0.isLetter || $0.isNumber } }
  }

  private func summary(_ key: Int64) throws -> ItemSummary {
    let statement = try db.cachedStatement(
      sql: "SELECT \(ItemSummary.storedColumns) FROM item WHERE key = ?")
    guard let row = try Row.fetchOne(statement, arguments: [key]) else {
      throw StorageError.damaged("an item that was just read")
    }
    return ItemSummary(row: row)
  }
}
