import Foundation

extension Transport {
  /// Sends a request once and reads the answer as JSON.
  ///
  /// - Parameters:
  ///   - method: `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
  ///   - path: The path from the server's address on, percent-encoded, with a leading `/`.
  ///   - query: Names and values, not encoded.
  ///   - body: What is sent as JSON; nothing when nil.
  ///   - headers: Further header fields.
  /// - Returns: The answer; null when it has no body.
  /// - Throws: The `MarfaError` of a status that is not 2xx, `ResponseDecodingError`,
  ///   `NetworkError` or `CancellationError`.
  public func request(
    method: String, path: String, query: [URLQueryItem] = [], body: JSONValue? = nil,
    headers: [String: String] = [:]
  ) async throws -> JSONValue {
    try await requestWithConflict(
      method: method, path: path, query: query, body: body, headers: headers, clientPatch: [:])
  }

  /// Sends a request once and reads the answer as a value.
  ///
  /// - Parameters: As of the other `request`, and `type`, the answer's type.
  /// - Returns: The answer.
  /// - Throws: As the other `request`.
  public func request<Answer: Decodable>(
    _ type: Answer.Type, method: String, path: String, query: [URLQueryItem] = [],
    body: JSONValue? = nil, headers: [String: String] = [:]
  ) async throws -> Answer {
    let response = try await rawRequest(
      method: method, path: path, query: query, headers: headers.forJSON(body != nil),
      body: body.map { JSONWriter.bytes(of: $0) })
    return try response.decoded(as: type)
  }

  /// Sends a change that the server may refuse because of its version.
  ///
  /// - Parameters: As of `request`, and `clientPatch`, the properties that a `ConflictError`
  ///   repeats.
  /// - Returns: The answer; null when it has no body.
  /// - Throws: As `request`; for a 409 with `version_conflict` a `ConflictError` with its context.
  public func requestWithConflict(
    method: String, path: String, query: [URLQueryItem] = [], body: JSONValue?,
    headers: [String: String] = [:], clientPatch: [String: JSONValue]
  ) async throws -> JSONValue {
    let response = try await rawRequest(
      method: method, path: path, query: query, headers: headers.forJSON(body != nil),
      body: body.map { JSONWriter.bytes(of: $0) })
    if let error = response.error(clientPatch: clientPatch) { throw error }
    guard !response.body.isEmpty else { return .null }
    do {
      return try JSONParser.parse(response.body)
    } catch {
      throw ResponseDecodingError(
        message: "The answer is not JSON: \(error.reason.rawValue).",
        details: ["offset": .integer(Int64(error.offset))])
    }
  }
}

extension [String: String] {
  /// The fields with those of a request whose answer, and body if there is one, are JSON.
  func forJSON(_ hasBody: Bool) -> [String: String] {
    var fields = self
    fields["Accept"] = fields["Accept"] ?? "application/json"
    if hasBody { fields["Content-Type"] = "application/json" }
    return fields
  }
}

extension TransportResponse {
  /// The documented error of a status that is not 2xx; nil for one that is.
  ///
  /// A body that is no error envelope, as of a proxy, gives an error with the code that goes with
  /// the status. `details.retry_after` has the seconds that the server asked to wait.
  ///
  /// - Parameter clientPatch: The properties that a `ConflictError` repeats.
  /// - Returns: The error.
  public func error(clientPatch: [String: JSONValue] = [:]) -> (any MarfaError)? {
    guard !(200...299).contains(status) else { return nil }
    // What is no envelope is an error all the same; its bytes are not for people.
    let sent = try? JSONDecoder().decode(ErrorEnvelope.self, from: Data(body))
    var envelope =
      sent
      ?? ErrorEnvelope(
        APIError(
          code: Self.code(of: status), message: "The server answered \(status) without a reason.",
          status: status))
    if let seconds = retryAfter?.components.seconds {
      envelope.error.details = (envelope.error.details ?? [:])
        .merging(["retry_after": .integer(seconds)]) { sent, _ in sent }
    }
    return envelope.makeError(status: status, clientPatch: clientPatch)
  }

  /// What is said where something else than the server answered.
  package static let foreignWords = "Something on the way answered, and not the server."

  /// The same with the status that was answered.
  package var foreignWords: String {
    "Something on the way answered \(status), and not the server."
  }

  /// What is said where the address itself may have another server.
  ///
  /// - Parameter url: The address.
  /// - Returns: A sentence with what was answered.
  package func foreignWords(at url: String) -> String {
    "What answers at \(url) is not a marfa server (it answered \(status))."
  }

  /// Whether something on the way answered, such as a proxy, and not the server: a success whose
  /// body is no JSON, or a failure without the documented envelope.
  ///
  /// 413 and an empty 401 count as the server's: a request that is too large for something on the
  /// way never arrives, and an unknown key needs no words.
  package var isForeign: Bool {
    // Only whether it is JSON matters, not where it stops being JSON.
    guard !(200...299).contains(status) else {
      return !body.isEmpty && (try? JSONParser.parse(body)) == nil
    }
    if status == 413 || (status == 401 && body.isEmpty) { return false }
    return (try? JSONDecoder().decode(ErrorEnvelope.self, from: Data(body))) == nil
  }

  /// The wait that the server asks for with `Retry-After`: in seconds, or until a date, counted
  /// from the `Date` of the answer.
  public var retryAfter: Duration? {
    guard let wish = headers["retry-after"], let seconds = Int64(wish) ?? secondsUntil(wish) else {
      return nil
    }
    return .seconds(min(max(seconds, 0), 86_400))
  }

  /// How long it is from the server's time until a date; this machine's clock may be wrong.
  private func secondsUntil(_ date: String) -> Int64? {
    guard let now = headers["date"].flatMap(HTTPDate.milliseconds),
      let time = HTTPDate.milliseconds(of: date)
    else { return nil }
    return (time - now) / 1000
  }

  /// Reads the body as a value.
  ///
  /// - Parameters:
  ///   - type: The value's type.
  ///   - clientPatch: The properties that a `ConflictError` repeats.
  /// - Returns: The value.
  /// - Throws: The error of the status, or `ResponseDecodingError` with the place under
  ///   `details.field`.
  func decoded<Answer: Decodable>(
    as type: Answer.Type, clientPatch: [String: JSONValue] = [:]
  ) throws -> Answer {
    if let error = error(clientPatch: clientPatch) { throw error }
    if let type = type as? any JSONConvertible.Type,
      let value = try type.init(jsonBytes: body) as? Answer
    {
      return value
    }
    do {
      return try JSONDecoder().decode(type, from: Data(body))
    } catch let error as DecodingError {
      throw ResponseDecodingError(
        message: "The server sent an unexpected answer.",
        details: ["field": .string(Self.place(of: error))])
    }
  }

  private static func place(of error: DecodingError) -> String {
    let (path, last): ([any CodingKey], String?) =
      switch error {
      case .keyNotFound(let key, let context): (context.codingPath, key.stringValue)
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        (context.codingPath, nil)
      @unknown default: ([], nil)
      }
    return (path.map(\.stringValue) + [last].compactMap(\.self)).joined(separator: ".")
  }

  private static func code(of status: Int) -> String {
    switch status {
    case 401: ErrorCode.unauthorized
    case 403: ErrorCode.forbidden
    case 404: ErrorCode.notFound
    case 409: ErrorCode.conflict
    case 413: ErrorCode.blobTooLarge
    case 429: ErrorCode.rateLimited
    case 500...: ErrorCode.internalError
    default: ErrorCode.invalidRequest
    }
  }
}
