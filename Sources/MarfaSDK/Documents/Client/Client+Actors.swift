import Documents

extension Client {
  /// Goes on with the server's document after ``DocumentSyncError`` with `baseLost`.
  ///
  /// Changes that were not sent are let go if they still cannot be made there, and made if they
  /// can. Until then nothing is lost here: read before what is to stay, and write it again
  /// afterwards.
  ///
  /// ```swift
  /// let mine = await doc.toJSON()
  /// try await client.startOver(doc)
  /// ```
  ///
  /// - Parameter document: An attached document.
  /// - Throws: What the server answers; the document is as it was then.
  public func startOver(_ document: Document) async throws {
    try check(document)
    try await document.startOver()
    await forgetRemoved(document.key)
  }

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
    let kept = try await store?.keep(id, insteadOf: former) ?? id
    if kept != id { others.insert(id) }
    actor = kept
    return kept
  }

  /// Attaches a document, or goes on with what is stored of it.
  func join(_ document: Document, as actor: ActorID, _ joining: DocumentJoining) async throws {
    var joining = joining
    joining.presence = document.options.presence(joining.presence)
    guard let store, joining.binding == nil, let rows = try await store.rows(of: document.key)
    else { return try await document.join(try link(), as: actor, joining) }
    if try await document.goOn(with: rows, try link(), joining) { return }
    do {
      try await document.join(try link(), as: actor, joining)
    } catch let error as DocumentSyncError where error.reason == .clientNotActive {
      // The server has forgotten the id of earlier processes.
      let next = try await self.actor(after: actor, isForgotten: true)
      try await document.join(try link(), as: next, joining)
    }
  }
}
