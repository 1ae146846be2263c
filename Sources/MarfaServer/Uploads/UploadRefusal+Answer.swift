import MarfaModel

extension UploadRefusal {
  /// The error of the API that says so.
  var error: APIError {
    APIError(code: code, message: message, status: status, details: details)
  }

  private var code: String {
    switch self {
    case .version, .malformed, .unoffered, .mediaType, .checksum, .hash: ErrorCode.validationError
    case .tooLarge, .beyondLength: ErrorCode.blobTooLarge
    case .offset, .locked: ErrorCode.conflict
    case .unknown, .expired: ErrorCode.notFound
    }
  }

  private var message: String {
    switch self {
    case .version: "Tus-Resumable must be \(UploadRoutes.version)."
    case .malformed(let header): "\(header.name) is missing, or is not \(header.expectation)."
    case .unoffered(let header): "\(header) is of an extension that this server does not offer."
    case .mediaType: "Content-Type must be application/offset+octet-stream."
    case .tooLarge(let limit): "The upload is over \(ByteWords.size(limit))."
    case .beyondLength: "The request has more bytes than Upload-Length leaves room for."
    case .offset(let offset): "The upload is at offset \(offset)."
    case .unknown: "The upload was not found."
    case .expired: "The upload has lapsed; begin again."
    case .locked:
      "Another request is adding to the upload; HEAD ends it and says how far the upload is."
    case .checksum: "The bytes do not have their Upload-Checksum; they were not kept."
    case .hash(let actual): "\(actual), not the declared one; the upload is gone."
    }
  }

  private var details: [String: JSONValue]? {
    switch self {
    case .tooLarge(let limit): ["limit": .integer(limit)]
    case .offset(let offset): ["offset": .integer(offset)]
    case .malformed(let header): ["field": .string(header.name)]
    case .unoffered(let header): ["field": .string(header)]
    default: nil
    }
  }
}
