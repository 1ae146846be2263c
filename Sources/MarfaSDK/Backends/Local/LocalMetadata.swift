/// Tags of a store on this machine.
struct LocalMetadata: MetadataBackend {
  let store: LocalStore

  func get(id: String) async throws -> Metadata {
    try await store.documented { try await $0.metadata(id: id) }
  }

  func set(id: String, tags: [String]) async throws -> Metadata {
    try await store.documented { try await $0.setTags(id: id, tags) }
  }

  func patch(id: String, tags: [String]) async throws -> Metadata {
    try await addTags(id: id, tags: tags)
  }

  func addTags(id: String, tags: [String]) async throws -> Metadata {
    try await store.documented { try await $0.addTags(id: id, tags) }
  }

  func removeTag(id: String, tag: String) async throws -> Metadata {
    try await store.documented { try await $0.removeTags(id: id, [tag]) }
  }

  func listTags() async throws -> [TagWithCount] {
    try await store.documented { try await $0.tags() }
  }

  func mergeTags(_ tags: [String], into target: String) async throws -> Int {
    try await store.documented { try await $0.mergeTags(tags, into: target) }
  }
}
