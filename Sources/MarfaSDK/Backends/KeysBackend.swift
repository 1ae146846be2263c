/// Where ``KeysNamespace`` sends its calls; the namespace documents each of them.
package protocol KeysBackend: Sendable {
  /// Lists the keys.
  func list() async throws -> [APIKey]
  /// Creates a key and returns it with its secret.
  func create(_ input: CreateKeyBody) async throws -> CreatedKeyResponse
  /// Changes a key.
  func update(id: String, _ changes: PatchKeyBody) async throws -> APIKey
  /// Revokes a key.
  func delete(id: String) async throws
}
