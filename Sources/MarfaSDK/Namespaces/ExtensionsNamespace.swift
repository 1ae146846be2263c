/// Reads and writes the namespaced sidecars of items.
public struct ExtensionsNamespace: Sendable {
  let store: LocalStore

  /// Reads all extensions of an item.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: Objects by namespace.
  /// - Throws: `NotFoundError` or `StorageError`.
  public func list(id: String) async throws -> [String: JSONValue] {
    try await store.extensions(of: id)
  }

  /// Reads one extension of an item.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - namespace: The namespace.
  /// - Returns: The object, or nil when there is none.
  /// - Throws: `NotFoundError` or `StorageError`.
  public func get(id: String, namespace: String) async throws -> [String: JSONValue]? {
    try await store.extensions(of: id)[namespace]?.objectValue
  }

  /// Replaces one extension of an item.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - namespace: The namespace: two or more dotted segments.
  ///   - data: The object, at most 100 KB as JSON.
  /// - Returns: All extensions of the item as they are now.
  /// - Throws: `NotFoundError`, `ValidationError` or `StorageError`; nothing is written then.
  @discardableResult
  public func set(
    id: String, namespace: String, data: [String: JSONValue]
  ) async throws -> [String: JSONValue] {
    try await store.setExtension(namespace, of: id, to: data)
  }

  /// Removes one extension of an item; one that is not there is no error.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - namespace: The namespace.
  /// - Returns: All extensions of the item as they are now.
  /// - Throws: `NotFoundError`, `ValidationError` or `StorageError`.
  @discardableResult
  public func remove(id: String, namespace: String) async throws -> [String: JSONValue] {
    try await store.setExtension(namespace, of: id, to: nil)
  }
}
