import GRDB

/// Reads titles, and ids by their first characters.
struct TitleReader {
  let db: Database

  /// The titles of all items that are not trashed, the latest change first.
  func titles() throws -> TitleList {
    let statement = try db.cachedStatement(
      sql: """
        SELECT id, title, is_listed, edited_at, key, notebook, state FROM item
        WHERE state < 2 ORDER BY key
        """)
    var titles = TitleList()
    var names = NotebookNames()
    var holders: [Int64: Int] = [:]
    let rows = try StatementRows(statement)
    while let row = try rows.next() {
      let (title, isNotebook) = (row.text(1), !row.flag(2))
      if isNotebook { names.add(row.integer(4), title, in: row.optionalInteger(5)) }
      var holder: Int?
      if let key = row.optionalInteger(5) {
        holder = holders[key] ?? holders.count
        holders[key] = holder
      }
      titles.append(
        id: row.text(0), title: title, isNotebook: isNotebook,
        isArchived: row.integer(6) == ItemState.archived.code, notebook: holder,
        editedAt: row.time(3))
    }
    // The table in its own order and one sort of numbers cost far less than a look-up for each row.
    titles.sort(notebooks: holders.sorted { $0.value < $1.value }.map { names.name(of: $0.key) })
    return titles
  }

  /// The one id that starts with the text.
  func resolveId(prefix: String) throws -> String {
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
      throw AmbiguousIdError(prefix: prefix, candidates: found)
    }
    return first.id
  }

  /// The titles of some items, by id.
  func titles(ofItems ids: Set<String>) throws -> [String: String] {
    let statement = try db.cachedStatement(
      sql: "SELECT title FROM item WHERE id = ? AND title <> ''")
    return try ids.reduce(into: [:]) { titles, id in
      titles[id] = try String.fetchOne(statement, arguments: [id])
    }
  }

  /// The one note that has the title, folded; one in the trash only when no other has it.
  ///
  /// Of several that differ in capitals the one that is written so is meant.
  func resolveId(title: String) throws -> String {
    for condition in ["state < 2", "state = 2"] {
      let statement = try db.cachedStatement(
        sql: """
          SELECT \(ItemSummary.storedColumns) FROM item
          WHERE title_sort = ? AND is_listed = 1 AND \(condition)
          ORDER BY title <> ?, id LIMIT 10
          """)
      var found = try Row.fetchAll(statement, arguments: [TextFold.fold(title), title])
        .map { ItemSummary(row: $0) }
      let exact = found.filter { $0.title == title }
      if !exact.isEmpty { found = exact }
      if found.count > 1 { throw AmbiguousIdError(title: title, candidates: found) }
      if let first = found.first { return first.id }
    }
    throw ItemErrors.notFound(title)
  }
}

/// What notebooks are called: by their titles, and by their paths where several have the same
/// title.
private struct NotebookNames {
  private var titles: [Int64: String] = [:]
  private var holders: [Int64: Int64] = [:]
  private var counts: [String: Int] = [:]

  /// Adds a notebook, which may be in another one.
  mutating func add(_ key: Int64, _ title: String, in holder: Int64?) {
    titles[key] = title
    holders[key] = holder
    counts[title, default: 0] += 1
  }

  /// The name of a notebook; nil for one that there is no more.
  func name(of key: Int64) -> String? {
    guard let title = titles[key], counts[title, default: 0] > 1 else { return titles[key] }
    var path = title
    var next = holders[key]
    var seen: Set<Int64> = [key]
    while let key = next, let title = titles[key], seen.insert(key).inserted {
      path = title + "/" + path
      next = holders[key]
    }
    return path
  }
}
