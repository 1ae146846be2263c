import GRDB

/// Finds the item that a person's word means.
struct NameReader {
  let db: Database

  /// The id of the one item that is meant.
  func id(of name: String, as forms: NameForms) throws -> String {
    let word = name.lowercased()
    guard !word.isEmpty, !word.utf8.contains(0) else { throw ItemErrors.notFound(name) }
    if let id = try ids("id = ?", [word]).first { return id }
    // A whole short id comes before a title of the same letters: it is what lists print.
    if word.utf8.count == ShortId.length, ShortId.isPossible(word) {
      if let id = try one(of: ids("substr(id, -8) = ?", [word]), word) { return id }
    }
    if let id = try former(word) { return id }
    if forms.contains(.trashedNotebooks), let id = try trashed(named: name) { return id }
    if forms.contains(.titles) {
      do {
        return try TitleReader(db: db).resolveId(title: name)
      } catch is NotFoundError {
        // It may still be the beginning of an id.
      }
    }
    guard forms.contains(.beginnings) else { throw ItemErrors.notFound(name) }
    // No id has a character above the last of ASCII.
    var found = try ids("id >= ? AND id < ?", [word, word + "\u{7F}"])
    if ShortId.isPossible(word) {
      found += try ids("substr(id, -8, ?) = ?", [word.utf8.count, word])
        .filter { !found.contains($0) }
    }
    guard let id = try one(of: found, word) else { throw ItemErrors.notFound(name) }
    return id
  }

  /// The id of the one item that had a whole id, or a whole short one, before; nil for none.
  private func former(_ word: String) throws -> String? {
    let isShort = word.utf8.count == ShortId.length && ShortId.isPossible(word)
    let found = try ids(
      "id IN (SELECT id FROM id_alias WHERE former_id = ?1 OR ?2 AND substr(former_id, -8) = ?1)",
      [word, isShort])
    return found.count == 1 ? found.first : nil
  }

  /// The one notebook in the trash that has a title or a path; nil for none.
  ///
  /// A note in the trash with the same title makes it a question.
  private func trashed(named name: String) throws -> String? {
    let all = try TrashedNotebook.all(in: db)
    var found = all.filter { $0.isTitled(name) }
    if found.isEmpty { found = all.filter { $0.isAt(name) } }
    guard !found.isEmpty else { return nil }
    let notes = try ids(
      "state = 2 AND is_listed = 1 AND title_sort = ?", [TextFold.fold(name)])
    return try one(of: found.prefix(10).map(\.id) + notes, name)
  }

  /// Ten at most: more than one is a question in any case.
  private func ids(_ condition: String, _ arguments: StatementArguments) throws -> [String] {
    try String.fetchAll(
      db.cachedStatement(sql: "SELECT id FROM item WHERE \(condition) ORDER BY id LIMIT 10"),
      arguments: arguments)
  }

  private func one(of ids: [String], _ word: String) throws -> String? {
    guard ids.count > 1 else { return ids.first }
    let marks = Array(repeating: "?", count: ids.count).joined(separator: ",")
    let rows = try Row.fetchAll(
      db, sql: "SELECT \(ItemSummary.storedColumns) FROM item WHERE id IN (\(marks)) ORDER BY id",
      arguments: StatementArguments(ids))
    throw AmbiguousIdError(prefix: word, candidates: rows.map { ItemSummary(row: $0) })
  }
}
