import Foundation

/// The calls of a client as HTTP requests: one road for all namespaces, with its retries.
///
/// Each namespace's routes are in a file of their own. A request that reads is repeated as
/// ``RetryPolicy`` says. One that changes something carries an `Idempotency-Key`, and is repeated
/// only when the server certainly did nothing: it was not reached, or it answered 429 or 503.
package struct RemoteAPI: Sendable {
  /// Waits and random numbers, so that tests decide them.
  package struct Pacing: Sendable {
    /// Waits; throws when the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void
    /// A random number from 0 up to but not including 1.
    package var fraction: @Sendable () -> Double

    /// Waits by a clock.
    package init(
      sleep: @escaping @Sendable (Duration) async throws -> Void = {
        try await Task.sleep(for: $0)
      },
      fraction: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
      self.sleep = sleep
      self.fraction = fraction
    }
  }

  /// One request.
  struct Call {
    var method: String
    var path: String
    var query: [URLQueryItem] = []
    var body: [UInt8]?
    /// What a `ConflictError` repeats.
    var clientPatch: [String: JSONValue] = [:]

    init(_ method: String, _ path: String, query: [URLQueryItem] = []) {
      self.method = method
      self.path = path
      self.query = query
    }

    init(_ method: String, _ path: String, _ body: some Encodable) throws {
      self.init(method, path)
      if let body = body as? CreateItemInput {
        self.body = JSONWriter.bytes(of: body.json)
        return
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      self.body = Array(try encoder.encode(body))
    }

    var isReading: Bool { method == "GET" || method == "HEAD" }
  }

  let transport: any Transport
  let configuration: ClientConfiguration
  private let pacing: Pacing

  /// Uses a transport.
  package init(
    _ transport: any Transport, configuration: ClientConfiguration, pacing: Pacing = Pacing()
  ) {
    self.transport = transport
    self.configuration = configuration
    self.pacing = pacing
  }

  /// Sends a request and reads the answer.
  ///
  /// - Throws: The error of the answer's status, `ResponseDecodingError`, `NetworkError` or
  ///   `CancellationError`.
  func send<Answer: Decodable>(_ call: Call, as type: Answer.Type = Answer.self) async throws
    -> Answer
  {
    try await response(to: call).decoded(as: type, clientPatch: call.clientPatch)
  }

  /// Sends a request whose answer says nothing but that it was done.
  func send(_ call: Call) async throws {
    if let error = try await response(to: call).error(clientPatch: call.clientPatch) {
      throw error
    }
  }

  /// Sends a request, again where that may help and does no harm.
  ///
  /// - Returns: The last answer, of any status.
  func response(to call: Call) async throws -> TransportResponse {
    var headers = [String: String]().forJSON(call.body != nil)
    if !call.isReading {
      headers["Idempotency-Key"] = configuration.environment.ids.nextId()
    }
    return try await repeating(isReading: call.isReading) { [headers] in
      try await transport.rawRequest(
        method: call.method, path: call.path, query: call.query, headers: headers,
        body: call.body)
    }
  }

  /// Repeats a request as the policy says.
  func repeating(
    isReading: Bool, _ work: () async throws -> TransportResponse
  ) async throws -> TransportResponse {
    var attempts = 0
    while true {
      attempts += 1
      let outcome: Result<TransportResponse, NetworkError>
      do {
        outcome = .success(try await work())
      } catch let error as NetworkError {
        outcome = .failure(error)
      }
      // A failure asks for no wait of its own.
      guard Self.mayRepeat(outcome, isReading: isReading),
        let delay = configuration.retry.delay(
          afterAttempts: attempts, retryAfter: (try? outcome.get())?.retryAfter,
          fraction: pacing.fraction())
      else { return try outcome.get() }
      try await pacing.sleep(delay)
    }
  }

  /// Waits before another attempt.
  ///
  /// - Parameter attempts: How many have failed.
  /// - Returns: Whether the policy has another one.
  /// - Throws: `CancellationError`.
  func wait(afterAttempts attempts: Int) async throws -> Bool {
    guard
      let delay = configuration.retry.delay(
        afterAttempts: attempts, fraction: pacing.fraction())
    else { return false }
    try await pacing.sleep(delay)
    return true
  }

  private static func mayRepeat(
    _ outcome: Result<TransportResponse, NetworkError>, isReading: Bool
  ) -> Bool {
    switch outcome {
    case .success(let response) where isReading:
      RetryPolicy.isTransient(status: response.status)
    case .success(let response): response.status == 429 || response.status == 503
    case .failure(let error) where error.details?["kind"] == "cleartext": false
    case .failure(let error): isReading || error.details?["may_have_arrived"] == false
    }
  }

  /// Reads a whole list page by page, or as much of it as is wanted.
  ///
  /// - Parameters:
  ///   - limit: How many at most; all when nil.
  ///   - pageSize: How many the server gives at most.
  ///   - cursor: Where to begin.
  ///   - fetch: Reads one page from a cursor.
  /// - Returns: The elements, with the place where the rest begins.
  /// - Throws: What `fetch` throws.
  func pages<Element: Sendable>(
    limit: Int?, pageSize: Int, cursor: String?,
    _ fetch: (_ limit: Int, _ cursor: String?) async throws -> ListPage<Element>
  ) async throws -> ListPage<Element> {
    var result = ListPage<Element>(data: [], cursor: cursor, hasMore: true)
    while result.hasMore {
      let wanted = min(limit.map { $0 - result.data.count } ?? pageSize, pageSize)
      guard wanted > 0 else { break }
      let page = try await fetch(wanted, result.cursor)
      result.data += page.data
      result.cursor = page.cursor
      // A page without a cursor, or without elements, is the last whatever it says.
      result.hasMore = page.hasMore && page.cursor != nil && !page.data.isEmpty
    }
    return result
  }
}

extension [URLQueryItem] {
  /// Adds a condition, unless it is nil.
  mutating func add(_ name: String, _ value: String?) {
    if let value { append(URLQueryItem(name: name, value: value)) }
  }
}
