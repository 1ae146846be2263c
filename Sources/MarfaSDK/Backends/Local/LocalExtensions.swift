/// Sidecars of a store on this machine.
struct LocalExtensions: ExtensionsBackend {
  let store: LocalStore

  func list(id: String) async throws -> [String: JSONValue] {
    try await store.documented { try await $0.extensions(of: id) }
  }

  func get(id: String, namespace: String) async throws -> [String: JSONValue]? {
    try await list(id: id)[namespace]?.objectValue
  }

  func set(
    id: String, namespace: String, data: [String: JSONValue]
  ) async throws -> [String: JSONValue] {
    try await store.documented { try await $0.setExtension(namespace, of: id, to: data) }
  }

  func remove(id: String, namespace: String) async throws -> [String: JSONValue] {
    try await store.documented { try await $0.setExtension(namespace, of: id, to: nil) }
  }
}
