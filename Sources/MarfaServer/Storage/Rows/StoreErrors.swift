import MarfaModel

/// The errors that more than one part of the store throws.
enum StoreErrors {
  static func itemNotFound(_ id: String) -> NotFoundError {
    NotFoundError(
      code: ErrorCode.itemNotFound, message: "The item \(id) was not found.",
      details: ["id": .string(id)])
  }

  static func isBeingPurged(_ id: String) -> APIError {
    postponed(
      "The item with this id is being purged; send the request again.", ["id": .string(id)])
  }

  /// The refusal of a request that is done when it is sent again.
  static func postponed(_ message: String, _ details: [String: JSONValue]? = nil) -> APIError {
    APIError(code: ErrorCode.internalError, message: message, status: 503, details: details)
  }

  /// The refusal of a reader of the event log that was away for too long, or of another log.
  static func tooOld(_ id: Int64, oldest: Int64) -> APIError {
    APIError(
      code: "catchup_too_old", message: "The log does not go on from that event; take a snapshot.",
      status: 410,
      details: ["min_retained_id": .integer(oldest), "requested": .integer(id)])
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
