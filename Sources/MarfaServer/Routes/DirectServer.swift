import MarfaModel

/// The routes and rules over a store in memory, asked without a socket and answered at once.
///
/// For programs that decide the order of all steps, such as tests of a client and simulations. It
/// knows no keys, no rate limits and no blobs: the caller says who asks. What a running server does
/// from time to time the program asks for, too.
package struct DirectServer: Sendable {
  /// A request.
  package struct Request: Hashable, Sendable {
    /// The method, in capitals.
    package var method: String
    /// The path, percent-encoded, with a leading `/`.
    package var path: String
    /// Names and values, decoded.
    package var query: [(name: String, value: String)]
    /// Header fields, their names in lower case.
    package var headers: [String: String]
    /// The body; nil when there is none.
    package var body: [UInt8]?

    package init(
      _ method: String, _ path: String, query: [(name: String, value: String)] = [],
      headers: [String: String] = [:], body: [UInt8]? = nil
    ) {
      (self.method, self.path, self.query) = (method, path, query)
      (self.headers, self.body) = (headers, body)
    }

    /// Whether two requests are the same.
    package static func == (one: Request, other: Request) -> Bool {
      one.method == other.method && one.path == other.path && one.headers == other.headers
        && one.body == other.body
        && one.query.elementsEqual(other.query) { $0.name == $1.name && $0.value == $1.value }
    }

    /// Hashes method, path and body.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(method)
      hasher.combine(path)
      hasher.combine(body)
    }
  }

  /// What is answered.
  package struct Answer: Hashable, Sendable {
    /// The HTTP status.
    package var status: Int
    /// Header fields, their names in lower case.
    package var headers: [String: String]
    /// The body.
    package var body: [UInt8]
  }

  /// What the server keeps.
  package let store: MemoryServerStore
  let environment: ServerEnvironment
  /// Documents, their watch streams and presences.
  var documents: DocumentDesk

  /// Puts routes on a store.
  package init(_ store: MemoryServerStore, settings: ServerSettings = ServerSettings()) {
    self.store = store
    environment = ServerEnvironment(
      store: store, settings: settings, clock: store.clock, ids: store.ids)
    documents = Self.desk(settings)
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - caller: Who asks; nil for somebody without a key.
  /// - Returns: The answer, of any status.
  package func answer(_ request: Request, as caller: Credential?) -> Answer {
    do {
      guard let caller else { throw UnauthorizedError.missingKey }
      return try respond(to: request, caller)
    } catch {
      let refusal = ErrorAnswer(error)
      var headers = ["content-type": "application/json"]
      if let seconds = refusal.envelope.error.details?["retry_after"]?.integerValue {
        headers["retry-after"] = String(seconds)
      }
      // The envelope holds nothing that JSON cannot.
      let body = (try? StoreAnswer(encoding: refusal.envelope).body) ?? []
      return Answer(status: refusal.status, headers: headers, body: body)
    }
  }

  /// Events of the log after an id that somebody may see, oldest first.
  ///
  /// - Parameters:
  ///   - id: The id; the events of all ids before it are left out, too.
  ///   - caller: Who asks.
  /// - Returns: The events, the id to go on after, and the log's bounds.
  /// - Throws: `StoreFailure` when the store is closed.
  package func events(
    after id: Int64, as caller: Credential
  ) throws -> (events: [StoredEvent], last: Int64, bounds: EventBounds) {
    try store.reading { rows in
      let types = try rows.catalogue().types
      let events = try rows.wholeEvents(after: id, limit: .events(1_000))
      return (
        events.filter { $0.isReadable(for: caller.permissions, in: types) },
        events.last?.id ?? id, try rows.eventBounds()
      )
    }
  }

  private func respond(to request: Request, _ caller: Credential) throws -> Answer {
    let (segments, _) = MutationRoutes.split(request.path)
    if segments.first == "documents" {
      return try respond(toDocuments: request, Array(segments.dropFirst()), caller)
    }
    // Watchers hear of what comes through an item, as they do of the log of a running server.
    defer { if request.method != "GET" { tellOfItems() } }
    if request.method == "GET" { return try read(request, segments, caller) }
    if (request.method, request.path) == ("POST", "/mutations") {
      return try batch(request, caller)
    }
    if let (route, found) = MutationRoute.find(request.method, segments) {
      return try write(request, route, found, caller)
    }
    throw NotFoundError(code: ErrorCode.notFound, message: "The route was not found.")
  }

  private func read(
    _ request: Request, _ segments: [String], _ caller: Credential
  ) throws -> Answer {
    if request.path == "/capabilities" {
      let (identity, catalogue) = try store.reading {
        (try $0.identity(), try $0.catalogue().revision)
      }
      let body = environment.capabilities(of: identity, catalogue, for: caller)
      return Self.answer(StoreAnswer(body))
    }
    for route in QueryRoute.all {
      guard let found = route.match(segments) else { continue }
      var parameters = try QueryParameters(pairs: request.query)
      return Self.answer(
        try store.answer(try route.query(found, &parameters), for: caller.permissions))
    }
    throw NotFoundError(code: ErrorCode.notFound, message: "The route was not found.")
  }

  private func write(
    _ request: Request, _ route: MutationRoute, _ segments: [String: String],
    _ caller: Credential
  ) throws -> Answer {
    let body = route.takesBody ? try json(of: request) : nil
    try route.check(caller, body: body)
    let query = Dictionary(request.query) { first, _ in first }
    if let name = query.keys.sorted().first(where: { !route.parameters.contains($0) }) {
      throw QueryParameters.error(name, "is not a parameter of this route")
    }
    let mutation = try route.mutation(
      MutationRoute.Input(
        segments: segments, query: query, body: body,
        limits: environment.settings.recordLimits))
    let pairs = request.query.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }
    // As in a batch, in which it may come again.
    let path = request.path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    let key = try Idempotency.key(
      request.headers["idempotency-key"], method: request.method, path: path, body: body)
    return Self.answer(try store.answer(mutation, writeContext(request, caller, key)))
  }

  private func batch(_ request: Request, _ caller: Credential) throws -> Answer {
    guard let json = try json(of: request) else { throw ServerEnvironment.missingBody }
    let body = try JSONRequestDecoder.decode(MutationBatchBody.self, from: json)
    try MutationRoutes.check(body, limit: environment.settings.mutationBatch)
    let limits = environment.settings.recordLimits
    let entries = try body.mutations.map { try MutationRoutes.entry($0, caller, limits) }
    let context = writeContext(request, caller, nil)
    var slice = BatchSlice(room: context.limits.batchAnswerBytes)
    while slice.answers.count < entries.count {
      let before = slice
      slice = try store.writing {
        try RecordWriter(rows: $0, context: context).slice(of: entries, after: before)
      }
    }
    return Self.answer(MutationRoutes.answer(of: slice.answers))
  }

  func json(of request: Request) throws -> JSONValue? {
    guard let body = request.body, !body.isEmpty else { return nil }
    let limits = environment.settings.limits
    guard body.count <= limits.bodySize else {
      throw ServerEnvironment.tooLarge(limits.bodySize)
    }
    do {
      return try JSONParser.parse(
        body, maximumDepth: limits.jsonDepth, wideIntegers: .refused)
    } catch {
      throw ValidationError(error, depth: limits.jsonDepth)
    }
  }

  private func writeContext(
    _ request: Request, _ caller: Credential, _ key: IdempotencyKey?
  ) -> WriteContext {
    var context = WriteContext(caller, idempotency: key)
    context.limits = environment.settings.recordLimits
    context.answersBriefly = Preference.isMinimal([request.headers["prefer"] ?? ""])
    return context
  }

  static func answer(_ answer: StoreAnswer) -> Answer {
    var headers = [
      "content-type": answer.isLines ? "application/x-ndjson" : "application/json"
    ]
    if answer.isReplay { headers["idempotent-replayed"] = "true" }
    if answer.isBrief { headers["preference-applied"] = Preference.minimal }
    return Answer(status: answer.status, headers: headers, body: answer.body)
  }
}
