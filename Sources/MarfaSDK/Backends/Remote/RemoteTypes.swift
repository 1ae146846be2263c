import Foundation

/// Item types over HTTP.
struct RemoteTypes: TypesBackend {
  let api: RemoteAPI

  func list() async throws -> [ItemType] { try await api.send(.init("GET", "/types")) }

  func get(id: String) async throws -> ItemType { try await api.send(.init("GET", path(id))) }

  func register(_ type: ItemType) async throws -> ItemType {
    try await api.send(.init("POST", "/types", type), as: TypeResponse.self).type
  }

  func update(_ type: ItemType) async throws -> ItemType {
    try await api.send(.init("PUT", path(type.id), type), as: TypeResponse.self).type
  }

  func delete(id: String, isForced: Bool) async throws {
    let query = isForced ? [URLQueryItem(name: "force", value: "true")] : []
    try await api.send(.init("DELETE", path(id), query: query))
  }

  private func path(_ id: String) throws -> String {
    "/types/" + (try PercentEncoding.segment(id))
  }
}
