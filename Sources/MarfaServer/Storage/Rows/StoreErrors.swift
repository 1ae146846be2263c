import MarfaModel

/// The errors that more than one part of the store throws.
enum StoreErrors {
  static func itemNotFound(_ id: String) -> NotFoundError {
    NotFoundError(
      code: ErrorCode.itemNotFound, message: "The item \(id) was not found.",
      details: ["id": .string(id)])
  }

  static func isBeingPurged(_ id: String) -> APIError {
    APIError(
      code: ErrorCode.internalError,
      message: "The item with this id is being purged; send the request again.", status: 503,
      details: ["id": .string(id)])
  }

  static func edgeNotFound(_ id: String) -> NotFoundError {
    NotFoundError(
      code: ErrorCode.edgeNotFound, message: "The edge \(id) was not found.",
      details: ["id": .string(id)])
  }

  static func keyNotFound(_ id: String) -> NotFoundError {
    NotFoundError(
      code: ErrorCode.notFound, message: "The key was not found.", details: ["id": .string(id)])
  }

  static func webhookNotFound(_ id: String) -> NotFoundError {
    NotFoundError(
      code: ErrorCode.webhookNotFound, message: "The webhook \(id) was not found.",
      details: ["id": .string(id)])
  }

  static func noUpload(_ id: String) -> NotFoundError {
    NotFoundError(
      code: ErrorCode.notFound, message: "The upload \(id) was not found.",
      details: ["id": .string(id)])
  }

  static func otherOffset(_ offset: Int64) -> APIError {
    APIError(
      code: ErrorCode.conflict, message: "The upload is at another offset.", status: 409,
      details: ["offset": .integer(offset)])
  }

  static var mustAdminister: ForbiddenError {
    forbidden("This needs an administrator's credential.")
  }

  static func forbidden(_ message: String) -> ForbiddenError {
    ForbiddenError(code: ErrorCode.forbidden, message: message)
  }

  static func invalid(
    _ field: String, _ message: String, limit: Int? = nil
  ) -> ValidationError {
    var details: [String: JSONValue] = ["field": .string(field)]
    if let limit { details["limit"] = .integer(Int64(limit)) }
    return ValidationError(message: message, details: details)
  }
}
