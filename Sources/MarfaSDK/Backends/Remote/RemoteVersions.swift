/// Kept versions over HTTP.
struct RemoteVersions: VersionsBackend {
  let api: RemoteAPI

  func list(id: String) async throws -> [ItemVersion] {
    let path = "/items/" + (try PercentEncoding.segment(id)) + "/versions"
    return try await api.send(.init("GET", path), as: VersionsResponse.self).versions
  }

  /// The API has no route for it: what differs from the old properties is sent again, on the
  /// version that was read.
  func restore(id: String, version: Int) async throws -> Item {
    let old = try await list(id: id).first { $0.version == version }
    guard let old else {
      throw NotFoundError(
        code: ErrorCode.notFound, message: "Version \(version) is not kept.",
        details: ["id": .string(id), "version": .integer(Int64(version))])
    }
    let items = RemoteItems(api: api)
    let current = try await items.get(id: id)
    let patch = PropertiesPatch.difference(from: current.properties, to: old.properties)
    guard !patch.isEmpty else { return current }
    return try await items.update(
      id: id, properties: patch, options: UpdateOptions(version: current.version))
  }
}
