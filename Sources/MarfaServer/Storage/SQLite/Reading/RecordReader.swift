import GRDB
import MarfaModel

/// Answers queries within one read transaction.
struct RecordReader {
  let db: Database
  let scope: ReadScope
  /// The moment of the query, for the recency of search results.
  let now: Timestamp

  /// Answers a query.
  func answer(_ query: StoreQuery) throws -> StoreAnswer {
    switch query {
    case .item(let id): return try hydration.answer(item(id))
    case .items(let request): return try items(request)
    case .stats: return try stats()
    case .versions(let id): return try versions(of: item(id))
    case .metadata(let id): return try hydration.metadataAnswer(item(id))
    case .extensions(let id): return try hydration.extensionsAnswer(item(id).key)
    case .extension(let id, let namespace): return try sidecar(of: id, namespace)
    case .edges(let id, let request):
      return try EdgePage(request, at: .source(item(id).key), scope, in: db).answer
    case .backrefs(let id, let request):
      return try EdgePage(request, at: .target(item(id).key), scope, in: db).answer
    case .allEdges(let request): return try EdgePage(request, at: .any, scope, in: db).answer
    case .edgeTypes: return try CatalogueAnswers(scope.catalogue).edgeTypes()
    case .types: return try CatalogueAnswers(scope.catalogue).types()
    case .type(let id): return try CatalogueAnswers(scope.catalogue).type(id)
    case .search(let request):
      return try SearchReader(db: db, scope: scope, now: now).answer(request)
    case .tags: return try tags()
    case .webhooks: return try WebhookRows(db: db).listAnswer()
    case .webhook(let id): return try WebhookRows(db: db).answer(id)
    }
  }

  private var hydration: Hydration { Hydration(db: db, scope: scope) }

  /// An item that may be seen, also one that is a record of the server.
  func item(_ id: String) throws -> ItemRow {
    if let row = try db.itemRow(id: id), scope.mayRead(type: row.type) { return row }
    if let record = try SystemItems.row(id: id, scope, in: db) { return record }
    throw StoreErrors.itemNotFound(id)
  }

  private func items(_ request: ItemListRequest) throws -> StoreAnswer {
    let page = try ItemPage(request.filters, scope, in: db)
    var writer = JSONWriter(capacity: 32_768)
    try writer.writePage(cursor: page.cursor, hasMore: page.hasMore) { writer in
      for (index, row) in page.rows.enumerated() {
        if index > 0 { writer.raw(",") }
        try hydration.write(row, including: request.include, to: &writer)
      }
    }
    return StoreAnswer(body: writer.bytes)
  }

  private func stats() throws -> StoreAnswer {
    var counts: [String: JSONValue] = ["active": 0, "archived": 0, "trashed": 0]
    var conditions = Conditions()
    conditions.add("state < 3")
    conditions.add("type", in: scope.readableTypes)
    let rows = try db.rows(
      "SELECT state, SUM(count) FROM type_count WHERE \(conditions.clause) GROUP BY state",
      conditions.arguments)
    for row in rows {
      counts[try ItemState(code: row[0]).rawValue] = .integer(row[1])
    }
    return StoreAnswer(.object(counts))
  }

  private func versions(of item: ItemRow) throws -> StoreAnswer {
    let rows = try db.rows(
      """
      SELECT id, version, properties, created_at, device FROM version WHERE item = ?
      ORDER BY version DESC, key DESC
      """, [item.key])
    var writer = JSONWriter()
    writer.raw("{\"versions\":[")
    for (index, row) in rows.enumerated() {
      writer.raw(index > 0 ? ",{\"id\":" : "{\"id\":")
      writer.write(row[0] as String)
      writer.member("item_id", item.id)
      writer.raw(",\"version\":")
      writer.write(row[1] as Int64)
      writer.raw(",\"properties\":")
      writer.raw(row[2] as String)
      writer.time("created_at", row[3])
      if let device: String = row[4] { writer.member("device", device) }
      writer.raw("}")
    }
    writer.raw("]}")
    return StoreAnswer(body: writer.bytes)
  }

  private func sidecar(of id: String, _ namespace: String) throws -> StoreAnswer {
    let key = try item(id).key
    guard scope.access.mayRead(extension: namespace) else {
      throw StoreErrors.forbidden("The key may not read \(namespace).")
    }
    let data = try db.value(
      "SELECT data FROM extension WHERE item = ? AND namespace = ?", [key, namespace],
      as: String.self)
    var writer = JSONWriter()
    writer.raw("{\"namespace\":")
    writer.write(namespace)
    writer.raw(",\"data\":\(data ?? "null")}")
    return StoreAnswer(body: writer.bytes)
  }

  private func tags() throws -> StoreAnswer {
    var conditions = Conditions()
    conditions.add("type", in: scope.readableTypes)
    let rows = try db.rows(
      """
      SELECT tag, SUM(count) AS total FROM tag_count WHERE \(conditions.clause)
      GROUP BY tag ORDER BY total DESC, tag
      """, conditions.arguments)
    let tags = rows.map { JSONValue.object(["tag": .string($0[0]), "count": .integer($0[1])]) }
    return StoreAnswer(["tags": .array(tags)])
  }
}
