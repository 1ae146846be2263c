import Documents

extension Client {
  var notActive: DocumentSyncError {
    DocumentSyncError(.clientNotActive, "The client is not active; call activate() first.")
  }

  func server() throws -> DocumentEndpoints {
    if let endpoints { return endpoints }
    throw DocumentSyncError(.notOffered, "The client has no server, or its address is none.")
  }

  func check(_ document: Document) throws {
    guard documents[document.key] === document else {
      throw DocumentSyncError(
        .notAttached, "The document \(document.key) is not attached.", key: document.key)
    }
  }

  func link() throws -> DocumentLink {
    let endpoints = try server()
    guard let watch else { throw notActive }
    return DocumentLink(endpoints: endpoints, watch: watch, timing: timing, rescue: rescue) {
      [weak self] former, isForgotten in
      guard let self else { throw CancellationError() }
      return try await self.actor(after: former, isForgotten: isForgotten)
    }
  }

  /// Another actor for a document; the same for all documents of a client that the server forgot.
  func actor(after former: ActorID, isForgotten: Bool) async throws -> ActorID {
    let endpoints = try server()
    guard isForgotten else {
      let id = try await endpoints.activate(key)
      others.insert(id)
      return id
    }
    if let actor, actor != former { return actor }
    if let renewal, renewal.former == former { return try await renewal.task.value }
    let task = Task { [key] in try await endpoints.activate(key) }
    renewal = (former, task)
    defer { if renewal?.former == former { renewal = nil } }
    let id = try await task.value
    actor = id
    return id
  }
}
