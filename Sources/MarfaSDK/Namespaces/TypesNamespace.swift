/// Registers item types; needs a server.
///
/// ```swift
/// try await client.types.register(
///   ItemType(
///     id: "user.recipe", fields: ["name": FieldDefinition(.string)], required: ["name"]))
/// show(try await client.types.list().map(\.id))
/// ```
public struct TypesNamespace: Sendable {
  let backend: any TypesBackend

  /// Lists all types.
  ///
  /// - Returns: The types, in the server's order.
  /// - Throws: `LocalModeUnsupportedError` without a server, or `NetworkError`.
  public func list() async throws -> [ItemType] {
    try await backend.list()
  }

  /// Reads a type.
  ///
  /// - Parameter id: The type's name.
  /// - Returns: The type.
  /// - Throws: `LocalModeUnsupportedError` without a server, `NotFoundError` or `NetworkError`.
  public func get(id: String) async throws -> ItemType {
    try await backend.get(id: id)
  }

  /// Registers a type.
  ///
  /// - Parameter type: The type.
  /// - Returns: The type as it is stored.
  /// - Throws: `LocalModeUnsupportedError` without a server; `ValidationError`, `ForbiddenError`
  ///   or `APIError` with `type_already_exists`, and nothing is registered; `NetworkError`.
  @discardableResult
  public func register(_ type: ItemType) async throws -> ItemType {
    try await backend.register(type)
  }

  /// Replaces a type by its next version.
  ///
  /// - Parameter type: The type, with a version that is the present one plus 1.
  /// - Returns: The type as it is stored.
  /// - Throws: `LocalModeUnsupportedError` without a server; `ValidationError` with
  ///   `version_bump_mismatch`, `ForbiddenError` or `NotFoundError`, and nothing is changed;
  ///   `NetworkError`.
  @discardableResult
  public func update(_ type: ItemType) async throws -> ItemType {
    try await backend.update(type)
  }

  /// Deletes a type.
  ///
  /// - Parameters:
  ///   - id: The type's name.
  ///   - isForced: Whether it goes even when items of it exist; they stay as they are.
  /// - Throws: `LocalModeUnsupportedError` without a server; `NotFoundError`, or `APIError` with
  ///   `type_in_use`, and nothing is deleted; `NetworkError`.
  public func delete(id: String, isForced: Bool = false) async throws {
    try await backend.delete(id: id, isForced: isForced)
  }
}
