/// Where ``MetadataNamespace`` sends its calls; the namespace documents each of them.
package protocol MetadataBackend: Sendable {
  /// Reads the tags and extensions of an item.
  func get(id: String) async throws -> Metadata
  /// Replaces the tags of an item.
  func set(id: String, tags: [String]) async throws -> Metadata
  /// Merges tags into those of an item, as a set.
  func patch(id: String, tags: [String]) async throws -> Metadata
  /// Adds tags to an item.
  func addTags(id: String, tags: [String]) async throws -> Metadata
  /// Removes a tag from an item.
  func removeTag(id: String, tag: String) async throws -> Metadata
  /// Lists the tags in use, the most used first.
  func listTags() async throws -> [TagWithCount]
  /// Replaces tags by one on all items and returns how many items changed.
  func mergeTags(_ tags: [String], into target: String) async throws -> Int
}
