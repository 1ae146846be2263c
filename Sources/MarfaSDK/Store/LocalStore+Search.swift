import Foundation
import GRDB

extension LocalStore {
  /// Searches, best first.
  ///
  /// Relevance is that of the words, more in titles and tags, raised for recent changes. A
  /// search that finds no words looks for the same letters anywhere in the text.
  ///
  /// - Parameters:
  ///   - query: The search.
  ///   - filters: Further conditions; order, limit and cursor are ignored.
  ///   - limit: The maximum number of hits.
  ///   - offset: The number of hits to skip.
  /// - Returns: The hits.
  /// - Throws: `ValidationError` for a bad filter, or `StorageError`.
  public func search(
    _ query: SearchQuery, filters: ListFilters = ListFilters(), limit: Int = 20,
    offset: Int = 0
  ) async throws -> SearchResults {
    let now = environment.clock.now.milliseconds
    return try await readWords { db in
      let reader = SearchReader(db: db, now: now, filters: filters)
      var results = try reader.ranked(query, limit: max(limit, 0), offset: max(offset, 0))
      results.hints = query.hints
      try reader.fillSnippets(&results, query)
      return results
    }
  }

  /// Finds the newest hits of a search without ranking them, for the first frame while typing.
  ///
  /// - Parameters:
  ///   - query: The search.
  ///   - filters: Further conditions; order, limit and cursor are ignored.
  ///   - limit: The maximum number of hits.
  /// - Returns: The hits, without score or snippet.
  /// - Throws: `ValidationError` for a bad filter, or `StorageError`.
  public func searchFirst(
    _ query: SearchQuery, filters: ListFilters = ListFilters(), limit: Int = 50
  ) async throws -> SearchResults {
    let now = environment.clock.now.milliseconds
    return try await readWords { db in
      let reader = SearchReader(db: db, now: now, filters: filters)
      var results = try reader.first(query, limit: max(limit, 0))
      results.hints = query.hints
      return results
    }
  }

  /// The names in `in:` and `notebook:` that match no notebook.
  ///
  /// - Parameter query: The search.
  /// - Returns: The names, in their order.
  /// - Throws: `StorageError`.
  package func missingNotebooks(of query: SearchQuery) async throws -> [String] {
    var names: [String] = []
    query.expression?.forEachTerm { term in
      if case .notebook(let name) = term, !names.contains(name) { names.append(name) }
    }
    guard !names.isEmpty else { return [] }
    return try await read { [names] db in
      try names.filter { try !SearchCompiler.hasNotebook(named: $0, in: db) }
    }
  }

  /// Reads a search as a person wrote it, relative to the store's clock.
  ///
  /// - Parameters:
  ///   - text: The query as typed.
  ///   - timeZone: The person's time zone.
  ///   - lastWord: How the last word is taken.
  /// - Returns: The search.
  public nonisolated func query(
    _ text: String, timeZone: TimeZone = .current, lastWord: SearchQuery.LastWord = .beingTyped
  ) -> SearchQuery {
    SearchQuery(
      parsing: text, now: environment.clock.now, timeZone: timeZone, lastWord: lastWord)
  }
}

extension SearchReader {
  /// Gives each hit the first line of its text that matches.
  func fillSnippets(_ results: inout SearchResults, _ query: SearchQuery) throws {
    let wanted = WantedText(query)
    for index in results.hits.indices {
      let text = try body(results.hits[index].summary.key)
      results.hits[index].snippet =
        wanted.line(in: text) ?? Snippet.line(String(text.prefix(120)))
    }
  }

  private func body(_ key: Int64) throws -> String {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT body FROM item_text WHERE item = ?"), arguments: [key])
      ?? ""
  }
}
