/// Where ``VersionsNamespace`` sends its calls; the namespace documents each of them.
package protocol VersionsBackend: Sendable {
  /// Lists the kept versions of an item, newest first.
  func list(id: String) async throws -> [ItemVersion]
  /// Gives an item the properties of a kept version again, as a new version.
  func restore(id: String, version: Int) async throws -> Item
}
