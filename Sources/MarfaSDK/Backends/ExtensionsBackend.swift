/// Where ``ExtensionsNamespace`` sends its calls; the namespace documents each of them.
package protocol ExtensionsBackend: Sendable {
  /// Reads all extensions of an item.
  func list(id: String) async throws -> [String: JSONValue]
  /// Reads one extension of an item; nil when there is none.
  func get(id: String, namespace: String) async throws -> [String: JSONValue]?
  /// Replaces one extension and returns all of them.
  func set(
    id: String, namespace: String, data: [String: JSONValue]
  ) async throws -> [String: JSONValue]
  /// Removes one extension and returns the others.
  func remove(id: String, namespace: String) async throws -> [String: JSONValue]
}
