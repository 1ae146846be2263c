import HTTPTypes
import Hummingbird
import MarfaModel
import NIOCore

/// `/blobs/uploads`, as tus 1.0.0 says: core, creation, creation-with-upload, checksum,
/// termination and expiration (<https://tus.io/protocols/resumable-upload>).
struct UploadRoutes: RouteGroup {
  static let version = "1.0.0"
  static let path = "/blobs/uploads"
  private static let extensions =
    "creation,creation-with-upload,checksum,termination,expiration"
  private static let mediaType = "application/offset+octet-stream"

  let service: UploadService

  func register(on router: Router<ServerRequestContext>) {
    for operation in Self.offers { router.on(operation) { _, _ in options() } }
    router.on(Self.creation) { request, context in
      try await answer(request, context) { try await create(request, context) }
    }
    for operation in Self.resumption {
      router.on(operation) { request, context in
        try await answer(request, context) { try await resume(request, context) }
      }
    }
  }

  // MARK: - Verbs

  private func options() -> Response {
    Response(
      status: .noContent,
      headers: [
        .tusResumable: Self.version, .tusVersion: Self.version,
        .tusExtension: Self.extensions, .tusChecksumAlgorithm: UploadChecksum.algorithms,
        .tusMaxSize: String(service.blobs.limits.resumable),
      ])
  }

  private func create(_ request: Request, _ context: ServerRequestContext) async throws -> Response
  {
    try context.caller().requireUploading()
    let caller = try context.caller().key.id
    for name in [HTTPField.Name.uploadDeferLength, .uploadConcat]
    where request.headers[name] != nil {
      throw UploadRefusal.unoffered(name.rawName)
    }
    // A checksum that cannot be read is refused before anything is created.
    let hasBody = request.headers[.contentType] == Self.mediaType
    let piece = try hasBody ? Self.piece(request, offset: "0") : nil
    var progress = try await service.create(
      length: request.headers[.uploadLength], metadata: request.headers[.uploadMetadata],
      credentialId: caller)
    if let piece, progress.hash == nil {
      progress = try await service.add(
        piece, to: progress.id, credentialId: caller, leave: Self.leave(context))
    }
    var response = Self.response(.created, progress)
    response.headers[.location] = "\(Self.path)/\(progress.id)"
    return response
  }

  private func resume(_ request: Request, _ context: ServerRequestContext) async throws -> Response
  {
    let caller = try context.caller().key.id
    let id = try context.segment("upload")
    switch request.headers[.methodOverride]?.uppercased() ?? request.method.rawValue {
    case "HEAD":
      let progress = try await service.status(of: id, credentialId: caller)
      var response = Self.response(.ok, progress)
      response.headers[.uploadLength] = String(progress.length)
      response.headers[.uploadMetadata] = UploadMetadata(values: progress.metadata).header
      response.headers[.cacheControl] = "no-store"
      return response
    case "PATCH":
      guard request.headers[.contentType] == Self.mediaType else { throw UploadRefusal.mediaType }
      let piece = try Self.piece(request, offset: request.headers[.uploadOffset])
      let progress = try await service.add(
        piece, to: id, credentialId: caller, leave: Self.leave(context))
      return Self.response(.noContent, progress)
    case "DELETE":
      try await service.terminate(id, credentialId: caller)
      return Response(status: .noContent)
    default:
      throw HTTPError(.methodNotAllowed)
    }
  }

  // MARK: - Parts

  private static func piece(
    _ request: Request, offset: String?
  ) throws -> UploadService.Piece<RequestBody> {
    UploadService.Piece(
      offset: offset, contentLength: request.headers[.contentLength].flatMap { Int64($0) },
      checksum: try request.headers[.uploadChecksum].map { try UploadChecksum(header: $0) },
      body: request.body)
  }

  private static func leave(_ context: ServerRequestContext) -> @Sendable () -> Void {
    let channel = context.channel
    return { channel.close(mode: .all, promise: nil) }
  }

  private static func response(
    _ status: HTTPResponse.Status, _ progress: UploadService.Progress
  ) -> Response {
    var headers: HTTPFields = [.uploadOffset: String(progress.offset)]
    headers[.uploadExpires] = progress.expiresAt.map { HTTPDate.string($0) }
    headers[.blobHash] = progress.hash
    return Response(status: status, headers: headers)
  }

  /// Adds what every answer has, and turns refusals into answers.
  private func answer(
    _ request: Request, _ context: ServerRequestContext,
    _ body: () async throws -> Response
  ) async throws -> Response {
    var response: Response
    do {
      guard request.headers[.tusResumable] == Self.version else { throw UploadRefusal.version }
      response = try await body()
    } catch let refusal as UploadRefusal {
      response = ErrorAnswer(refusal.error).response
      if refusal == .version { response.headers[.tusVersion] = Self.version }
      if case .offset(let offset) = refusal { response.headers[.uploadOffset] = String(offset) }
      if request.method == .head { response = response.createHeadResponse() }
    }
    response.headers[.tusResumable] = Self.version
    response.headers[.tusChecksumAlgorithm] = UploadChecksum.algorithms
    return response
  }
}

extension HTTPField.Name {
  static var tusResumable: Self { known("Tus-Resumable") }
  static var tusVersion: Self { known("Tus-Version") }
  static var tusExtension: Self { known("Tus-Extension") }
  static var tusMaxSize: Self { known("Tus-Max-Size") }
  static var tusChecksumAlgorithm: Self { known("Tus-Checksum-Algorithm") }
  static var uploadOffset: Self { known("Upload-Offset") }
  static var uploadLength: Self { known("Upload-Length") }
  static var uploadDeferLength: Self { known("Upload-Defer-Length") }
  static var uploadConcat: Self { known("Upload-Concat") }
  static var uploadMetadata: Self { known("Upload-Metadata") }
  static var uploadChecksum: Self { known("Upload-Checksum") }
  static var uploadExpires: Self { known("Upload-Expires") }
  static var methodOverride: Self { known("X-HTTP-Method-Override") }
  /// The hash of the blob that an upload became; ours, tus clients pass it over.
  static var blobHash: Self { known("X-Marfa-Blob-Hash") }
}
