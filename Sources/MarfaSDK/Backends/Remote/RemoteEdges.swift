import Foundation

/// Edges over HTTP.
struct RemoteEdges: EdgesBackend {
  let api: RemoteAPI

  func create(_ input: CreateEdgeInput) async throws -> Edge {
    var input = input
    // The documented route takes none; the server's answer has the one that counts.
    input.id = nil
    return try await api.send(.init("POST", "/edges", input), as: EdgeResponse.self).edge
  }

  func update(id: String, properties: [String: JSONValue]) async throws -> Edge {
    let body = PatchEdgeBody(properties: properties)
    return try await api.send(.init("PATCH", path(id), body), as: EdgeResponse.self).edge
  }

  func delete(id: String) async throws { try await api.send(.init("DELETE", path(id))) }

  /// Lists the edges of a source, of a target, or all; between two items, those of the source that
  /// end at the target, page by page of the source's.
  func list(_ filters: EdgeFilters) async throws -> ListPage<Edge> {
    let route = try Route(filters)
    return try await api.pages(limit: filters.limit, pageSize: 500, cursor: filters.cursor) {
      limit, cursor in
      var query: [URLQueryItem] = []
      query.add("edge_type", route.edgeType)
      query.add("limit", String(limit))
      query.add("cursor", cursor)
      var page = try await api.send(
        .init("GET", route.path, query: query), as: ListPage<Edge>.self)
      page.data.removeAll { !filters.matches($0) }
      return page
    }
  }

  func listToTargets(
    targetIds: [String], edgeType: String?, limit: Int?
  ) async throws -> [String: [Edge]] {
    var waiting = Set(targetIds).sorted()[...]
    return try await withThrowingTaskGroup(of: (String, [Edge]).self) { group in
      func addNext() {
        guard let id = waiting.popFirst() else { return }
        group.addTask { (id, try await edges(to: id, edgeType, limit)) }
      }
      for _ in 0..<api.configuration.maxBackrefBatchConcurrency { addNext() }
      var result: [String: [Edge]] = [:]
      while let (id, edges) = try await group.next() {
        result[id] = edges
        addNext()
      }
      return result
    }
  }

  func types() async throws -> [EdgeType] {
    try await api.send(.init("GET", "/edges/types"), as: EdgeTypesResponse.self).edgeTypes
      .sorted { ($0.isCore ? 0 : 1, $0.id) < ($1.isCore ? 0 : 1, $1.id) }
  }

  func bulk(
    _ edges: [CreateEdgeInput], mode: BulkMode, atomic: Bool, emitEvents: Bool
  ) async throws -> BulkResult {
    let body = BulkBody(entries: edges, mode: mode, atomic: atomic, emitEvents: emitEvents)
    return try await api.send(.init("POST", "/edges/bulk", body))
  }

  /// An item that is not there, or may not be seen, has none.
  private func edges(to id: String, _ edgeType: String?, _ limit: Int?) async throws -> [Edge] {
    do {
      let types = edgeType.map { [$0] } ?? []
      return try await list(EdgeFilters(targetId: id, edgeTypes: types, limit: limit)).data
    } catch is NotFoundError {
      return []
    }
  }

  private func path(_ id: String) throws -> String {
    "/edges/" + (try PercentEncoding.segment(id))
  }

  /// The route that a list is read from.
  private struct Route {
    let path: String
    /// The types that the route itself leaves out others for; nil when the client does.
    let edgeType: String?

    init(_ filters: EdgeFilters) throws {
      if let id = filters.sourceId {
        path = "/items/\(try PercentEncoding.segment(id))/edges"
      } else if let id = filters.targetId {
        path = "/items/\(try PercentEncoding.segment(id))/backrefs"
      } else {
        path = "/edges"
        // At most ten are documented.
        edgeType =
          (1...10).contains(filters.edgeTypes.count)
          ? filters.edgeTypes.joined(separator: ",") : nil
        return
      }
      edgeType = filters.edgeTypes.count == 1 ? filters.edgeTypes[0] : nil
    }
  }
}

extension EdgeFilters {
  /// Whether an edge meets the conditions.
  fileprivate func matches(_ edge: Edge) -> Bool {
    (sourceId == nil || edge.sourceId == sourceId)
      && (targetId == nil || edge.targetId == targetId)
      && (edgeTypes.isEmpty || edgeTypes.contains(edge.edgeType))
  }
}
