/// Manages the keys of a server; needs one.
///
/// ```swift
/// let phone = try await client.keys.create(CreateKeyBody(label: "Phone", source: "phone"))
/// show(phone.key)  // the secret, which the server does not show again
/// ```
public struct KeysNamespace: Sendable {
  let backend: any KeysBackend

  /// Lists the keys, without their secrets.
  ///
  /// - Returns: The keys, oldest first.
  /// - Throws: `LocalModeUnsupportedError` without a server, `ForbiddenError` or `NetworkError`.
  public func list() async throws -> [APIKey] {
    try await backend.list()
  }

  /// Makes a credential for a person or a program.
  ///
  /// - Parameter input: Its label, the source that it stamps and what it may do.
  /// - Returns: The key with its secret, which no later call shows.
  /// - Throws: `LocalModeUnsupportedError` without a server; `ForbiddenError` or
  ///   `ValidationError`, and no key is made; `NetworkError`.
  public func create(_ input: CreateKeyBody) async throws -> CreatedKeyResponse {
    try await backend.create(input)
  }

  /// Changes the label, the tier or the rights of a key.
  ///
  /// - Parameters:
  ///   - id: The key's id.
  ///   - changes: What changes; a map that is given replaces the old one.
  /// - Returns: The key as it is now.
  /// - Throws: `LocalModeUnsupportedError` without a server; `NotFoundError`, `ForbiddenError` or
  ///   `ValidationError`, and nothing is changed; `NetworkError`.
  @discardableResult
  public func update(id: String, _ changes: PatchKeyBody) async throws -> APIKey {
    try await backend.update(id: id, changes)
  }

  /// Revokes a key at once.
  ///
  /// - Parameter id: The key's id.
  /// - Throws: `LocalModeUnsupportedError` without a server; `NotFoundError` or `ForbiddenError`,
  ///   and the key still works; `NetworkError`.
  public func delete(id: String) async throws {
    try await backend.delete(id: id)
  }
}
