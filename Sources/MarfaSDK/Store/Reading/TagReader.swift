import GRDB

/// Reads tags and counters, which are maintained and never aggregated here.
struct TagReader {
  let db: Database

  /// Tags in use, the most used first, then by name.
  func tags() throws -> [TagWithCount] {
    let statement = try db.cachedStatement(sql: "SELECT name, count FROM tag WHERE count > 0")
    var tags: [TagWithCount] = []
    let rows = try StatementRows(statement)
    while let row = try rows.next() {
      tags.append(TagWithCount(tag: row.text(0), count: Int(row.integer(1))))
    }
    return Self.sorted(tags)
  }

  /// Puts the most used tags first, and those of the same count by name.
  ///
  /// SQLite's sorter takes as long as all the rest, and a sort of rows a fifth of it. Here numbers
  /// are sorted, each what a count lacks of the largest with the tag's place, upwards: a comparison
  /// that is given is called for each pair. Names decide where counts are the same.
  private static func sorted(_ tags: [TagWithCount]) -> [TagWithCount] {
    var places = tags.indices.map { UInt64(UInt32.max - UInt32(tags[$0].count)) << 32 | UInt64($0) }
    places.sort()
    var sorted = places.map { tags[Int($0 & 0xFFFF_FFFF)] }
    var start = 0
    while start < sorted.count {
      let count = sorted[start].count
      let end = sorted[start...].firstIndex { $0.count != count } ?? sorted.count
      if end - start > 1 { sorted[start..<end].sort { $0.tag < $1.tag } }
      start = end
    }
    return sorted
  }

  /// Tags other than the given ones on items that are not trashed.
  func tags(besides tags: [String], limit: Int) throws -> [TagWithCount] {
    let conditions = try ListConditions(ListFilters(tags: tags), in: db)
    let given = tags.map { TagRules.normalize($0) ?? $0 }
    let marks = given.map { _ in "?" }.joined(separator: ", ")
    let statement = try db.cachedStatement(
      sql: """
        SELECT tag.name, COUNT(*) AS count FROM item
        JOIN item_tag ON item_tag.item = item.key JOIN tag ON tag.key = item_tag.tag
        WHERE \(conditions.clause) AND tag.name NOT IN (\(marks))
        GROUP BY tag.key ORDER BY count DESC, tag.name LIMIT ?
        """)
    let arguments = conditions.arguments + StatementArguments(given) + [limit]
    return try Row.fetchAll(statement, arguments: arguments)
      .map { TagWithCount(tag: $0[0], count: $0[1]) }
  }

  /// The tags of the items with a tag, that tag left out, the most frequent first.
  func companions(of tag: String, limit: Int) throws -> [TagWithCount] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT tag.name, COUNT(*) AS both FROM item_tag AS mine
        JOIN item ON item.key = mine.item AND item.state < 2
        JOIN item_tag AS other ON other.item = mine.item AND other.tag <> mine.tag
        JOIN tag ON tag.key = other.tag
        WHERE mine.tag = (SELECT key FROM tag WHERE name = ?)
        GROUP BY other.tag ORDER BY both DESC, tag.name LIMIT ?
        """)
    return try Row.fetchAll(statement, arguments: [tag, max(0, limit)]).map {
      TagWithCount(tag: $0[0], count: $0[1])
    }
  }

  /// The keys of all items with a tag, trashed ones too.
  func items(of tag: String) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: "SELECT item FROM item_tag WHERE tag = (SELECT key FROM tag WHERE name = ?)"),
      arguments: [tag])
  }

  /// The value of a counter.
  func count(_ kind: CounterKind, subject: Int64 = 0) throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(sql: "SELECT count FROM counter WHERE kind = ? AND subject = ?"),
      arguments: [kind.rawValue, subject]) ?? 0
  }
}
