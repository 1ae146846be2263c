import Hummingbird
import MarfaModel
import NIOCore

extension ServerEnvironment {
  /// The whole body of a request, within the limits of size and time.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - context: Its context; nil waits with a deadline also for a body that is there.
  /// - Returns: The bytes; empty when there is no body.
  /// - Throws: `APIError` with status 413 or 408.
  func bytes(
    of request: Request, _ context: ServerRequestContext? = nil
  ) async throws -> ByteBuffer {
    let limits = settings.limits
    if let length = request.headers[.contentLength].flatMap({ Int($0) }) {
      guard length > 0 else { return ByteBuffer() }
      guard length <= limits.bodySize else { throw Self.tooLarge(limits.bodySize) }
    } else if request.headers[.transferEncoding] == nil {
      return ByteBuffer()
    }
    let body = request.body
    // Nobody is waited for then, and two tasks and a timer cost more than most requests do.
    if context?.isReceived == true { return try await Self.collect(body, limit: limits.bodySize) }
    return try await withDeadline(seconds: limits.bodySeconds) {
      try await Self.collect(body, limit: limits.bodySize)
    }
  }

  /// Works on the whole body of a request; of those that may be long a key has a few at a time,
  /// from their first byte on.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - caller: Whose request it is.
  ///   - context: Its context.
  ///   - work: Is given the bytes, and may take them.
  /// - Returns: What the work gave.
  /// - Throws: `APIError` with status 413 or 408, and what the work throws.
  func taking<Value: Sendable>(
    _ request: Request, of caller: Credential, _ context: ServerRequestContext,
    _ work: (inout ByteBuffer) async throws -> Value
  ) async throws -> Value {
    let length = request.headers[.contentLength].flatMap { Int($0) }
    let isShort = length.map { $0 < BodyTurns.least } ?? (request.headers[.transferEncoding] == nil)
    guard !isShort || request.headers[.contentEncoding] != nil else {
      var bytes = try await bytes(of: request, context)
      return try await work(&bytes)
    }
    return try await longBodies.take(caller.key.id) {
      var bytes = try await bytes(of: request, context)
      return try await bodyTurns.take(bytes.readableBytes) { try await work(&bytes) }
    }
  }

  private static func collect(_ body: RequestBody, limit: Int) async throws -> ByteBuffer {
    var collected = ByteBuffer()
    for try await piece in body {
      guard collected.readableBytes + piece.readableBytes <= limit else {
        throw tooLarge(limit)
      }
      collected.writeImmutableBuffer(piece)
    }
    return collected
  }

  /// The body of a request as JSON.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - context: Its context; nil waits with a deadline also for a body that is there.
  /// - Returns: The value; nil when there is no body.
  /// - Throws: `ValidationError` when it is not JSON or too deep; `APIError` with 413 or 408.
  func json(
    of request: Request, _ context: ServerRequestContext? = nil
  ) async throws -> JSONValue? {
    var buffer = try await bytes(of: request, context)
    return try takeJSON(from: &buffer)
  }

  /// The body of a request as JSON, in the place of its bytes.
  ///
  /// - Parameter buffer: The bytes; none afterwards.
  /// - Returns: The value; nil when there is no body.
  /// - Throws: `ValidationError` when it is not JSON or too deep.
  func takeJSON(from buffer: inout ByteBuffer) throws -> JSONValue? {
    defer { buffer = ByteBuffer() }
    guard buffer.readableBytes > 0 else { return nil }
    LoopWatch.note(.parsing, bytes: buffer.readableBytes)
    do {
      return try JSONParser.parse(
        buffer.readableBytesView, maximumDepth: settings.limits.jsonDepth,
        wideIntegers: .refused)
    } catch {
      throw ValidationError(error, depth: settings.limits.jsonDepth)
    }
  }

  /// The body of a request as a value of a known shape.
  ///
  /// - Parameters:
  ///   - type: The shape.
  ///   - request: The request.
  ///   - context: Its context; nil waits with a deadline also for a body that is there.
  /// - Returns: The value.
  /// - Throws: `ValidationError` with the field; `APIError` with 413 or 408.
  func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from request: Request,
    _ context: ServerRequestContext? = nil
  ) async throws -> Value {
    guard let json = try await json(of: request, context) else { throw Self.missingBody }
    return try JSONRequestDecoder.decode(type, from: json)
  }

  static var missingBody: ValidationError {
    ValidationError(message: "The request needs a JSON body.")
  }

  static func tooLarge(_ limit: Int) -> APIError {
    APIError(
      code: ErrorCode.validationError, message: "The body is over \(limit) bytes.", status: 413,
      details: ["limit": .integer(Int64(limit))])
  }

  /// Runs a body of work, and gives up when it takes longer than the seconds.
  private func withDeadline<Value: Sendable>(
    seconds: Int, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let timer = timer
    return try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask(operation: work)
      group.addTask {
        try await timer.sleep(for: .seconds(seconds))
        throw APIError(
          code: ErrorCode.invalidRequest, message: "The body took over \(seconds) seconds.",
          status: 408, details: ["limit_seconds": .integer(Int64(seconds))])
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
  }
}
