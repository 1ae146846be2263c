import MarfaModel

/// How requests for documents are refused.
enum DocumentErrors {
  static func noClient(_ id: String) -> APIError {
    APIError(
      code: "client_not_active",
      message: "The client \(id) is not active; activate another with POST /documents/clients.",
      status: 404, details: ["client_id": .string(id)])
  }

  static func noDocument(_ key: String) -> APIError {
    APIError(
      code: "document_not_found", message: "The document \(key) was not found.", status: 404,
      details: ["key": .string(key)])
  }

  static func notAttached(_ key: String) -> APIError {
    APIError(
      code: "document_not_attached", message: "The client is not attached to \(key); attach first.",
      status: 409, details: ["key": .string(key)])
  }

  /// The code of ``forked(_:)``.
  static let forkedCode = "replica_forked"

  /// The replica cannot go on under its actor: what it says does not fit what the server has of it.
  ///
  /// - Parameters:
  ///   - reason: What does not fit.
  ///   - number: The last of its changes that was compared and is here, as are those before it; nil
  ///     where that is not known.
  /// - Returns: 409 `replica_forked`.
  static func forked(_ reason: String, alikeThrough number: Int64? = nil) -> APIError {
    var details: [String: JSONValue] = ["reason": .string(reason)]
    if let number { details["alike_through"] = .integer(number) }
    return APIError(
      code: forkedCode,
      message: "The server has other changes of this client: \(reason). Activate another client.",
      status: 409, details: details)
  }

  static func bound(_ item: String, _ field: String, to key: String) -> APIError {
    APIError(
      code: "document_bound", message: "\(field) of \(item) is bound to another document, \(key).",
      status: 409, details: ["key": .string(key)])
  }

  /// Changes that the client has an answer to are not here: the server was set back.
  static func lost(after number: Int64) -> APIError {
    forked("its changes after number \(number) are not here")
  }

  static func gap(_ expected: Int64) -> APIError {
    APIError(
      code: ErrorCode.invalidRequest,
      message: "A change is missing: the next of this client is number \(expected).", status: 400,
      details: ["expected": .integer(expected)])
  }

  static func damaged(_ detail: String) -> ValidationError {
    StoreErrors.invalid("body", "The pack cannot be read: \(detail).")
  }

  static func tooLarge(_ what: String, _ limit: Int) -> APIError {
    APIError(
      code: "document_too_large", message: "\(what) has at most \(limit) bytes.", status: 413,
      details: ["limit": .integer(Int64(limit))])
  }

  static func tooMany(_ what: String, _ limit: Int) -> APIError {
    APIError(
      code: ErrorCode.rateLimited, message: "\(what): at most \(limit).", status: 429,
      details: ["limit": .integer(Int64(limit)), "retry_after": 30])
  }
}
