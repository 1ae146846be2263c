/// Tags over HTTP.
struct RemoteMetadata: MetadataBackend {
  let api: RemoteAPI

  func get(id: String) async throws -> Metadata {
    try await metadata(.init("GET", path(id, "/metadata")))
  }

  func set(id: String, tags: [String]) async throws -> Metadata {
    try await metadata(.init("PUT", path(id, "/metadata"), TagsBody(tags: tags)))
  }

  func patch(id: String, tags: [String]) async throws -> Metadata {
    try await metadata(.init("PATCH", path(id, "/metadata"), TagsBody(tags: tags)))
  }

  func addTags(id: String, tags: [String]) async throws -> Metadata {
    // The route takes one tag or more.
    guard !tags.isEmpty else { return try await get(id: id) }
    return try await metadata(.init("POST", path(id, "/tags"), TagsBody(tags: tags)))
  }

  func removeTag(id: String, tag: String) async throws -> Metadata {
    try await metadata(
      .init("DELETE", path(id, "/tags/" + (try PercentEncoding.segment(tag)))))
  }

  func listTags() async throws -> [TagWithCount] {
    try await api.send(.init("GET", "/metadata/tags"), as: TagCountsResponse.self).tags
  }

  /// One bulk action for each tag and for each half of the states, so that it is not one
  /// transaction: what was renamed before a failure stays renamed, and asking again goes on.
  func mergeTags(_ tags: [String], into target: String) async throws -> Int {
    let wanted = try TagRules.normalized([target])
    let leaving = Set(tags.map { TagRules.normalize($0) ?? $0 }).subtracting(wanted)
    var changed = 0
    for tag in leaving.sorted() {
      // A list without a state leaves out the trash.
      for state in [nil, ItemState.trashed] {
        changed += try await api.bulkAction(
          .updateTags(add: Array(wanted), remove: [tag]),
          filters: ListFilters(state: state, tags: [tag]),
          maximum: BulkActionBody.greatestMaximum, isDryRun: false
        ).updated
      }
    }
    return changed
  }

  private func metadata(_ call: RemoteAPI.Call) async throws -> Metadata {
    try await api.send(call, as: MetadataResponse.self).metadata
  }

  private func path(_ id: String, _ part: String) throws -> String {
    "/items/" + (try PercentEncoding.segment(id)) + part
  }
}
