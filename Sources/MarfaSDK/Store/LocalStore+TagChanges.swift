import GRDB

/// Tags of many items at once.
extension LocalStore {
  /// The tags of an item.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The tags, sorted; nil when there is no such item.
  /// - Throws: `StorageError`.
  package func tags(ofItem id: String) async throws -> [String]? {
    try await readBriefly { db in
      let reader = ItemReader(db: db)
      return try reader.item(id: id) == nil ? nil : reader.metadata(id: id).tags
    }
  }

  /// The ids of the items that carry a tag, in the order in which they were made.
  ///
  /// - Parameter tag: The tag.
  /// - Returns: The ids; none for an unknown tag.
  /// - Throws: `StorageError`.
  public func ids(taggedWith tag: String) async throws -> [String] {
    try await read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT item.id FROM tag JOIN item_tag ON item_tag.tag = tag.key
          JOIN item ON item.key = item_tag.item WHERE tag.name = ? ORDER BY item.key
          """)
      return try String.fetchAll(statement, arguments: [TagRules.normalize(tag) ?? tag])
    }
  }

  /// Merges properties into an item and changes its tags, in one transaction; null takes a property
  /// away.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - properties: The properties that change.
  ///   - tags: The tags that come and go.
  ///   - revision: The revision that the change was made on.
  /// - Returns: The item as the change left it.
  /// - Throws: `NotFoundError`, `ConflictError` when the item has another revision,
  ///   `ValidationError` or `StorageError`; nothing is written then.
  @discardableResult
  package func change(
    id: String, properties: [String: JSONValue], tags: TagDifference, basedOn revision: Int?
  ) async throws -> ItemSummary {
    var options = UpdateOptions(snapshot: .always)
    options.revision = revision
    return try await write { [options] writer in
      var record = try writer.existingRecord(id: id)
      try writer.update(&record, patch: properties, options)
      if !tags.isEmpty {
        try writer.setTags(tags.applied(to: record.tags).sorted(), of: &record)
      }
      return try ItemReader(db: writer.db).summary(id: id)
    }
  }

  /// Adds tags to some items and removes others from them, in one transaction.
  ///
  /// - Parameters:
  ///   - ids: The items; missing ones are skipped.
  ///   - adding: The tags to add.
  ///   - removing: The tags to remove.
  /// - Returns: The number of changed items.
  /// - Throws: `ValidationError` for a bad name, or `StorageError`; nothing is written then.
  @discardableResult
  public func changeTags(
    of ids: [String], adding: [String] = [], removing: [String] = []
  ) async throws -> Int {
    let added = try TagRules.normalized(adding)
    let removed = removing.map { TagRules.normalize($0) ?? $0 }
    return try await write { writer in
      var changed = 0
      for id in ids {
        guard var record = try writer.record(id: id) else { continue }
        let tags = Set(record.tags).subtracting(removed).union(added)
        if try writer.setTags(tags.sorted(), of: &record) { changed += 1 }
      }
      return changed
    }
  }
}
