import MarfaModel

/// Answers queries within one snapshot.
struct RecordReader {
  let rows: any RecordRows
  let scope: ReadScope

  /// Answers a query.
  func answer(_ query: StoreQuery) throws -> StoreAnswer {
    switch query {
    case .item(let id): return try hydration.answer(item(id))
    case .items(let request): return try items(request)
    case .stats: return try stats()
    case .versions(let id, let cursor): return try versions(of: item(id), cursor)
    case .metadata(let id): return try hydration.metadataAnswer(item(id))
    case .extensions(let id): return try hydration.extensionsAnswer(item(id).key)
    case .extension(let id, let namespace): return try sidecar(of: id, namespace)
    case .edges(let id, let request):
      return try edges(request, at: .source(item(id).key))
    case .backrefs(let id, let request):
      return try edges(request, at: .target(item(id).key))
    case .allEdges(let request): return try edges(request, at: .any)
    case .edgeTypes:
      let types = scope.catalogue.edgeRules.edgeTypes.values.sorted { $0.id < $1.id }
      return try StoreAnswer(encoding: EdgeTypesResponse(edgeTypes: types))
    case .types: return try StoreAnswer(encoding: scope.catalogue.types.types)
    case .type(let id): return try type(id)
    case .search(let request): return try search(request)
    case .itemsById(let ids, let include): return try items(ids: ids, including: include)
    case .snapshot(let place): return try snapshot(after: place)
    case .changes(let id): return try changes(after: id)
    case .tags(let cursor): return try tags(cursor)
    case .audit(let limit, let cursor): return try audit(limit: limit, cursor: cursor)
    case .webhooks:
      return StoreAnswer(["webhooks": .array(try rows.webhooks().map { $0.json(.withoutSecret) })])
    case .webhook(let id):
      guard let webhook = try rows.webhook(id: id) else { throw StoreErrors.webhookNotFound(id) }
      return StoreAnswer(webhook.json(.withoutSecret))
    }
  }

  private var hydration: Hydration { Hydration(rows: rows, scope: scope) }

  /// An item that may be seen, also one that is a record of the server.
  func item(_ id: String) throws -> ItemRow {
    if let row = try rows.item(id: id), scope.mayRead(type: row.type) {
      guard try !rows.isBeingPurged(row) else { throw StoreErrors.itemNotFound(id) }
      return row
    }
    if let record = try SystemItems.row(id: id, scope, in: rows) { return record }
    throw StoreErrors.itemNotFound(id)
  }

  private func items(_ request: ItemListRequest) throws -> StoreAnswer {
    let filters = request.filters
    let limit = filters.limit ?? 50
    guard (1...200).contains(limit) else {
      throw StoreErrors.invalid("limit", "A page has 1 to 200 items.", limit: 200)
    }
    let order = try ItemOrder(filters)
    let list = try filters.pagedList()
    let page = try rows.items(
      ItemSelection(filters, scope), in: order,
      after: filters.cursor.map { try PageCursor($0, of: list, in: rows).place },
      limit: RowLimit(count: limit, bytes: scope.limits.pageBytes))
    let items = try hydrated(page.rows, including: request.include)
    guard page.hasMore || items.count < page.rows.count, let last = items.last?.row else {
      return StoreAnswer(.items(HydratedPage(items: items)))
    }
    let end = PageCursor(ListPlace(value: order.value(last), key: last.key))
    return StoreAnswer(
      .items(HydratedPage(items: items, cursor: try end.text(of: list, in: rows))))
  }

  /// Bytes of a light item with what comes with it.
  private static let lightBytes = 16 << 10

  /// Items with what is included, until the page is full of bytes.
  func hydrated(
    _ items: [ItemRow], including include: Set<ItemInclude>
  ) throws -> [HydratedItem] {
    guard !include.isDisjoint(with: [.extensions, .edges]) else {
      return try hydration.hydrated(items, including: include)
    }
    var result: [HydratedItem] = []
    var (size, start) = (0, 0)
    // Extensions and edges may weigh more than their items: a few are read, and more where those
    // are light.
    var count = 8
    while start < items.count {
      let some = Array(items[start..<min(start + count, items.count)])
      for item in try hydration.hydrated(some, including: include) {
        size += item.size
        if size > scope.limits.pageBytes, !result.isEmpty { return result }
        result.append(item)
      }
      start += some.count
      count = size < start * Self.lightBytes ? count * 4 : 8
    }
    return result
  }

