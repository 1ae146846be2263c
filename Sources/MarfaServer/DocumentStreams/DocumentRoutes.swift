import Documents
import HTTPTypes
import Hummingbird
import MarfaModel
import NIOCore

/// `/documents`: replicated documents that several clients edit at once.
///
/// Packs travel as the bytes of `Documents`. A repeated request takes no change twice, so these
/// have no idempotency key.
struct DocumentRoutes: RouteGroup {
  let environment: ServerEnvironment
  let service: DocumentService
  let access: StreamAccess

  func register(on router: Router<ServerRequestContext>) {
    router.on(Self.activation) { request, context in
      let body = try await environment.decode(ActivateClientBody.self, from: request, context)
      let id = try await service.activate(body.checkedKey, as: context.caller())
      return Response.json(["client_id": .string(id)], status: .created)
    }
    router.on(Self.deactivation) { _, context in
      try await service.deactivate(context.segment("client"), as: context.caller())
      return Response.ok
    }
    for verb in DocumentVerb.allCases {
      router.on(verb.operation) { request, context in
        try await exchange(verb, request, context)
      }
    }
    router.on(Self.removal) { _, context in
      try await service.remove(context.segment("key"), as: context.caller())
      return Response.ok
    }
    router.on(Self.reading) { _, context in
      let (document, root) = try await service.read(
        context.segment("key"), as: context.caller())
      return Response.json(Array(document.json(root: root).utf8))
    }
    router.on(Self.watching) { request, context in try await watch(request, context) }
  }

  // MARK: - Exchange

  private func exchange(
    _ verb: DocumentVerb, _ request: Request, _ context: ServerRequestContext
  ) async throws -> Response {
    var parameters = try QueryParameters(request)
    var call = try PackRequest(verb, of: context.segment("key"), &parameters)
    if let length = request.headers[.contentLength].flatMap({ Int($0) }) {
      try PackRequest.check(length, within: service.limits)
    }
    let bytes = try await environment.bytes(of: request, context)
    LoopWatch.note(.parsing, bytes: bytes.readableBytes)
    try call.read(Array(bytes.readableBytesView), within: service.limits)
    // Who has nothing to add reads.
    if call.request.pack.changeList.count > 0 { try environment.room.check() }
    let answer = try await service.exchange(call, as: context.caller())
    let isJSON = request.headers[.accept]?.contains("application/json") ?? false
    return isJSON ? Response.json(Self.summary(of: answer)) : Self.response(answer.encoded())
  }

  private static func response(_ bytes: [UInt8]) -> Response {
    Response(
      status: .ok, headers: [.contentType: packType],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// What a person who looks for an error sees of a pack.
  private static func summary(of pack: ChangePack) -> JSONValue {
    [
      "key": .string(pack.documentKey),
      "server_sequence": .integer(pack.checkpoint.serverSequence),
      "client_sequence": .integer(Int64(pack.checkpoint.clientSequence)),
      "changes": .integer(Int64(pack.changes.count)),
      "snapshot_bytes": pack.snapshot.map { .integer(Int64($0.count)) } ?? .null,
      "version_vector": .string(pack.versionVector.description),
      "is_removed": .bool(pack.isRemoved),
    ]
  }

  // MARK: - Watching

  /// After how many beats a client that only watches is noted as there; some minutes.
  private static let beatsOfSilence = 20

  private func watch(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
    let caller = try context.caller()
    var parameters = try QueryParameters(request, repeating: "key")
    let keys = parameters.all("key")
    let client = parameters.string("client")
    let observes = try parameters.boolean("observe") ?? false
    try parameters.finish()
    guard let client else { throw ValidationError(missing: "client") }
    guard !keys.isEmpty else { throw ValidationError(missing: "key") }
    guard keys.count <= service.limits.watchedDocuments else {
      throw DocumentErrors.tooMany("Documents of a stream", service.limits.watchedDocuments)
    }
    let documents = try await service.watched(keys, by: client, as: caller)
    let channel = context.channel
    let watcher = DocumentWatcher(
      client: client, isObserver: observes, owner: caller.key.id, documents: documents
    ) {
      channel.close(mode: .all, promise: nil)
    }
    guard service.hub.open(watcher) else { throw tooManyStreams(of: caller) }
    try await service.catchUp(watcher)
    let stream = DocumentStream(
      watcher: watcher, window: .milliseconds(service.limits.publishWindowMilliseconds),
      clock: environment.timer, authority: authority(of: caller, keys, client))
    return Response(
      status: .ok, headers: .eventStream(environment.settings),
      body: ResponseBody { writer in
        try await run(stream, on: channel, &writer)
        try await writer.finish(nil)
      })
  }

  private func tooManyStreams(of caller: Credential) -> APIError {
    APIError(
      code: ErrorCode.rateLimited,
      message: "The server or the key has reached its limit of watch streams; try again later.",
      status: 429,
      details: [
        "limit": .integer(Int64(service.hub.limit(of: caller.key.id))), "retry_after": 30,
      ])
  }

  /// Whether a key may still watch what it watches; looked up at each beat.
  private func authority(
    of caller: Credential, _ keys: [String], _ client: String
  ) -> @Sendable (Int) async throws -> Bool {
    { [access, service] beat in
      guard let permissions = try await access.access(ofKey: caller.key.id, at: beat) else {
        return false
      }
      if beat.isMultiple(of: Self.beatsOfSilence) { try await service.see(client, as: caller) }
      return try await service.mayWatch(keys, permissions)
    }
  }

  private func run(
    _ stream: DocumentStream, on channel: any Channel, _ writer: inout any ResponseBodyWriter
  ) async throws {
    let watcher = stream.watcher
    let handler = HangUpHandler { watcher.end() }
    do {
      try await channel.pipeline.addHandler(handler, position: .first).get()
      try await stream.run(to: &writer)
      service.hub.close(watcher)
      // The connection may serve other requests after the stream.
      try await channel.pipeline.removeHandler(handler).get()
    } catch {
      service.hub.close(watcher)
      throw error
    }
  }
}
