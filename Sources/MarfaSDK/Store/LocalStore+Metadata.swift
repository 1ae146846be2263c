import GRDB

extension LocalStore {
  /// Reads the tags and extensions of an item.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The metadata.
  /// - Throws: `NotFoundError` or `StorageError`.
  public func metadata(id: String) async throws -> Metadata {
    try await readBriefly { try ItemReader(db: $0).metadata(id: id) }
  }

  /// Replaces the tags of an item.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - tags: The tags, in any order.
  /// - Returns: The metadata as it is now.
  /// - Throws: `NotFoundError`, `ValidationError` or `StorageError`; nothing is written then.
  nonisolated(nonsending) public func setTags(id: String, _ tags: [String]) async throws -> Metadata
  {
    try await changeTags(id) { _ in Set(try TagRules.normalized(tags)) }
  }

  /// Adds tags to an item; those that it has stay.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - tags: The tags, in any order.
  /// - Returns: The metadata as it is now.
  /// - Throws: `NotFoundError`, `ValidationError` or `StorageError`; nothing is written then.
  nonisolated(nonsending) public func addTags(id: String, _ tags: [String]) async throws -> Metadata
  {
    try await changeTags(id) { $0.union(try TagRules.normalized(tags)) }
  }

  /// Removes tags from an item; one that it does not have is no error.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - tags: The tags.
  /// - Returns: The metadata as it is now.
  /// - Throws: `NotFoundError` or `StorageError`; nothing is written then.
  nonisolated(nonsending) public func removeTags(id: String, _ tags: [String]) async throws
    -> Metadata
  {
    try await changeTags(id) { $0.subtracting(tags.map { TagRules.normalize($0) ?? $0 }) }
  }

  /// Lists the tags of items that are not trashed, the most used first, then by name.
  ///
  /// - Returns: Each tag with its count, 1 or more.
  /// - Throws: `StorageError`.
  public func tags() async throws -> [TagWithCount] {
    try await readBriefly { db in try TagReader(db: db).tags() }
  }

  /// Lists the tags that items with all the given tags carry as well, the most used first.
  ///
  /// - Parameters:
  ///   - tags: Tags that must all be there.
  ///   - limit: The maximum number of results.
  /// - Returns: Each other tag with its count among those items, 1 or more.
  /// - Throws: `StorageError`.
  public func tags(besides tags: [String], limit: Int = 50) async throws -> [TagWithCount] {
    try await read { try TagReader(db: $0).tags(besides: tags, limit: limit) }
  }

  /// Gives a tag another name on all items; when the name is in use, the two become one.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - newName: The new name.
  /// - Returns: How many items were changed.
  /// - Throws: `ValidationError` for a bad name, or `StorageError`; nothing is written then.
  @discardableResult
  public func renameTag(_ tag: String, to newName: String) async throws -> Int {
    try await mergeTags([tag], into: newName)
  }

  /// Replaces tags by one on all items, in one transaction.
  ///
  /// - Parameters:
  ///   - tags: The tags that go.
  ///   - target: The tag that takes their place.
  /// - Returns: How many items were changed.
  /// - Throws: `ValidationError` for a bad name, or `StorageError`; nothing is written then.
  @discardableResult
  public func mergeTags(_ tags: [String], into target: String) async throws -> Int {
    let wanted = try TagRules.normalized([target])
    let leaving = Set(tags.map { TagRules.normalize($0) ?? $0 }).subtracting(wanted)
    return try await write { writer in
      var changed = 0
      for tag in leaving.sorted() {
        for key in try TagReader(db: writer.db).items(of: tag) {
          guard var record = try writer.record(key: key) else { continue }
          let tags = Set(record.tags).subtracting(leaving).union(wanted)
          if try writer.setTags(tags.sorted(), of: &record) { changed += 1 }
        }
      }
      return changed
    }
  }

  nonisolated(nonsending) private func changeTags(
    _ id: String, _ change: @escaping @Sendable (Set<String>) throws -> Set<String>
  ) async throws -> Metadata {
    try await writeBriefly { writer in
      var record = try writer.existingRecord(id: id)
      try writer.setTags(try change(Set(record.tags)).sorted(), of: &record)
      return Metadata(
        itemId: record.id, tags: record.tags,
        extensions: try ItemReader(db: writer.db).extensions(of: record.key))
    }
  }
}
