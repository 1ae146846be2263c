/// Reads and writes the namespaced sidecars of items.
///
/// ```swift
/// try await client.extensions.set(
///   id: note.id, namespace: "user.reader", data: ["line": 12])
/// let position = try await client.extensions.get(id: note.id, namespace: "user.reader")
/// show(position?["line"]?.integerValue ?? 0)
/// ```
public struct ExtensionsNamespace: Sendable {
  let backend: any ExtensionsBackend

  /// Reads all extensions of an item.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: Objects by namespace.
  /// - Throws: `NotFoundError` or `LocalStorageError`.
  public func list(id: String) async throws -> [String: JSONValue] {
    try await backend.list(id: id)
  }

  /// Reads one extension of an item.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - namespace: The namespace.
  /// - Returns: The object, or nil when there is none.
  /// - Throws: `NotFoundError` or `LocalStorageError`.
  public func get(id: String, namespace: String) async throws -> [String: JSONValue]? {
    try await backend.get(id: id, namespace: namespace)
  }

  /// Replaces one extension of an item.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - namespace: The namespace: two or more dotted segments.
  ///   - data: The object, at most 100 KB as JSON.
  /// - Returns: All extensions of the item as they are now.
  /// - Throws: `NotFoundError`, `ValidationError` or `LocalStorageError`; nothing is written then.
  @discardableResult
  public func set(
    id: String, namespace: String, data: [String: JSONValue]
  ) async throws -> [String: JSONValue] {
    try await backend.set(id: id, namespace: namespace, data: data)
  }

  /// Removes one extension of an item; one that is not there is no error.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - namespace: The namespace.
  /// - Returns: All extensions of the item as they are now.
  /// - Throws: `NotFoundError`, `ValidationError` or `LocalStorageError`.
  @discardableResult
  public func remove(id: String, namespace: String) async throws -> [String: JSONValue] {
    try await backend.remove(id: id, namespace: namespace)
  }
}
