import GRDB

/// Where the words of a search stand in an item, each between `SearchHit.matchStart` and
/// `SearchHit.matchEnd`.
public struct MatchingText: Hashable, Sendable {
  /// The title; without marks when no word stands in it.
  public var title: String
  /// The first line of the text that has one of the words; empty when none has.
  public var line: String

  /// Creates a text from its parts.
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
    let words = query.wantedWords
    guard !words.isEmpty else { return [:] }
    let anywhere = words.map { Snippet.Word(text: $0.text, startsWord: false) }
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
          title: Snippet.mark(words, in: title[...]) ?? title,
          line: body.flatMap { Snippet.around(words, in: $0) ?? Snippet.around(anywhere, in: $0) }
            ?? "")
      }
      return found
    }
  }
}

extension SearchQuery {
  /// Whether there are words or phrases that an item must have.
  public var hasWantedWords: Bool { !wantedWords.isEmpty }

  /// The words and phrases that an item must have; none of those that it must not have.
  var wantedWords: [Snippet.Word] {
    var words: [Snippet.Word] = []
    expression?.forEachWanted { term in
      guard case .text(let text, let match, _) = term, !text.isEmpty else { return }
      let folded = TextFold.fold(text)
      switch match {
      case .pattern: return
      case .exact, .start: words.append(Snippet.Word(text: folded, startsWord: false))
      case .word, .prefix, .phrase:
        let isWord = !ScriptKind.hasTextWithoutSpaces(text)
        words.append(Snippet.Word(text: folded, startsWord: isWord))
      }
    }
    return words
  }
}

extension SearchExpression {
  /// Visits the conditions outside every `not`.
  fileprivate func forEachWanted(_ body: (SearchTerm) -> Void) {
    switch self {
    case .term(let term): body(term)
    case .and(let parts), .or(let parts): for part in parts { part.forEachWanted(body) }
    case .not: break
    }
  }
}
