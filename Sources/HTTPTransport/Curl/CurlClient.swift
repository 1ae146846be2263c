import CCurl

/// HTTP requests, uploads and event streams over one libcurl multi handle.
///
/// The actor runs on its own thread, which also runs libcurl; neither exists before the first
/// request. Every task that sends may be cancelled: the connection is closed, and the server may
/// or may not have received the request.
///
/// ```swift
/// let client = CurlClient()
/// let answer = try await client.send(HTTPRequest("GET", "http://127.0.0.1:8600/health"))
/// ```
package actor CurlClient {
  private nonisolated let loop: CurlLoop

  /// Loads and opens nothing before the first request.
  package init(options: HTTPTransportOptions = HTTPTransportOptions()) {
    loop = CurlLoop(options: options)
  }

  deinit { loop.end() }

  /// The thread of libcurl.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// Sends a request and waits for the whole answer, of any status.
  ///
  /// Redirects are followed as ``RedirectRule`` says.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - onBytesSent: Called with the bytes of the body that were sent and their total, on
  ///     libcurl's thread; it must not block. The number never falls within one connection.
  /// - Returns: The answer.
  /// - Throws: `HTTPTransportError`; `mayHaveArrived` says whether its effect is unknown.
  package func send(
    _ request: HTTPRequest, onBytesSent: (@Sendable (Int64, Int64) -> Void)? = nil
  ) async throws -> HTTPResponse {
    var request = request
    for _ in 0...RedirectRule.maximumCount {
      let answer = try await explainingRefusals(of: request) {
        try await sendOnce(request, onBytesSent: onBytesSent)
      }
      switch RedirectRule.decide(answer.head, for: request) {
      case .accept: return answer
      case .follow(let next): request = next
      case .refuse(let error): throw error
      }
    }
    throw HTTPTransportError(.badRedirect, "The server redirects too often.")
  }

  /// Sends a request and returns as soon as the answer begins, to read its body as it comes.
  ///
  /// - Parameters:
  ///   - request: What is sent; its total time limits the reading of the body, too.
  ///   - silence: How long the server may be silent within the body, where its head says that; nil
  ///     for the time of the request.
  /// - Returns: The head and the body.
  /// - Throws: `HTTPTransportError`, as `send(_:onBytesSent:)`.
  package func open(
    _ request: HTTPRequest, silence: @Sendable (HTTPResponseHead) -> Duration? = { _ in nil }
  ) async throws -> HTTPStream {
    var request = request
    for _ in 0...RedirectRule.maximumCount {
      let stream = try await explainingRefusals(of: request) { try await openOnce(request) }
      switch RedirectRule.decide(stream.head, for: request) {
      case .accept:
        if let time = silence(stream.head) { loop.allow(silence: time, in: stream.body.identity) }
        return stream
      case .follow(let next): request = next
      case .refuse(let error): throw error
      }
    }
    throw HTTPTransportError(.badRedirect, "The server redirects too often.")
  }

  /// Sends a request and gives the body of its answer to a receiver, which this client's thread
  /// waits for.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - receiver: Takes the body; of several answers, as after a redirect, it is asked about each.
  /// - Returns: The answer; its body is empty where the receiver took it.
  /// - Throws: `HTTPTransportError`, as `send(_:onBytesSent:)`, or what the receiver throws.
  package func receive(
    _ request: HTTPRequest, into receiver: any HTTPReceiver
  ) async throws -> HTTPResponse {
    var request = request
    for _ in 0...RedirectRule.maximumCount {
      let answer = try await explainingRefusals(of: request) {
        try await run(request) { continuation in
          ReceivedAnswer(receiver) { continuation.resume(with: $0) }
        }
      }
      switch RedirectRule.decide(answer.head, for: request) {
      case .accept: return answer
      case .follow(let next): request = next
      case .refuse(let error): throw error
      }
    }
    throw HTTPTransportError(.badRedirect, "The server redirects too often.")
  }

  // MARK: - One request

  private func sendOnce(
    _ request: HTTPRequest, isKeyProbe: Bool = false,
    onBytesSent: (@Sendable (Int64, Int64) -> Void)? = nil
  ) async throws -> HTTPResponse {
    try await run(request, isKeyProbe: isKeyProbe, onBytesSent: onBytesSent) { continuation in
      CollectedAnswer(limit: request.maximumAnswerSize) { continuation.resume(with: $0) }
    }
  }

  /// Makes one transfer whose end the sink reports.
  private func run(
    _ request: HTTPRequest, isKeyProbe: Bool = false,
    onBytesSent: (@Sendable (Int64, Int64) -> Void)? = nil,
    to makeSink: (CheckedContinuation<HTTPResponse, any Error>) -> any Transfer.Sink
  ) async throws -> HTTPResponse {
    try loop.prepare()
    let identity = loop.makeIdentity()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        do throws(HTTPTransportError) {
          let transfer = try Transfer(
            request, to: makeSink(continuation), isKeyProbe: isKeyProbe, onBytesSent: onBytesSent)
          try loop.add(transfer, as: identity)
        } catch {
          continuation.resume(throwing: error)
        }
      }
    } onCancel: { [loop] in
      loop.cancel(identity)
    }
  }

  private func openOnce(_ request: HTTPRequest) async throws -> HTTPStream {
    try loop.prepare()
    let identity = loop.makeIdentity()
    let buffer = BodyBuffer(loop: loop, identity: identity)
    try loop.add(try Transfer(request, to: buffer), as: identity)
    let body = HTTPBodyStream(buffer: buffer, owner: BodyOwner(buffer: buffer))
    return HTTPStream(head: try await buffer.head(), body: body)
  }

  /// Adds the key that the server showed to a refusal of its certificate.
  private func explainingRefusals<Answer: Sendable>(
    of request: HTTPRequest, _ work: () async throws -> Answer
  ) async throws -> Answer {
    do {
      return try await work()
    } catch var error as HTTPTransportError
      where error.code == .untrustedCertificate || error.code == .otherKey
    {
      error.shownKey = await shownKey(at: request)
      throw error
    }
  }

  /// The pin of the key that a server shows; nothing but a handshake takes place.
  private func shownKey(at request: HTTPRequest) async -> String? {
    do {
      let probe = HTTPRequest("HEAD", request.url, timeouts: request.timeouts)
      _ = try await sendOnce(probe, isKeyProbe: true)
      return nil
    } catch {
      // The probe always fails: its pin fits no key.
      return (error as? HTTPTransportError)?.shownKey
    }
  }
}
