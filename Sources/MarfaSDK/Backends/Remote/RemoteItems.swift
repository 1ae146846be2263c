import Foundation

/// Items over HTTP.
struct RemoteItems: ItemsBackend {
  let api: RemoteAPI

  func create(_ input: CreateItemInput) async throws -> Item {
    try await api.send(.init("POST", "/items", input), as: ItemResponse.self).item
  }

  func get(id: String) async throws -> Item {
    try await api.send(.init("GET", path(id)), as: ItemResponse.self).item
  }

  func update(
    id: String, properties: [String: JSONValue], options: UpdateOptions
  ) async throws -> Item {
    let body = PatchItemBody(
      properties: properties, version: options.version,
      snapshot: options.snapshot == .never ? false : nil, tier: options.tier,
      timestamp: options.timestamp, sourceId: options.sourceId, edges: options.edges,
      attachments: options.attachments)
    var call = try RemoteAPI.Call("PATCH", path(id), body)
    call.clientPatch = properties
    return try await api.send(call, as: ItemResponse.self).item
  }

  func list(_ filters: ListFilters) async throws -> ListPage<Item> {
    try await api.pages(limit: filters.limit, pageSize: 200, cursor: filters.cursor) {
      limit, cursor in
      var query = filters.query
      query.add("limit", String(limit))
      query.add("cursor", cursor)
      return try await api.send(.init("GET", "/items", query: query))
    }
  }

  func delete(id: String) async throws { try await api.send(.init("DELETE", path(id))) }

  func restore(id: String) async throws -> Item {
    try await api.send(.init("POST", path(id, "/restore")), as: ItemResponse.self).item
  }

  func transition(id: String, to state: ItemState) async throws -> Item {
    let body = TransitionBody(state: state)
    return try await api.send(
      .init("POST", path(id, "/transition"), body), as: ItemResponse.self
    ).item
  }

  func purge(id: String) async throws {
    try await api.send(.init("DELETE", path(id, "/purge")))
  }

  func stats() async throws -> [ItemState: Int] {
    let counts = try await api.send(.init("GET", "/items/stats"), as: [String: Int].self)
    return Dictionary(
      uniqueKeysWithValues: counts.compactMap { name, count in
        ItemState(rawValue: name).map { ($0, count) }
      })
  }

  func bulk(
    _ items: [CreateItemInput], mode: BulkMode, atomic: Bool, emitEvents: Bool
  ) async throws -> BulkResult {
    let body = BulkBody(entries: items, mode: mode, atomic: atomic, emitEvents: emitEvents)
    return try await api.send(.init("POST", "/items/bulk", body))
  }

  func bulkAction(
    _ action: BulkAction, filters: ListFilters, maximum: Int, isDryRun: Bool
  ) async throws -> BulkActionResult {
    let result = try await api.bulkAction(
      action, filters: filters, maximum: maximum, isDryRun: isDryRun)
    return BulkActionResult(
      matched: result.matched, changed: result.updated, errored: result.errored,
      isDryRun: result.dryRun)
  }

  private func path(_ id: String, _ part: String = "") throws -> String {
    "/items/" + (try PercentEncoding.segment(id)) + part
  }
}

extension RemoteAPI {
  /// Does one thing to all items of a list.
  func bulkAction(
    _ action: BulkAction, filters: ListFilters, maximum: Int, isDryRun: Bool
  ) async throws -> BulkActionResponse {
    var confirm: String?
    let change: BulkActionChange
    switch action {
    case .transition(let state): change = .transition(state)
    case .purge(let word):
      change = .purge
      confirm = word
    case .updateTags(let add, let remove): change = .updateTags(add: add, remove: remove)
    case .updateTier(let tier): change = .updateTier(tier)
    case .updateProperties(let patch): change = .updateProperties(patch)
    case .updateTimestamp(let timestamp): change = .updateTimestamp(timestamp)
    }
    let body = BulkActionBody(
      filter: filters.bulkFilter, action: change, dryRun: isDryRun,
      maxItems: min(maximum, BulkActionBody.greatestMaximum), confirm: confirm)
    return try await send(.init("POST", "/items/bulk_action", body))
  }
}

extension ListFilters {
  /// The conditions and the order as a query, without limit and cursor.
  var query: [URLQueryItem] {
    var query: [URLQueryItem] = []
    query.add("type", type)
    query.add("state", state?.rawValue)
    query.add("source", source)
    query.add("tier", tier?.rawValue)
    query.add("tags", tags.isEmpty ? nil : tags.joined(separator: ","))
    query.add("filter", filter)
    for (type, id) in edge.sorted(by: { $0.key < $1.key }) { query.add("edge[\(type)]", id) }
    for (type, id) in backref.sorted(by: { $0.key < $1.key }) {
      query.add("backref[\(type)]", id)
    }
    query.add("since", since)
    query.add("until", until)
    query.add("updated_after", updatedAfter)
    query.add("sort", sort.rawValue)
    query.add("direction", direction.rawValue)
    return query
  }

  /// The conditions as a bulk action has them; those that it has no field for become an expression.
  var bulkFilter: BulkActionFilter {
    var terms = [filter.map { "(\($0))" }].compactMap(\.self)
    func quoted(_ text: String) -> String { JSONWriter.string(of: .string(text)) }
    for (type, id) in edge.sorted(by: { $0.key < $1.key }) {
      terms.append("edge[\(type)] eq \(quoted(id))")
    }
    for (type, id) in backref.sorted(by: { $0.key < $1.key }) {
      terms.append("backref[\(type)] eq \(quoted(id))")
    }
    if let updatedAfter { terms.append("updated_at gt \(quoted(updatedAfter))") }
    return BulkActionFilter(
      type: type, state: state, source: source, tier: tier, tags: tags.isEmpty ? nil : tags,
      since: since, until: until, filter: terms.isEmpty ? nil : terms.joined(separator: " and "))
  }
}
