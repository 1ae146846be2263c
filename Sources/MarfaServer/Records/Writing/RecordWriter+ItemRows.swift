import MarfaModel

/// Rows of items with everything that follows from them: words, blob references and events.
extension RecordWriter {
  /// Writes a new item.
  func insert(_ item: Item, tags: [String], trashedAt: Int64? = nil) throws -> ItemRow {
    let trashedAt = item.state == .trashed ? trashedAt ?? rows.now.milliseconds : nil
    var row = try ItemRow(item, tags: tags, trashedAt: trashedAt)
    try context.limits.check(row, attachments: item.attachments.count, over: nil)
    row.key = try rows.insert(row)
    try rows.setWords(words(of: item, tags: tags), of: row.key)
    try rows.setBlobs(of: row.key, adding: Self.blobs(of: item), removing: [])
    return row
  }

  /// Writes what changed of an item; the row must be as it is now.
  func save(_ item: Item, tags: [String], over old: ItemRow) throws -> ItemRow {
    let trashedAt = item.state == .trashed ? old.trashedAt ?? rows.now.milliseconds : nil
    let row = try ItemRow(item, key: old.key, tags: tags, trashedAt: trashedAt)
    try context.limits.check(row, attachments: item.attachments.count, over: old)
    try rows.update(row, over: old)
    let areOthers = row.properties != old.properties
    if areOthers || tags != old.tags || item.state != old.state {
      try rows.setWords(words(of: item, tags: tags), of: row.key)
    }
    if areOthers || row.attachments != old.attachments {
      let (blobs, before) = (Self.blobs(of: item), Self.blobs(of: try old.item()))
      try rows.setBlobs(
        of: row.key, adding: blobs.subtracting(before), removing: before.subtracting(blobs))
    }
    return row
  }

  /// Removes an item permanently, with its edges, and reports it.
  func remove(_ row: ItemRow) throws {
    for end in [EdgeSelection.End.source(row.key), .target(row.key)] {
      var isAtEnd = false
      while !isAtEnd {
        let page = try rows.edges(EdgeSelection(end: end), after: 0, limit: 200)
        for edge in page.rows { try remove(edge) }
        isAtEnd = !page.hasMore
      }
    }
    try rows.delete(row)
    try emit(
      .itemDeleted, itemID: row.id, itemType: row.type,
      data: JSONWriter.string(of: ["id": .string(row.id), "type": .string(row.type)]))
  }

  /// Puts the words of a type's items in the index again, after what is searched of it changed.
  ///
  /// As long as it has items, in the transaction of the change.
  func indexItems(ofType type: String) throws {
    var last: Int64 = 0
    while true {
      let page = try rows.items(
        ofType: type, after: last, limit: RowLimit(count: 500, bytes: 4 << 20))
      for row in page.rows { try rows.setWords(words(of: row.item(), tags: row.tags), of: row.key) }
      guard page.hasMore, let end = page.rows.last else { return }
      last = end.key
    }
  }

  /// What an item is found by; trashed items and the platform's records are not found.
  private func words(of item: Item, tags: [String]) throws -> ItemWords? {
    guard item.state != .trashed, !TypeName.isSystem(item.type) else { return nil }
    return ItemWords(item.properties, tags: tags, of: try rows.catalogue().types[item.type])
  }

  /// The blobs that an item refers to.
  private static func blobs(of item: Item) -> Set<String> {
    var hashes = Set(item.attachments.map(\.blobRef))
    if let hash = item.properties["blob_ref"]?.stringValue, ItemRules.isBlobReference(hash) {
      hashes.insert(hash)
    }
    return hashes
  }

  // MARK: - Events

  /// Reports an item as it is now.
  func emit(_ name: EventName, _ row: ItemRow) throws {
    try emit(name, itemID: row.id, itemType: row.type, data: row.json)
  }

  /// Reports an item's tags, tier and state.
  func emitMetadata(_ row: ItemRow) throws {
    let data: JSONValue = [
      "item_id": .string(row.id), "tags": .array(row.tags.map(JSONValue.string)),
      "tier": row.tier.map { .string($0.rawValue) } ?? .null,
      "state": .string(row.state.rawValue),
    ]
    try emit(
      .metadataChanged, itemID: row.id, itemType: row.type, data: JSONWriter.string(of: data))
  }

  /// Tells devices that follow the log to sweep, after changes that were not reported.
  ///
  /// `count` is how many changes the storage had before.
  func emitResync(since count: Int) throws {
    guard !emitsEvents, rows.changeCount != count else { return }
    try rows.append(
      StoredEvent(
        id: 0, name: .resync, data: "{}", itemID: "", itemType: "", createdAt: rows.now))
  }

  /// Puts an event in the log.
  func emit(
    _ name: EventName, itemID: String, itemType: String, edge: EdgeRow? = nil,
    data: @autoclosure () -> String
  ) throws {
    guard emitsEvents else { return }
    try rows.append(
      StoredEvent(
        id: 0, name: name, data: data(), itemID: itemID, itemType: itemType,
        edgeType: edge?.type, targetType: edge?.targetType, createdAt: rows.now))
  }
}

extension ItemWords {
  /// The words of properties: every string that the type does not except.
  init(
    _ properties: [String: JSONValue], tags: [String], of type: TypeRegistry.ResolvedType?
  ) {
    let titleField = type?.titleField ?? "title"
    var parts: [String] = []
    for (name, value) in properties.sorted(by: { $0.key < $1.key }) where name != titleField {
      if let field = type?.fields[name], !field.isSearched { continue }
      if let string = value.stringValue { parts.append(string) }
    }
    self.init(
      title: properties[titleField]?.stringValue ?? "", text: parts.joined(separator: "\n"),
      tags: tags)
  }
}
