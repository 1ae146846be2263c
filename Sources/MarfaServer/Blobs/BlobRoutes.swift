import HTTPTypes
import Hummingbird
import MarfaModel
import NIOCore

/// `POST /blobs` and `/blobs/known`, `GET` and `HEAD /blobs/{hash}`, and what keeps blobs in order.
struct BlobRoutes: RouteGroup {
  let environment: ServerEnvironment
  let service: BlobService
  /// At most one blob is verified at a time for each key.
  private let verifications = KeyTurns(1)

  init(environment: ServerEnvironment, service: BlobService) {
    (self.environment, self.service) = (environment, service)
  }

  func register(on router: Router<ServerRequestContext>) {
    router.on(Self.storing) { request, context in try await upload(request, context) }
    router.on(Self.bytes) { request, context in try await download(request, context) }
    router.on(Self.presence) { request, context in
      try await verify(request, context)
      return try await download(request, context)
    }
    router.on(Self.known) { request, context in
      _ = try context.caller()
      let body = try await environment.decode(KnownBlobsBody.self, from: request, context)
      let whole = try await service.whole(among: body.checked())
      return Response.json(["known": .array(whole.map(JSONValue.string))])
    }
    router.on(Self.url) { request, context in try await address(request, context) }
    router.on(Self.cleanup) { request, context in
      let isDryRun = try maintenance(request, context)
      return Response.json(Self.json(try await service.cleanUp(isDryRun: isDryRun), isDryRun))
    }
    router.on(Self.reconciliation) { request, context in
      let isDryRun = try maintenance(request, context)
      return Response.json(Self.json(try await service.reconcile(isDryRun: isDryRun), isDryRun))
    }
  }

  // MARK: - In

  private func upload(_ request: Request, _ context: ServerRequestContext) async throws -> Response
  {
    let caller = try context.caller()
    try caller.requireUploading()
    // The length of a compressed body says nothing about the blob.
    let isPlain = request.headers[.contentEncoding] == nil
    let length = isPlain ? request.headers[.contentLength].flatMap { Int64($0) } : nil
    if let length { try service.checkSize(length) }
    let contentType = request.headers[.contentType] ?? ""
    let blob =
      MediaType(contentType)?.name == "multipart/form-data"
      ? try await receiveForm(request.body, contentType, caller)
      : try await receiveRaw(request.body, contentType, length, caller)
    return .json(
      [
        "hash": .string(blob.hash), "mime_type": .string(blob.mimeType),
        "size": .integer(blob.size),
      ],
      status: .created)
  }

  private func receiveRaw(
    _ body: RequestBody, _ contentType: String, _ length: Int64?, _ caller: Credential
  ) async throws -> StoredBlob {
    try await service.receive(
      mediaType: Self.mediaType(contentType), from: caller.key.id
    ) { take in
      var size: Int64 = 0
      for try await piece in body {
        size += Int64(piece.readableBytes)
        try await take(piece)
      }
      guard length == nil || length == size else {
        throw ValidationError(message: "The body ended before its Content-Length.")
      }
    }
  }

  private func receiveForm(
    _ body: RequestBody, _ contentType: String, _ caller: Credential
  ) async throws -> StoredBlob {
    guard let parser = MultipartParser(contentType: contentType) else {
      throw ValidationError(message: "Content-Type: multipart/form-data needs a boundary.")
    }
    var form = FormFile(parser: parser, pieces: body.makeAsyncIterator())
    let mediaType = Self.mediaType(try await form.findFile())
    return try await service.receive(mediaType: mediaType, from: caller.key.id) { take in
      while let piece = try await form.nextPiece() { try await take(piece) }
    }
  }

  private static func mediaType(_ text: String) -> String {
    MediaType.isWellFormed(text) ? text : "application/octet-stream"
  }

  // MARK: - Out

  /// Compares the blob with its hash if the request asks for that; a damaged one is then absent.
  ///
  /// Stops when the client hangs up, and never runs on a connection's thread.
  private func verify(_ request: Request, _ context: ServerRequestContext) async throws {
    let key = try context.caller().key.id
    var query = try QueryParameters(request)
    guard try query.boolean("verify") ?? false else { return }
    let (service, hash) = (service, try Self.hash(context))
    try await HangUp.cancelling(on: context.channel) { [verifications] in
      try await verifications.take(key) {
        try await withTaskExecutorPreference(globalConcurrentExecutor) {
          try await service.verify(hash)
        }
      }
    }
  }

