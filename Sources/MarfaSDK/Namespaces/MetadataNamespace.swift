/// Reads and changes tags and counts them.
///
/// ```swift
/// try await client.metadata.addTags(id: note.id, tags: ["bread", "baking"])
/// try await client.metadata.removeTag(id: note.id, tag: "baking")
/// for entry in try await client.metadata.listTags() { show("\(entry.tag) \(entry.count)") }
/// ```
public struct MetadataNamespace: Sendable {
  let backend: any MetadataBackend

  /// Reads the tags and extensions of an item.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The metadata.
  /// - Throws: `NotFoundError` or `LocalStorageError`.
  public func get(id: String) async throws -> Metadata {
    try await backend.get(id: id)
  }

  /// Replaces the tags of an item.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - tags: The tags, in any order.
  /// - Returns: The metadata as it is now.
  /// - Throws: `NotFoundError`, `ValidationError` or `LocalStorageError`; nothing is written then.
  @discardableResult
  public func set(id: String, tags: [String]) async throws -> Metadata {
    try await backend.set(id: id, tags: tags)
  }

  /// Merges tags into those of an item, as a set.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - tags: The tags, in any order.
  /// - Returns: The metadata as it is now.
  /// - Throws: `NotFoundError`, `ValidationError` or `LocalStorageError`; nothing is written then.
  @discardableResult
  public func patch(id: String, tags: [String]) async throws -> Metadata {
    try await backend.patch(id: id, tags: tags)
  }

  /// Adds tags to an item; those that it has stay.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - tags: The tags, in any order.
  /// - Returns: The metadata as it is now.
  /// - Throws: `NotFoundError`, `ValidationError` or `LocalStorageError`; nothing is written then.
  @discardableResult
  public func addTags(id: String, tags: [String]) async throws -> Metadata {
    try await backend.addTags(id: id, tags: tags)
  }

  /// Removes a tag from an item; one that it does not have is no error.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - tag: The tag.
  /// - Returns: The metadata as it is now.
  /// - Throws: `NotFoundError` or `LocalStorageError`; nothing is written then.
  @discardableResult
  public func removeTag(id: String, tag: String) async throws -> Metadata {
    try await backend.removeTag(id: id, tag: tag)
  }

  /// Lists the tags of items that are not trashed, the most used first, then by name.
  ///
  /// - Returns: Each tag with its count, 1 or more.
  /// - Throws: `LocalStorageError`.
  public func listTags() async throws -> [TagWithCount] {
    try await backend.listTags()
  }

  /// Gives a tag another name on all items; when the name is in use, the two become one.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - newName: The new name.
  /// - Returns: How many items were changed.
  /// - Throws: `ValidationError` for a bad name, or `LocalStorageError`; nothing is written then.
  @discardableResult
  public func renameTag(_ tag: String, to newName: String) async throws -> Int {
    try await backend.mergeTags([tag], into: newName)
  }

  /// Replaces tags by one on all items, in one transaction.
  ///
  /// - Parameters:
  ///   - tags: The tags that go.
  ///   - target: The tag that takes their place.
  /// - Returns: How many items were changed.
  /// - Throws: `ValidationError` for a bad name, or `LocalStorageError`; nothing is written then.
  @discardableResult
  public func mergeTags(_ tags: [String], into target: String) async throws -> Int {
    try await backend.mergeTags(tags, into: target)
  }
}
