/// Sidecars over HTTP.
struct RemoteExtensions: ExtensionsBackend {
  private struct One: Decodable {
    var data: [String: JSONValue]?
  }

  let api: RemoteAPI

  func list(id: String) async throws -> [String: JSONValue] {
    try await all(.init("GET", path(id)))
  }

  func get(id: String, namespace: String) async throws -> [String: JSONValue]? {
    try await api.send(.init("GET", path(id, namespace)), as: One.self).data
  }

  func set(
    id: String, namespace: String, data: [String: JSONValue]
  ) async throws -> [String: JSONValue] {
    try await all(.init("PUT", path(id, namespace), data))
  }

  func remove(id: String, namespace: String) async throws -> [String: JSONValue] {
    try await all(.init("DELETE", path(id, namespace)))
  }

  private func all(_ call: RemoteAPI.Call) async throws -> [String: JSONValue] {
    try await api.send(call, as: ExtensionsResponse.self).extensions
  }

  private func path(_ id: String, _ namespace: String? = nil) throws -> String {
    let name = try namespace.map { "/" + (try PercentEncoding.segment($0)) } ?? ""
    return "/items/" + (try PercentEncoding.segment(id)) + "/extensions" + name
  }
}
