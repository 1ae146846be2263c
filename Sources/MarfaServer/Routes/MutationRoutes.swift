import Hummingbird
import MarfaModel
import NIOCore

/// The routes of the table, one by one, and `POST /mutations`, which takes them together.
struct MutationRoutes: RouteGroup {
  private static let batching = APIOperation(
    method: "POST", path: "/mutations", tag: "mutations",
    summary: "Several changes in order, in one durable commit.", body: "MutationBatch",
    answer: "MutationResults")
  static let operations = MutationRoute.all.map(\.operation) + [batching]

  let environment: ServerEnvironment

  func register(on router: Router<ServerRequestContext>) {
    for route in MutationRoute.all { register(route, on: router) }
    router.on(Self.batching) { request, context in
      try await batch(request, context)
    }
  }

  private func register(_ route: MutationRoute, on router: Router<ServerRequestContext>) {
    let environment = environment
    router.on(route.operation) { request, context in
      let caller = try context.caller()
      if route.gate == .administrator || route.gate == .types {
        try route.check(caller, body: nil)
      }
      guard route.takesBody else {
        return try await Self.carryOut(route, nil, request, context, environment)
      }
      return try await environment.taking(request, of: caller, context) { bytes in
        let body = try environment.takeJSON(from: &bytes)
        return try await Self.carryOut(route, body, request, context, environment)
      }
    }
  }

  private static func carryOut(
    _ route: MutationRoute, _ body: JSONValue?, _ request: Request,
    _ context: ServerRequestContext, _ environment: ServerEnvironment
  ) async throws -> Response {
    try route.check(try context.caller(), body: body)
    var input = try input(of: route, body, request, context)
    input.limits = environment.settings.recordLimits
    let mutation = try route.mutation(input)
    return try await environment.write(mutation, request, body: body, context)
  }

  private static func input(
    of route: MutationRoute, _ body: JSONValue?, _ request: Request,
    _ context: ServerRequestContext
  ) throws -> MutationRoute.Input {
    var segments: [String: String] = [:]
    for (name, _) in context.parameters {
      segments[String(name)] = try context.segment(String(name))
    }
    var parameters = try QueryParameters(request)
    var query: [String: String] = [:]
    for name in route.parameters { query[name] = parameters.given(name) }
    try parameters.finish()
    return MutationRoute.Input(segments: segments, query: query, body: body)
  }

  // MARK: - Batches

  private func batch(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
    let caller = try context.caller()
    try environment.unread.check(caller.key.id)
    return try await environment.taking(request, of: caller, context) { bytes in
      let entries = try Self.entries(
        environment.takeJSON(from: &bytes), caller, environment.settings)
      let answers = try await environment.store.write(
        entries, environment.writeContext(request, context))
      // Without room the batch comes again, and has its first answers.
      return try environment.response(Self.answer(of: answers), to: caller.key.id)
    }
  }

  private static func entries(
    _ json: JSONValue?, _ caller: Credential, _ settings: ServerSettings
  ) throws -> [BatchEntry] {
    guard let json else { throw ServerEnvironment.missingBody }
    let body = try JSONRequestDecoder.decode(MutationBatchBody.self, from: json)
    try check(body, limit: settings.mutationBatch)
    return try body.mutations.map { try entry($0, caller, settings.recordLimits) }
  }

  /// - Throws: `ValidationError` when a batch has too many entries, or two of the same id.
  static func check(_ body: MutationBatchBody, limit: Int) throws {
    guard body.mutations.count <= limit else {
      throw ValidationError(
        message: "A batch has at most \(limit) mutations.",
        details: [
          "field": "mutations", "limit": .integer(Int64(limit)),
          "count": .integer(Int64(body.mutations.count)),
        ])
    }
    guard Set(body.mutations.map(\.id)).count == body.mutations.count else {
      throw ValidationError(
        message: "Two mutations have the same id.", details: ["field": "mutations"])
    }
  }

  /// Reads one entry; what is wrong with it is its own answer and not the batch's.
  static func entry(
    _ mutation: MutationBatchBody.Mutation, _ caller: Credential, _ limits: RecordLimits
  ) throws -> BatchEntry {
    let key = try Idempotency.key(
      mutation.id, method: mutation.method, path: mutation.path, body: mutation.body)
    guard let key else { throw ValidationError(missing: "mutations.id") }
    let (segments, query) = split(mutation.path)
    let change: Result<StoreMutation, any Error>
    do {
      change = .success(try Self.change(mutation, segments, query, caller, limits))
    } catch let error as any MarfaError {
      change = .failure(error)
    } catch let error as DecodingError {
      change = .failure(ValidationError(error))
    }
    // Of one that cannot be read, what it is about is still known.
    let isCreation = mutation.method == "POST" && segments.count == 1
    let subject =
      isCreation ? mutation.body?.objectValue?["id"]?.stringValue : segments.dropFirst().first
    return BatchEntry(
      idempotency: key, mutation: change,
      subject: subject.flatMap { UUIDv7.isValid($0) ? FoldedId.text($0) : nil },
      isCreation: isCreation)
  }

  private static func change(
    _ mutation: MutationBatchBody.Mutation, _ segments: [String], _ query: [String: String],
    _ caller: Credential, _ limits: RecordLimits
  ) throws -> StoreMutation {
    guard let (route, found) = MutationRoute.find(mutation.method, segments) else {
      throw NotFoundError(
        code: ErrorCode.notFound,
        message: "A batch cannot hold \(mutation.method) \(mutation.path).")
    }
    try route.check(caller, body: mutation.body)
    if let name = query.keys.sorted().first(where: { !route.parameters.contains($0) }) {
      throw QueryParameters.error(name, "is not a parameter of this route")
    }
    return try route.mutation(
      MutationRoute.Input(
        segments: found, query: query, body: route.takesBody ? mutation.body : nil,
        limits: limits))
  }

  /// The decoded segments and parameters of a path; no segments when it is malformed.
  static func split(_ path: String) -> ([String], [String: String]) {
    let parts = path.split(separator: "?", maxSplits: 1)
    var segments: [String] = []
    for part in parts.first?.split(separator: "/") ?? [] {
      guard let text = PercentEncoding.decode(part, plusIsSpace: false) else { return ([], [:]) }
      segments.append(text)
    }
    var query: [String: String] = [:]
    for pair in parts.count == 2 ? parts[1].split(separator: "&") : [] {
      let pieces = pair.split(separator: "=", maxSplits: 1)
      guard let name = pieces.first.flatMap({ PercentEncoding.decode($0, plusIsSpace: true) })
      else { continue }
      query[name] = pieces.count == 2 ? PercentEncoding.decode(pieces[1], plusIsSpace: true) : ""
    }
    return (segments, query)
  }

  /// The answer to a batch.
  static func answer(of answers: [BatchAnswer]) -> StoreAnswer {
    var result = StoreAnswer(.text(bytes(of: answers)))
    result.isBrief = answers.contains(where: \.answer.isBrief)
    return result
  }

  /// The answer, with each entry's body as it is.
  private static func bytes(of answers: [BatchAnswer]) -> [UInt8] {
    var writer = JSONWriter(capacity: 256 + answers.reduce(0) { $0 + $1.answer.body.count + 64 })
    writer.raw("{\"results\":[")
    for (index, answer) in answers.enumerated() {
      writer.raw(index == 0 ? "{\"id\":" : ",{\"id\":")
      writer.write(answer.id)
      writer.raw(",\"status\":\(answer.answer.status),\"body\":")
      writer.raw(answer.answer.body)
      writer.raw("}")
    }
    writer.raw("]}")
    return writer.bytes
  }
}