  private func download(
    _ request: Request, _ context: ServerRequestContext
  ) async throws -> Response {
    _ = try context.caller()
    let hash = try Self.hash(context)
    let (blob, reader) = try await service.open(hash)
    let tag = EntityTag.of(hash)
    var headers: HTTPFields = [
      .eTag: tag, .acceptRanges: "bytes", .contentType: blob.mimeType,
      .cacheControl: "private, max-age=31536000, immutable, no-transform",
      .contentTypeOptions: "nosniff",
    ]
    guard !EntityTag.matches(request.headers[.ifNoneMatch], tag) else {
      return Response(status: .notModified, headers: headers)
    }
    let header =
      EntityTag.permitsRange(request.headers[.ifRange], tag)
      ? request.headers[.range] : nil
    let range: Range<Int64>
    // A range is defined for GET only (RFC 9110, section 14.2).
    switch ByteRange(header: request.method == .get ? header : nil, size: reader.size) {
    case .unsatisfiable:
      return Response(
        status: .rangeNotSatisfiable, headers: [.contentRange: "bytes */\(reader.size)"])
    case .whole: range = 0..<reader.size
    case .part(let part):
      range = part
      headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(reader.size)"
    }
    let status: HTTPResponse.Status = headers[.contentRange] == nil ? .ok : .partialContent
    guard request.method == .get else {
      headers[.contentLength] = String(reader.size)
      return Response(status: status, headers: headers)
    }
    return Response(status: status, headers: headers, body: Self.body(reader, range))
  }

  private static let piece = 256 << 10

  private static func body(_ reader: any BlobReader, _ range: Range<Int64>) -> ResponseBody {
    ResponseBody(contentLength: Int(range.count)) { writer in
      var offset = range.lowerBound
      while offset < range.upperBound {
        let count = min(piece, Int(range.upperBound - offset))
        let bytes = try await reader.read(at: offset, count: count)
        // A file that was cut short under us: the connection ends before its Content-Length.
        guard bytes.readableBytes > 0 else { throw BlobStoreError(.failed, "A blob is too short") }
        try await writer.write(bytes)
        offset += Int64(bytes.readableBytes)
      }
      try await writer.finish(nil)
    }
  }

  private func address(_ request: Request, _ context: ServerRequestContext) async throws -> Response
  {
    _ = try context.caller()
    if let address = try await service.address(of: try Self.hash(context)) {
      return Response.json([
        "url": .string(address.url), "expires_at": .string(address.end.iso8601),
      ])
    }
    throw ValidationError(
      message: "This server keeps blobs as files, which have no address of their own; "
        + "read GET /blobs/{hash}.")
  }

  // MARK: - Order

  private func maintenance(_ request: Request, _ context: ServerRequestContext) throws -> Bool {
    try context.caller().requireAdministrator()
    var query = try QueryParameters(request)
    let isDryRun = try query.boolean("dry_run") ?? false
    try query.finish()
    return isDryRun
  }

  private static func json(_ report: BlobService.Report, _ isDryRun: Bool) -> JSONValue {
    [
      "dry_run": .bool(isDryRun),
      "removed": .integer(Int64(report.removed.count)),
      "bytes": .integer(report.removed.reduce(0) { $0 + $1.size }),
      "missing": .array(report.missing.map { .string($0) }),
      "adopted": .array(report.adopted.map { .string($0) }),
      "damaged": .array(report.damaged.map { .string($0) }),
    ]
  }

  private static func hash(_ context: ServerRequestContext) throws -> BlobHash {
    guard let hash = BlobHash(try context.segment("hash")) else {
      throw ValidationError(
        message: "A blob's hash is sha256: and 64 lower-case hexadecimal digits.",
        details: ["field": "hash"])
    }
    return hash
  }
}

extension HTTPField.Name {
  /// `X-Content-Type-Options`: a browser is not to guess what a blob is.
  static var contentTypeOptions: Self { known("X-Content-Type-Options") }
}
