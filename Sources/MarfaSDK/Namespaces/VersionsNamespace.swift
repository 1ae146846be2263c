/// Reads the earlier states of items.
///
/// ```swift
/// let kept = try await client.versions.list(id: note.id)
/// if let oldest = kept.last {
///   try await client.versions.restore(id: note.id, version: oldest.version)
/// }
/// ```
public struct VersionsNamespace: Sendable {
  let backend: any VersionsBackend

  /// Lists the kept versions of an item, newest first.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The versions, without the present state.
  /// - Throws: `NotFoundError` or `LocalStorageError`.
  public func list(id: String) async throws -> [ItemVersion] {
    try await backend.list(id: id)
  }

  /// Gives an item the properties of a kept version again, as a new version.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - version: The number of the version.
  /// - Returns: The item as it is now.
  /// - Throws: `NotFoundError`, `ValidationError` or `LocalStorageError`; nothing is written then.
  @discardableResult
  public func restore(id: String, version: Int) async throws -> Item {
    try await backend.restore(id: id, version: version)
  }
}
