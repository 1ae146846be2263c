/// Keys over HTTP.
struct RemoteKeys: KeysBackend {
  let api: RemoteAPI

  func list() async throws -> [APIKey] {
    try await api.send(.init("GET", "/keys"), as: KeysResponse.self).keys
  }

  func create(_ input: CreateKeyBody) async throws -> CreatedKeyResponse {
    try await api.send(.init("POST", "/keys", input))
  }

  func update(id: String, _ changes: PatchKeyBody) async throws -> APIKey {
    try await api.send(.init("PATCH", path(id), changes))
  }

  func delete(id: String) async throws { try await api.send(.init("DELETE", path(id))) }

  private func path(_ id: String) throws -> String {
    "/keys/" + (try PercentEncoding.segment(id))
  }
}
