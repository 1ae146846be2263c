import GRDB

/// Items with the keys of their rows, by which a change is compared with them.
struct KeyedItems<Element: Sendable & Equatable>: Sendable, Equatable {
  var keys: Set<Int64> = []
  var elements: [Element] = []
}

/// Reads every item that filters let through, up to their limit, in their order.
struct ItemListFetch: StoreFetch {
  let filters: ListFilters

  var interest: StoreInterest {
    var interest = StoreInterest(.item, .itemText)
    for table in filters.otherTables { interest.add(table) }
    return interest
  }

  func fetch(_ db: Database) throws -> KeyedItems<Item> {
    try rows(db, Item.storedColumns) { row, _ in try Item(row: row) }
  }

  func isAffected(
    by change: StoreChange, _ value: KeyedItems<Item>, _ db: Database
  ) throws -> Bool {
    try isAffected(by: change, keys: value.keys, db)
  }

  /// Reads columns of the items, of which the first is the key, and makes something of each row.
  func rows<Element: Sendable & Equatable>(
    _ db: Database, _ columns: String, _ make: (Row, Int64) throws -> Element
  ) throws -> KeyedItems<Element> {
    let conditions = try ListConditions(filters, in: db)
    var sql = """
      SELECT \(columns) FROM \(Item.storedTables)
      WHERE \(conditions.clause) ORDER BY \(ListOrder(filters).terms())
      """
    if let limit = filters.limit { sql += " LIMIT \(max(limit, 0))" }
    let cursor = try Row.fetchCursor(
      db.cachedStatement(sql: sql), arguments: conditions.arguments)
    var result = KeyedItems<Element>()
    while let row = try cursor.next() {
      let key: Int64 = row[0]
      result.keys.insert(key)
      result.elements.append(try make(row, key))
    }
    return result
  }

  /// Whether a changed row is among those read, or belongs to them now.
  ///
  /// Rows that were never read and do not fit cannot matter. With a limit, a row that fits but
  /// comes after the last one counts as a change.
  func isAffected(by change: StoreChange, keys: Set<Int64>, _ db: Database) throws -> Bool {
    for table in filters.otherTables {
      if change.rows(of: table)?.isEmpty != true { return true }
    }
    guard let items = change.rows(of: .item), let texts = change.rows(of: .itemText) else {
      return true
    }
    let read = Item.readColumns.union(filters.columns).union(["tags", ListOrder(filters).column])
    let changed = Set(items.filter { $0.value.touches(read) }.keys).union(texts.keys)
    if !changed.isDisjoint(with: keys) { return true }
    let conditions = try ListConditions(filters, in: db)
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM item WHERE item.key = ? AND \(conditions.clause)")
    return try changed.contains { key in
      try Int.fetchOne(statement, arguments: [key] + conditions.arguments) != nil
    }
  }
}

/// Reads the same items with their tags and extensions.
struct ItemsWithMetadataFetch: StoreFetch {
  let list: ItemListFetch

  var interest: StoreInterest {
    var interest = list.interest
    interest.add(.itemExtension)
    return interest
  }

  func fetch(_ db: Database) throws -> KeyedItems<ItemWithMetadata> {
    let reader = ItemReader(db: db)
    let columns = "\(ItemRecord.columns), \(ItemText.columns)"
    return try list.rows(db, columns) { row, key in
      let record = ItemRecord(row: row)
      let text = ItemText(row: row, at: ItemRecord.columnCount)
      return ItemWithMetadata(
        item: try Item(record: record, text: text),
        metadata: Metadata(
          itemId: record.id, tags: record.tags, extensions: try reader.extensions(of: key)))
    }
  }

  func isAffected(
    by change: StoreChange, _ value: KeyedItems<ItemWithMetadata>, _ db: Database
  ) throws -> Bool {
    guard let sidecars = change.rows(of: .itemExtension) else { return true }
    for (key, row) in sidecars {
      // Whose a removed sidecar was is not known any more.
      if row.isDeleted { return true }
      let owner = try Int64.fetchOne(
        db, sql: "SELECT item FROM extension WHERE key = ?", arguments: [key])
      if let owner, value.keys.contains(owner) { return true }
    }
    return try list.isAffected(by: change, keys: value.keys, db)
  }
}

/// Reads one item by its id; nothing when it does not exist or is purged.
struct SingleItemFetch: StoreFetch {
  let id: String

  var interest: StoreInterest { StoreInterest(.item, .itemText) }

  func fetch(_ db: Database) throws -> KeyedItems<Item> {
    var result = KeyedItems<Item>()
    if let item = try ItemReader(db: db).item(id: id), let key = try key(db) {
      result.keys = [key]
      result.elements = [item]
    }
    return result
  }

  func isAffected(
    by change: StoreChange, _ value: KeyedItems<Item>, _ db: Database
  ) throws -> Bool {
    guard let items = change.rows(of: .item), let texts = change.rows(of: .itemText) else {
      return true
    }
    let changed = Set(items.filter { $0.value.touches(Item.readColumns) }.keys).union(texts.keys)
    if let key = value.keys.first { return changed.contains(key) }
    return try key(db).map(changed.contains) ?? false
  }

  /// The key of the item, which a server may have given another id meanwhile.
  private func key(_ db: Database) throws -> Int64? {
    let statement = try db.cachedStatement(sql: "SELECT key FROM item WHERE id = ?")
    if let key = try Int64.fetchOne(statement, arguments: [id]) { return key }
    return try Int64.fetchOne(statement, arguments: [ItemReader(db: db).presentId(of: id)])
  }
}
