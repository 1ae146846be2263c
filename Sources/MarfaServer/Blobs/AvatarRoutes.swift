import Hummingbird
import MarfaModel

/// The picture of whom the space belongs to: `/profile/me/avatar`.
struct AvatarRoutes: RouteGroup {
  let environment: ServerEnvironment
  let service: BlobService

  func register(on router: Router<ServerRequestContext>) {
    router.on(Self.setting) { request, context in
      try check(context)
      let blob = try await service.receivePicture(
        request, from: context.caller().key.id)
      return try await environment.write(.setAvatar(hash: blob.hash), request, context)
    }
    router.on(Self.removal) { request, context in
      try check(context)
      return try await environment.write(.setAvatar(hash: nil), request, context)
    }
  }

  private func check(_ context: ServerRequestContext) throws {
    guard try context.caller().permissions.mayChangeProfile else {
      throw ForbiddenError(message: "The key lacks the metadata permission profile:write.")
    }
  }
}

extension BlobService {
  /// Takes a picture in, as a form's file or as the body itself.
  fileprivate func receivePicture(
    _ request: Request, from credentialId: String
  ) async throws -> StoredBlob {
    let contentType = request.headers[.contentType] ?? ""
    if MediaType(contentType)?.name == "multipart/form-data" {
      guard let parser = MultipartParser(contentType: contentType) else {
        throw ValidationError(message: "Content-Type: multipart/form-data needs a boundary.")
      }
      var form = FormFile(parser: parser, pieces: request.body.makeAsyncIterator())
      let mediaType = try Self.picture(try await form.findFile())
      return try await receive(mediaType: mediaType, from: credentialId) { take in
        while let piece = try await form.nextPiece() { try await take(piece) }
      }
    }
    return try await receive(
      mediaType: try Self.picture(contentType), from: credentialId
    ) { take in
      for try await piece in request.body { try await take(piece) }
    }
  }

  private static func picture(_ type: String) throws -> String {
    guard MediaType.isWellFormed(type), type.lowercased().hasPrefix("image/") else {
      throw ValidationError(
        message: "An avatar is a picture: its media type begins with image/.",
        details: ["field": "file"])
    }
    return type
  }
}
