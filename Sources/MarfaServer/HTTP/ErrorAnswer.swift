import Foundation
import Hummingbird
import MarfaModel
import NIOCore

/// What a thrown error answers: a status and the documented envelope.
struct ErrorAnswer {
  /// The HTTP status.
  var status: Int
  /// The body.
  var envelope: ErrorEnvelope
  /// Whether the server is to blame, which is logged with its cause.
  var isFault = false

  /// Finds the answer to an error.
  init(_ error: any Error) {
    switch error {
    case let error as any MarfaError: self.init(error)
    case let error as JSONSyntaxError: self.init(ValidationError(error))
    case let error as DecodingError: self.init(ValidationError(error))
    case let failure as StoreFailure: self.init(failure)
    case let error as any HTTPResponseError: self.init(status: error.status.code)
    case is NIOTooManyBytesError: self.init(status: 413)
    // The client went away in the midst of its body.
    case is IOError: self.init(status: 400)
    default:
      self.init(
        APIError(
          code: ErrorCode.internalError,
          message: "The server failed; its log has the cause under this request's id.",
          status: 500))
      isFault = true
    }
  }

  private init(_ error: any MarfaError) {
    status = error.status ?? ErrorCode.status(of: error.code)
    envelope = ErrorEnvelope(error)
    isFault = status >= 500
  }

  private init(_ failure: StoreFailure) {
    let (status, message) =
      switch failure.kind {
      case .full: (507, "The server's disk is full; nothing was written.")
      case .unavailable: (503, "The server is busy or stopping; send the request again.")
      case .locked, .broken:
        (500, "The server failed; its log has the cause under this request's id.")
      }
    self.init(APIError(code: ErrorCode.internalError, message: message, status: status))
  }

  private init(status: Int) {
    let error =
      switch status {
      case 404:
        APIError(code: ErrorCode.notFound, message: "No such route.", status: 404)
      case 413:
        APIError(code: ErrorCode.validationError, message: "The body is too large.", status: 413)
      default:
        APIError(
          code: status >= 500 ? ErrorCode.internalError : ErrorCode.invalidRequest,
          message: "The request was refused with status \(status).", status: status)
      }
    self.init(error)
  }

  /// The answer as a response.
  var response: Response {
    let status = HTTPResponse.Status(code: status)
    do {
      return try .encoded(envelope, status: status)
    } catch {
      // The envelope holds nothing that JSON cannot; if it ever does, the code is what matters.
      let bytes = JSONWriter.bytes(of: ["error": ["code": .string(envelope.error.code)]])
      return .json(bytes, status: status)
    }
  }
}

extension ValidationError {
  /// A body that is not JSON, or that has a number which could not be kept as it is.
  ///
  /// `depth`: How many values within values there may be, for the refusal to name.
  init(_ error: JSONSyntaxError, depth: Int? = nil) {
    let message =
      switch error.reason {
      case .wideInteger:
        "The whole number at byte \(error.offset) is over 64 bits and would lose digits; send it "
          + "as a string, or with an exponent."
      case .tooDeep:
        "The body has too many values within values at byte \(error.offset)."
      default: "The body is not JSON at byte \(error.offset): \(error.reason.rawValue)."
      }
    var details: [String: JSONValue] = [
      "offset": .integer(Int64(error.offset)), "reason": .string(error.reason.rawValue),
    ]
    if error.reason == .tooDeep, let depth { details["limit"] = .integer(Int64(depth)) }
    self.init(message: message, details: details)
  }

  /// A body that is JSON of another shape.
  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(missing: Self.path(context.codingPath + [key]))
    case .valueNotFound(_, let context):
      self.init(missing: Self.path(context.codingPath))
    case .typeMismatch(_, let context), .dataCorrupted(let context):
      let field = Self.path(context.codingPath)
      // The standard library's words for a value that an enumeration does not have.
      let isWord = context.debugDescription.hasPrefix("Cannot initialize ")
      let reason = isWord ? "not one of the words that are allowed here" : context.debugDescription
      self.init(
        message: field.isEmpty ? reason : "\(field): \(reason)",
        details: field.isEmpty ? nil : ["field": .string(field)])
    @unknown default:
      self.init(message: "The body does not have the expected shape.")
    }
  }

  /// A field that has to be there.
  init(missing field: String) {
    self.init(
      code: ErrorCode.missingRequiredField, message: "\(field) is missing.",
      details: ["field": .string(field)])
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    var text = ""
    for key in keys {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return text
  }
}
