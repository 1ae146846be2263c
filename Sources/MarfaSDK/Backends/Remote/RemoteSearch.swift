import Foundation

/// Searches over HTTP.
struct RemoteSearch: SearchBackend {
  let api: RemoteAPI

  func search(query: String, filters: ListFilters, offset: Int) async throws -> SearchResults {
    try await results(query, filters, limit: filters.limit ?? 20, offset: offset)
  }

  /// The API has one order, so that these hits are ranked, too.
  func searchFirst(query: String, filters: ListFilters) async throws -> SearchResults {
    try await results(query, filters, limit: filters.limit ?? 50, offset: 0)
  }

  private func results(
    _ text: String, _ filters: ListFilters, limit: Int, offset: Int
  ) async throws -> SearchResults {
    let limit = min(max(limit, 0), 100)
    guard limit > 0, !text.allSatisfy(\.isWhitespace) else { return SearchResults() }
    var query = [URLQueryItem(name: "q", value: text)]
    query += filters.query.filter { Self.conditions.contains($0.name) }
    query.add("limit", String(limit))
    query.add("offset", String(max(offset, 0)))
    let found = try await api.send(
      .init("GET", "/search", query: query), as: SearchResponse.self
    ).results
    return SearchResults(
      hits: found.enumerated().map { SearchHit($1, place: offset + $0) },
      hasMore: found.count == limit)
  }

  /// What the route knows of a list's conditions.
  private static let conditions: Set = ["type", "state", "tier", "tags", "filter"]
}

extension SearchHit {
  /// A hit of a server; its place serves as the key that only a store gives.
  fileprivate init(_ result: SearchResult, place: Int) {
    let item = result.item
    func time(_ text: String) -> Timestamp {
      Timestamp(iso8601: text) ?? Timestamp(milliseconds: 0)
    }
    let tags = result.metadata.tags
    let updatedAt = time(item.updatedAt)
    self.init(
      summary: ItemSummary(
        key: Int64(place), id: item.id, type: item.type, state: item.state,
        title: DisplayTitle.of(item.properties, type: nil), tags: tags,
        isPinned: tags.contains("pinned"), isFavourite: tags.contains("favorite"),
        attachmentCount: item.attachments.count, version: item.version,
        createdAt: time(item.createdAt), updatedAt: updatedAt, timestamp: time(item.timestamp),
        editedAt: updatedAt),
      score: result.relevanceScore,
      snippet: result.snippetHTML.map(Self.marked) ?? result.snippet ?? "")
  }

  /// A server's snippet with the marks of ours, and its escapes undone.
  private static func marked(_ html: String) -> String {
    let pairs = [
      ("<mark>", String(matchStart)), ("</mark>", String(matchEnd)), ("&lt;", "<"),
      ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ]
    return pairs.reduce(html) { $0.replacing($1.0, with: $1.1) }
  }
}
