import Documents
import MarfaModel

/// Documents, asked without a socket: the rules of `Documents`, and the hub of `DocumentStreams`.
extension DirectServer {
  /// One watch stream.
  package struct Watch: Sendable {
    fileprivate let watcher: DocumentWatcher
    fileprivate let hub: DocumentHub

    /// What it has to report and did not report yet: names of events, and their data in JSON.
    package func events() -> [(name: String, data: String)] {
      watcher.drain().map { $0.event.record(of: $0.key) }
    }

    /// Whether the server has ended it.
    package var isEnded: Bool { watcher.isEnded }

    /// Notes that its client is gone.
    package func close() { hub.close(watcher) }
  }

  static func desk(_ settings: ServerSettings) -> DocumentDesk {
    DocumentDesk(
      limits: settings.documents, hub: DocumentHub(streams: .max, share: .max))
  }

  // MARK: - Requests

  func respond(
    toDocuments request: Request, _ segments: [String], _ caller: Credential
  ) throws -> Answer {
    switch (request.method, segments.count) {
    case ("POST", 1) where segments[0] == "clients": return try activate(request, caller)
    case ("DELETE", 2) where segments[0] == "clients":
      let notices = try work(caller) { try $0.deactivate(segments[1]) }
      for notice in notices { documents.hub.publish(notice) }
      return Self.answer(StoreAnswer(["ok": true]))
    case ("POST", 2):
      guard let verb = DocumentVerb(rawValue: segments[1]) else { break }
      return try exchange(request, verb, segments[0], caller)
    case ("DELETE", 1):
      documents.hub.publish(try work(caller) { try $0.remove(segments[0]) })
      return Self.answer(StoreAnswer(["ok": true]))
    case ("GET", 1):
      let (document, root) = try store.reading { try documents.read(segments[0], caller, in: $0) }
      return Answer(
        status: 200, headers: ["content-type": "application/json"],
        body: Array(document.json(root: root).utf8))
    default: break
    }
    throw NotFoundError(code: ErrorCode.notFound, message: "The route was not found.")
  }

  private func activate(_ request: Request, _ caller: Credential) throws -> Answer {
    guard let json = try json(of: request) else { throw ServerEnvironment.missingBody }
    let key = try JSONRequestDecoder.decode(ActivateClientBody.self, from: json).checkedKey
    let id = try work(caller) { try $0.activate(key).id }
    return Self.answer(StoreAnswer(outcome: .created, ["client_id": .string(id)]))
  }

  private func exchange(
    _ request: Request, _ verb: DocumentVerb, _ key: String, _ caller: Credential
  ) throws -> Answer {
    var parameters = try QueryParameters(pairs: request.query)
    var call = try PackRequest(verb, of: key, &parameters)
    try call.read(request.body ?? [], within: documents.limits)
    let outcome = try store.writing { rows in
      try documents.exchange(caller, in: rows) { try call.run(&$0) }
    }
    documents.tell(outcome)
    return Answer(
      status: 200, headers: ["content-type": DocumentRoutes.packType],
      body: outcome.answer.pack.encoded())
  }

  private func work<Value>(
    _ caller: Credential, _ work: (DocumentWriter) throws -> Value
  ) throws -> Value {
    try store.writing { try work(DocumentWriter($0, documents.context(of: caller))) }
  }

  // MARK: - Watching

  /// Opens a watch stream, of which the first events are there at once.
  ///
  /// - Parameters:
  ///   - keys: Keys of documents that the client takes part in.
  ///   - client: The client's id.
  ///   - observes: Whether others hear nothing of it.
  ///   - caller: Who asks.
  /// - Returns: The stream.
  /// - Throws: `client_not_active`, `document_not_found`, `document_not_attached`.
  package func watch(
    _ keys: [String], by client: String, observes: Bool = false, as caller: Credential
  ) throws -> Watch {
    let watched = try store.reading { try documents.watched(keys, by: client, caller, in: $0) }
    let watcher = DocumentWatcher(
      client: client, isObserver: observes, owner: caller.key.id, documents: watched, cut: {})
    _ = documents.hub.open(watcher)
    return Watch(watcher: watcher, hub: documents.hub)
  }

  /// Reports to watchers what was done to the items of their documents.
  func tellOfItems() {
    // A store that cannot be read answers nothing to anybody.
    let notices = try? store.reading { try documents.present(documents.hub.boundDocuments, in: $0) }
    for notice in notices ?? [] { documents.hub.publish(notice) }
  }

  // MARK: - From time to time

  /// Brings the bound properties up to date whose time has come.
  ///
  /// - Returns: Whether others wait for their time.
  /// - Throws: What the rules say against a text; the others are up to date then.
  @discardableResult
  package func flushDocuments() throws -> Bool {
    var areLeft = false
    for number in try store.reading({ try $0.documentsWithEdits().map(\.number) }) {
      if try !store.writing({ try documents.flush(number, in: $0) }) { areLeft = true }
    }
    return areLeft
  }

  /// Forgets the clients that were silent for a while.
  ///
  /// - Parameter seconds: How long; the setting of the server by default.
  /// - Throws: `StoreFailure`; nothing is forgotten then.
  package func forgetDocumentClients(silentFor seconds: Int? = nil) throws {
    var limits = documents.limits
    if let seconds { limits.idleSeconds = seconds }
    let desk = DocumentDesk(limits: limits, hub: documents.hub)
    let notices = try store.writing { try desk.deactivateIdle(limit: .max, in: $0).notices }
    for notice in notices { documents.hub.publish(notice) }
  }

  /// Ends the process of the server and starts another on the same store: watch streams end, and
  /// presences are gone.
  package mutating func restart() {
    documents.hub.close()
    documents = Self.desk(environment.settings)
  }
}