  private func edges(
    _ request: EdgeListRequest, at end: EdgeSelection.End
  ) throws -> StoreAnswer {
    StoreAnswer(.edges(try EdgePage(request, at: end, scope, in: rows)))
  }

  /// How many items the key may read, whatever their state.
  func readableItems() throws -> Int64 {
    try rows.typeCounts().reduce(0) { $0 + (scope.mayRead(type: $1.type) ? $1.count : 0) }
  }

  private func stats() throws -> StoreAnswer {
    var counts: [ItemState: Int64] = [.active: 0, .archived: 0, .trashed: 0]
    for count in try rows.typeCounts()
    where counts[count.state] != nil && scope.mayRead(type: count.type) {
      counts[count.state, default: 0] += count.count
    }
    let members = counts.map { ($0.key.rawValue, JSONValue.integer($0.value)) }
    return StoreAnswer(.object(Dictionary(uniqueKeysWithValues: members)))
  }

  private func type(_ id: String) throws -> StoreAnswer {
    guard let type = scope.catalogue.types[id] else {
      throw NotFoundError(
        code: ErrorCode.typeNotFound, message: "The type \(id) was not found.",
        details: ["type": .string(id)])
    }
    return try StoreAnswer(encoding: type.schema)
  }

  private func sidecar(of id: String, _ namespace: String) throws -> StoreAnswer {
    let key = try item(id).key
    guard scope.access.mayRead(extension: namespace) else {
      throw StoreErrors.forbidden("The key may not read \(namespace).")
    }
    return StoreAnswer(
      .sidecar(namespace: namespace, data: try rows.extension(namespace, of: key)))
  }

  private func versions(of item: ItemRow, _ cursor: String?) throws -> StoreAnswer {
    let list = "versions \(item.key)"
    let page = try rows.versions(
      of: item.key, before: cursor.map { try PageCursor($0, of: list, in: rows).place },
      limit: RowLimit(count: .max, bytes: scope.limits.pageBytes))
    let versions = try wholeVersions(page.rows, of: item)
    let next =
      try page.hasMore || versions.count < page.rows.count
      ? versions.last.map {
        let place = ListPlace(value: Int64($0.version), key: $0.key)
        return try PageCursor(place).text(of: list, in: rows)
      } : nil
    return StoreAnswer(.versions(versions, itemId: item.id, cursor: next))
  }

  /// Versions with their whole properties, until the page is full of bytes; at least one.
  private func wholeVersions(_ page: [VersionRow], of item: ItemRow) throws -> [VersionRow] {
    var texts = try VersionTexts(of: item.key, present: item.properties, in: rows)
    var whole: [VersionRow] = []
    var size = 0
    for row in page where whole.isEmpty || size < scope.limits.pageBytes {
      whole.append(try texts.whole(row))
      size += whole.last?.properties.utf8.count ?? 0
    }
    return whole
  }

  private func tags(_ cursor: String?) throws -> StoreAnswer {
    let start = try cursor.map { Int(try PageCursor($0, of: "tags", in: rows).place.key) } ?? 0
    let page = try rows.tagCounts(
      ofTypes: scope.visibility.itemTypes, after: start,
      limit: RowLimit(count: .max, bytes: scope.limits.pageBytes))
    let end = PageCursor(ListPlace(key: Int64(start + page.rows.count)))
    let next = try page.hasMore ? end.text(of: "tags", in: rows) : nil
    return StoreAnswer([
      "tags": .array(
        page.rows.map { ["tag": .string($0.tag), "count": .integer($0.count)] }),
      "cursor": next.map(JSONValue.string) ?? .null, "has_more": .bool(page.hasMore),
    ])
  }
}
