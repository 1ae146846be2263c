import MarfaModel

/// A route that only reads items, edges and types, as an entry of a table.
struct QueryRoute: Sendable {
  /// The path with `{name}` for what varies.
  let path: String
  private let idRule: PathId
  private let read: @Sendable (inout QueryParameters, [String: String]) throws -> StoreQuery

  private init(
    _ path: String, idRule: PathId = .existingItem,
    _ read: @escaping @Sendable (inout QueryParameters, [String: String]) throws -> StoreQuery
  ) {
    (self.path, self.idRule, self.read) = (path, idRule, read)
  }

  /// Reads what is asked.
  ///
  /// - Parameters:
  ///   - segments: What the path has where it varies, decoded.
  ///   - parameters: The query.
  /// - Returns: The query of the store.
  /// - Throws: `ValidationError` or `NotFoundError`.
  func query(
    _ segments: [String: String], _ parameters: inout QueryParameters
  ) throws -> StoreQuery {
    var segments = segments
    if let id = segments["id"] { segments["id"] = try idRule.check(id) }
    let query = try read(&parameters, segments)
    try parameters.finish()
    return query
  }

  /// The segments that a path has where this one varies; nil when the path is another.
  func match(_ segments: [String]) -> [String: String]? {
    PathTemplate.match(path, segments)
  }

  /// Every such route; those with fixed segments come first.
  static let all: [QueryRoute] = [
    QueryRoute("/items") { query, _ in
      if let ids = try query.itemIds() { return ids }
      return .items(try query.itemList())
    },
    QueryRoute("/snapshot") { query, _ in .snapshot(after: try query.snapshotPlace()) },
    QueryRoute("/changes") { query, _ in .changes(after: try query.eventId()) },
    QueryRoute("/items/stats") { _, _ in .stats },
    QueryRoute("/items/{id}") { _, path in .item(id: path.id) },
    QueryRoute("/items/{id}/versions") { query, path in
      .versions(id: path.id, cursor: query.string("cursor"))
    },
    QueryRoute("/items/{id}/metadata") { _, path in .metadata(id: path.id) },
    QueryRoute("/items/{id}/extensions", idRule: .item) { _, path in .extensions(id: path.id) },
    QueryRoute("/items/{id}/extensions/{namespace}") { _, path in
      .extension(id: path.id, namespace: try PathId.name.check(path["namespace"] ?? ""))
    },
    QueryRoute("/items/{id}/edges") { query, path in
      .edges(from: path.id, try query.edgeList())
    },
    QueryRoute("/items/{id}/backrefs") { query, path in
      .backrefs(to: path.id, try query.edgeList())
    },
    QueryRoute("/edges") { query, _ in .allEdges(try query.edgeList()) },
    QueryRoute("/edges/types") { _, _ in .edgeTypes },
    QueryRoute("/types") { _, _ in .types },
    QueryRoute("/types/{id}", idRule: .name) { _, path in .type(id: path.id) },
    QueryRoute("/search") { query, _ in .search(try query.search()) },
    QueryRoute("/metadata/tags") { query, _ in .tags(cursor: query.string("cursor")) },
  ]
}

extension [String: String] {
  /// The id in a path.
  fileprivate var id: String { self["id"] ?? "" }
}

/// Paths with `{name}` for what varies.
enum PathTemplate {
  /// The segments that a path has where a template varies; nil when the path is another.
  static func match(_ template: String, _ segments: [String]) -> [String: String]? {
    let parts = template.split(separator: "/")
    guard parts.count == segments.count else { return nil }
    var found: [String: String] = [:]
    for (part, segment) in zip(parts, segments) {
      if part.hasPrefix("{") {
        found[String(part.dropFirst().dropLast())] = segment
      } else if part != segment {
        return nil
      }
    }
    return found
  }
}
