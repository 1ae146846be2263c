import Foundation
import GRDB

extension LocalStore {
  /// Finds the one item that a person's word means: by its id, its short id, one that it had
  /// before, its title, or the beginning of an id, in this order.
  ///
  /// Walks all ids unless it is a whole id or title.
  ///
  /// - Parameters:
  ///   - name: What was typed.
  ///   - forms: What it may be besides an id or a short id.
  /// - Returns: The id.
  /// - Throws: `NotFoundError`, `AmbiguousIdError` or `StorageError`.
  package func resolve(_ name: String, as forms: NameForms) async throws -> String {
    try await read { try NameReader(db: $0).id(of: name, as: forms) }
  }

  /// The items whose titles are near to a text, for a question about what was meant.
  ///
  /// Titles that contain each of its words come first; without any, those with its letters in
  /// order.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - limit: The maximum number of titles.
  /// - Returns: The titles, the nearest first; notebooks are none.
  /// - Throws: `StorageError`.
  package func titles(near text: String, limit: Int) async throws -> [TitleEntry] {
    let titles = try await titles().filter { !$0.isNotebook }
    // Signs that would mean something to the matcher.
    let signs = CharacterSet(charactersIn: "'^!$")
    let words = text.split(whereSeparator: \.isWhitespace)
      .map { $0.trimmingCharacters(in: signs) }.filter { !$0.isEmpty }
    guard !words.isEmpty else { return [] }
    var matcher = FuzzyMatcher(index: FuzzyIndex(titles: titles.map(\.title)))
    let whole = matcher.matches(for: words.map { "'" + $0 }.joined(separator: " "), limit: limit)
    let found =
      whole.isEmpty ? matcher.matches(for: words.joined(separator: " "), limit: limit) : whole
    return found.map { titles[$0.index] }
  }

  /// Some items without their text.
  ///
  /// - Parameter ids: The items' ids, at most 500.
  /// - Returns: Those that are there and not in the trash, in no particular order.
  /// - Throws: `StorageError`.
  package func summaries(ids: [String]) async throws -> [ItemSummary] {
    try await read { db in
      let marks = Array(repeating: "?", count: ids.count).joined(separator: ",")
      return try Row.fetchAll(
        db,
        sql: """
          SELECT \(ItemSummary.storedColumns) FROM item WHERE state < 2 AND id IN (\(marks))
          """, arguments: StatementArguments(ids)
      ).map { ItemSummary(row: $0) }
    }
  }

  /// The notebooks that hold some items.
  ///
  /// - Parameter ids: The items' ids.
  /// - Returns: The ids of the notebooks by those of the items; items in none are missing.
  /// - Throws: `StorageError`.
  package func notebookIds(of ids: [String]) async throws -> [String: String] {
    try await read { db in
      var found: [String: String] = [:]
      for start in stride(from: 0, to: ids.count, by: 500) {
        let part = ids[start..<min(start + 500, ids.count)]
        let marks = Array(repeating: "?", count: part.count).joined(separator: ",")
        let rows = try Row.fetchCursor(
          db,
          sql: """
            SELECT item.id, holder.id FROM item JOIN item AS holder ON holder.key = item.notebook
            WHERE item.id IN (\(marks))
            """, arguments: StatementArguments(part))
        while let row = try rows.next() { found[row[0]] = row[1] }
      }
      return found
    }
  }
}
