/// Where ``TypesNamespace`` sends its calls; the namespace documents each of them.
package protocol TypesBackend: Sendable {
  /// Lists all types.
  func list() async throws -> [ItemType]
  /// Reads a type.
  func get(id: String) async throws -> ItemType
  /// Registers a type.
  func register(_ type: ItemType) async throws -> ItemType
  /// Replaces a type by its next version.
  func update(_ type: ItemType) async throws -> ItemType
  /// Deletes a type, with `isForced` even when items of it exist.
  func delete(id: String, isForced: Bool) async throws
}
