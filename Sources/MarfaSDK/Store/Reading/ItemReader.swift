import GRDB

/// Reads items within one read of the database.
struct ItemReader {
  let db: Database

  /// The item of an id, or nil.
  func item(id: String) throws -> Item? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(Item.storedColumns) FROM \(Item.storedTables) WHERE item.id = ?")
    if let row = try Row.fetchOne(statement, arguments: [id]) { return try Item(row: row) }
    return try Row.fetchOne(statement, arguments: [presentId(of: id)]).map { try Item(row: $0) }
  }

  /// The id that an item has now: a server may have given it another one since the given one was
  /// read.
  func presentId(of id: String) throws -> String {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM id_alias WHERE former_id = ?"), arguments: [id])
      ?? id
  }

  /// The item of an id, which must be there.
  func existingItem(id: String) throws -> Item {
    guard let item = try item(id: id) else { throw ItemErrors.notFound(id) }
    return item
  }

  /// An item without its text, which must be there.
  func summary(id: String) throws -> ItemSummary {
    let statement = try db.cachedStatement(
      sql: "SELECT \(ItemSummary.storedColumns) FROM item WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [id]) else {
      throw ItemErrors.notFound(id)
    }
    return ItemSummary(row: row)
  }

  /// The tags and extensions of an item.
  func metadata(id: String) throws -> Metadata {
    let statement = try db.cachedStatement(sql: "SELECT key, tags FROM item WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [id]) else {
      throw ItemErrors.notFound(id)
    }
    return Metadata(
      itemId: id, tags: TagColumn.tags(row[1]), extensions: try extensions(of: row[0]))
  }

  /// The extensions of an item's key, by namespace.
  func extensions(of key: Int64) throws -> [String: JSONValue] {
    let statement = try db.cachedStatement(
      sql: "SELECT namespace, data FROM extension WHERE item = ?")
    var extensions: [String: JSONValue] = [:]
    let rows = try Row.fetchCursor(statement, arguments: [key])
    while let row = try rows.next() {
      extensions[row[0]] = .object(try StoredJSON.object(row[1]))
    }
    return extensions
  }

  /// One page of a list.
  func items(_ filters: ListFilters) throws -> ListPage<Item> {
    try page(
      filters, columns: Item.storedColumns, tables: Item.storedTables,
      columnCount: Item.storedColumnCount, places: Item.orderPlaces
    ) { try Item(row: $0) }
  }

  /// One page of a list, without text.
  func summaries(_ filters: ListFilters) throws -> ListPage<ItemSummary> {
    try page(
      filters, columns: ItemSummary.storedColumns, tables: "item",
      columnCount: ItemSummary.storedColumnCount, places: ItemSummary.orderPlaces
    ) { ItemSummary(row: $0) }
  }

  /// How many items a list holds, whatever its limit and cursor.
  func count(_ filters: ListFilters) throws -> Int {
    let conditions = try ListConditions(filters, in: db)
    let statement = try db.cachedStatement(
      sql: "SELECT COUNT(*) FROM item WHERE \(conditions.clause)")
    return try Int.fetchOne(statement, arguments: conditions.arguments) ?? 0
  }

  /// The keys of all items of a list, in the order in which they were made.
  func keys(_ filters: ListFilters) throws -> [Int64] {
    let conditions = try ListConditions(filters, in: db)
    return try Int64.fetchAll(
      db, sql: "SELECT item.key FROM item WHERE \(conditions.clause) ORDER BY item.key",
      arguments: conditions.arguments)
  }

  private func page<Element: Sendable>(
    _ filters: ListFilters, columns: String, tables: String,
    columnCount: Int, places: [String: Int], _ make: (StatementRow) throws -> Element
  ) throws -> ListPage<Element> {
    let conditions = try ListConditions(filters, in: db)
    let order = ListOrder(filters)
    let (columns, place) = order.adding(to: columns, columnCount, places)
    // One row more than asked for says whether there is a next page.
    let wanted = filters.limit.map { max($0, 0) + 1 } ?? .max
    var page = ListPage<Element>(data: [])
    page.data.reserveCapacity(min(wanted, 256))
    var last: ListCursor?
    for range in try ranges(filters, order) where page.data.count < wanted {
      let statement = try db.cachedStatement(
        sql: """
          SELECT \(columns) FROM \(tables)
          WHERE \(conditions.clause) AND \(range.condition) ORDER BY \(order.terms()) LIMIT ?
          """)
      let rows = try StatementRows(
        statement,
        arguments: conditions.arguments + range.arguments + [wanted - page.data.count])
      while let row = try rows.next() {
        page.data.append(try make(row))
        if page.data.count == filters.limit {
          last = ListCursor(
            value: order.isText
              ? row.text(place).databaseValue : row.integer(place).databaseValue,
            key: row.integer(0))
        }
      }
    }
    if page.data.count == wanted {
      page.data.removeLast()
      page.hasMore = true
      page.cursor = last?.text(in: order)
    }
    return page
  }

  private func ranges(_ filters: ListFilters, _ order: ListOrder) throws -> [ListRange] {
    guard let text = filters.cursor else { return [.everything] }
    let cursor = try ListCursor(text, in: order)
    return order.ranges(.after, value: cursor.value, key: cursor.key)
  }
}
