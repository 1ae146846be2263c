/// Kept versions in a store on this machine.
struct LocalVersions: VersionsBackend {
  let store: LocalStore

  func list(id: String) async throws -> [ItemVersion] {
    try await store.documented { try await $0.versions(of: id) }
  }

  func restore(id: String, version: Int) async throws -> Item {
    try await store.documented { try await $0.restoreVersion(version, of: id) }
  }
}
