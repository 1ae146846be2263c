import GRDB

/// The places of an item that match a search, each between `SearchHit.matchStart` and
/// `SearchHit.matchEnd`.
public struct MatchingText: Hashable, Sendable {
  /// The title; without marks if it does not match.
  public var title: String
  /// The first line of the text that matches; if only the title matches, the
  /// first line with text below it, without marks; empty when there is none.
  public var line: String

  /// A title and a line, either of which may be empty.
  public init(title: String, line: String) {
    self.title = title
    self.line = line
  }
}

extension LocalStore {
  /// Finds the line of some items that a search found them by, as result rows show it.
  ///
  /// The first 65,536 characters of each text are looked at.
  ///
  /// - Parameters:
  ///   - ids: The items; a screenful.
  ///   - query: What was looked for.
  /// - Returns: Title and line by id; nothing for an item that there is not.
  /// - Throws: `StorageError`.
  public func matchingText(
    of ids: [String], query: SearchQuery
  ) async throws -> [String: MatchingText] {
    let wanted = WantedText(query)
    guard !wanted.isEmpty else { return [:] }
    return try await read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT item.title, substr(item_text.body, 1, 65536) FROM item
          LEFT JOIN item_text ON item_text.item = item.key WHERE item.id = ?
          """)
      var found: [String: MatchingText] = [:]
      for id in ids {
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { continue }
        let (title, body): (String, String?) = (row[0], row[1])
        found[id] = MatchingText(
          title: wanted.marked(title) ?? title, line: wanted.line(in: body ?? "", below: title))
      }
      return found
    }
  }
}
