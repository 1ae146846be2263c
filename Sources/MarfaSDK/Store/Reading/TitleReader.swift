import GRDB

/// Reads titles, and ids by their first characters.
struct TitleReader {
  let db: Database

  /// The titles of all items that are not trashed, the latest change first.
  func titles() throws -> [TitleEntry] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT id, title, is_listed, edited_at, key, notebook, state FROM item
        WHERE state < 2 ORDER BY key
        """)
    var titles: [TitleEntry] = []
    var places: [(index: Int, notebook: Int64)] = []
    var names: [Int64: String] = [:]
    let rows = try StatementRows(statement)
    while let row = try rows.next() {
      let entry = TitleEntry(
        id: row.text(0), title: row.text(1), isNotebook: !row.flag(2),
        isArchived: row.integer(6) == ItemState.archived.code, editedAt: row.time(3))
      if entry.isNotebook { names[row.integer(4)] = entry.title }
      if let notebook = row.optionalInteger(5) { places.append((titles.count, notebook)) }
      titles.append(entry)
    }
    for place in places { titles[place.index].notebook = names[place.notebook] }
    // The table in its own order and one sort of numbers cost far less than a look-up for each row.
    let times = titles.map(\.editedAt.milliseconds)
    return times.indices.sorted { (times[$0], $0) > (times[$1], $1) }.map { titles[$0] }
  }

  /// The one id that starts with the text.
  func resolveID(prefix: String) throws -> String {
    let prefix = prefix.lowercased()
    guard !prefix.isEmpty, !prefix.utf8.contains(0) else { throw ItemErrors.notFound(prefix) }
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(ItemSummary.storedColumns) FROM item
        WHERE id >= ? AND id < ? ORDER BY id LIMIT 10
        """)
    // No id has a character above the last of ASCII.
    let rows = try Row.fetchAll(statement, arguments: [prefix, prefix + "\u{7F}"])
    let found = rows.map { ItemSummary(row: $0) }
    guard let first = found.first else { throw ItemErrors.notFound(prefix) }
    if found.count > 1, first.id != prefix {
      throw AmbiguousIDError(prefix: prefix, candidates: found)
    }
    return first.id
  }
}
