import Foundation
import HTTPTransport
import Logging

/// The client's own transport: HTTP over libcurl, which is loaded by the first request.
///
/// The credential goes with every request to the server, and to no other host.
///
/// ```swift
/// let transport = CurlTransport(
///   url: address, apiKey: key,
///   options: ServerConnectionOptions(certificateFile: "/etc/ssl/home.pem"))
/// let remote = MarfaClient(transport: transport)
/// ```
public struct CurlTransport: Transport {
  private let address: ServerAddress
  private let credential: TransportCredential
  private let allowsCleartext: Bool
  private let client: CurlClient
  /// Receives files: its thread waits for the disk, and nothing else is on it.
  private let downloads: CurlClient
  /// Takes a line for each request; nil for none.
  private let log: (@Sendable (String) -> Void)?

  /// Opens nothing before the first request.
  ///
  /// - Parameters:
  ///   - url: The server's address, `http` or `https`.
  ///   - apiKey: The credential, such as `marfa_k1_…`.
  ///   - options: How the server is reached.
  ///   - debugLogging: Whether each request is logged with method, path, status and time.
  public init(
    url: URL, apiKey: String, options: ServerConnectionOptions = ServerConnectionOptions(),
    debugLogging: Bool = false
  ) {
    self.init(
      url: url, credential: TransportCredential(apiKey), options: options,
      debugLogging: debugLogging)
  }

  /// Makes a transport whose key may change; nothing is opened yet.
  ///
  /// A request that is answered with 401 is sent once more if there is another key by then.
  ///
  /// - Parameters:
  ///   - url: The server's address, `http` or `https`.
  ///   - credential: The credential, which several transports may share.
  ///   - options: How the server is reached.
  ///   - debugLogging: Whether each request is logged with method, path, status and time.
  public init(
    url: URL, credential: TransportCredential,
    options: ServerConnectionOptions = ServerConnectionOptions(), debugLogging: Bool = false
  ) {
    var log: (@Sendable (String) -> Void)?
    if debugLogging {
      let logger = Logging.Logger(label: "marfa.sdk")
      log = { line in logger.info("\(line)") }
    }
    self.init(url: url, credential: credential, options: options, log: log)
  }

  /// Makes a transport that gives a line for each request to a function, such as `GET /items: 200`
  /// and the time.
  package init(
    url: URL, credential: TransportCredential, options: ServerConnectionOptions,
    log: (@Sendable (String) -> Void)?
  ) {
    address = ServerAddress(url)
    self.credential = credential
    allowsCleartext = options.allowsCleartext
    let options = HTTPTransportOptions(options)
    (client, downloads) = (CurlClient(options: options), CurlClient(options: options))
    self.log = log
  }

  /// Sends a request; see ``Transport``.
  public func rawRequest(
    method: String, path: String, query: [URLQueryItem], headers: [String: String],
    body: [UInt8]?
  ) async throws -> TransportResponse {
    let request = try makeRequest(method, path, query, headers, body.map { .bytes($0) })
    return try await send(request, path)
  }

  /// Sends bytes; see ``Transport``.
  public func rawUpload(
    method: String, path: String, body: [UInt8], contentType: String, query: [URLQueryItem],
    onBytesSent: (@Sendable (Int64, Int64) -> Void)?
  ) async throws -> TransportResponse {
    let request = try makeRequest(
      method, path, query, ["Content-Type": contentType], .bytes(body))
    return try await send(request, path, onBytesSent)
  }

  /// Sends bytes of a file, which is read while it is sent, or of memory; see ``Transport``.
  public func upload(
    _ upload: TransportUpload, onBytesSent: (@Sendable (Int64, Int64) -> Void)?
  ) async throws -> TransportResponse {
    let body: HTTPRequest.Body? =
      switch upload.body {
      case .none: nil
      case .bytes(let bytes): .bytes(bytes)
      case .file(let path, let offset, let count):
        .file(path: path, offset: offset, count: count)
      }
    let request = try makeRequest(upload.method, upload.path, [], upload.headers, body)
    return try await send(request, upload.path, onBytesSent)
  }

  /// Gives the body of an answer to a receiver as it comes; see ``Transport``.
  public func download(
    path: String, headers: [String: String], to receiver: any DownloadReceiver
  ) async throws -> TransportResponse {
    var headers = headers
    headers["Accept-Encoding"] = "identity"
    var request = try makeRequest("GET", path, [], headers)
    request.timeouts.idle = Self.patience
    let body = ReceivedBody(receiver: receiver)
    do {
      return TransportResponse(
        try await withKey(request, path) { request in
          try await downloads.receive(request, into: body)
        } status: {
          $0.status
        })
    } catch let error as HTTPTransportError {
      throw error.documented
    }
  }

  /// Opens an event stream; see ``Transport``.
  public func eventStream(
    path: String, query: [URLQueryItem], lastEventID: String?
  ) -> AsyncThrowingStream<SSEEvent, any Error> {
    eventStream(path: path, query: query, lastEventID: lastEventID) {}
  }

  /// Opens an event stream and says when its header has come; see ``Transport``.
  public func eventStream(
    path: String, query: [URLQueryItem], lastEventID: String?,
    onOpen: @escaping @Sendable () async -> Void
  ) -> AsyncThrowingStream<SSEEvent, any Error> {
    let reader = EventReader(at: address.base, lastEventID: lastEventID, onOpen: onOpen) {
      var headers = ["Accept": "text/event-stream", "Cache-Control": "no-store"]
      headers["Last-Event-ID"] = lastEventID
      var request = try self.makeRequest("GET", path, query, headers)
      // Two heartbeats of the documented server; another one says its own.
      request.timeouts.idle = Self.patience
      return try await self.open(request, path)
    }
    // Asks for the next event when it is wanted, so that none is kept here.
    return AsyncThrowingStream { try await reader.next() }
  }

  private func makeRequest(
    _ method: String, _ path: String, _ query: [URLQueryItem], _ headers: [String: String],
    _ body: HTTPRequest.Body? = nil
  ) throws -> HTTPRequest {
    if address.isCleartext, !allowsCleartext {
      throw NetworkError(
        message: "\(address.base) is not encrypted and not on this machine; use https or allow "
          + "cleartext.", details: ["kind": "cleartext", "may_have_arrived": false])
    }
    var request = HTTPRequest(method, address.url(path, query), body: body)
    request.timeouts.idle = Self.longestSilence(method, sending: body?.count ?? 0)
    // Files may be elsewhere; all else is this server's, and another one would only refuse it.
    request.staysAtOrigin = !path.hasPrefix("/blobs")
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { request.headers[name] = value }
    return request
  }

  private func send(
    _ request: HTTPRequest, _ path: String,
    _ onBytesSent: (@Sendable (Int64, Int64) -> Void)? = nil
  ) async throws -> TransportResponse {
    do {
      return TransportResponse(
        try await withKey(request, path) { request in
          try await client.send(request, onBytesSent: onBytesSent)
        } status: {
          $0.status
        })
    } catch let error as HTTPTransportError {
      throw error.documented
    }
  }

  private func open(_ request: HTTPRequest, _ path: String) async throws -> HTTPStream {
    try await withKey(request, path) { request in
      try await client.open(request) {
        Self.longestSilence(withHeartbeatEvery: $0.headers["Heartbeat-Seconds"])
      }
    } status: {
      $0.head.status
    }
  }

  /// Sends a request with the key, and logs what came of it.
  private func withKey<Answer: Sendable>(
    _ request: HTTPRequest, _ path: String, _ send: (HTTPRequest) async throws -> Answer,
    status: (Answer) -> Int
  ) async throws -> Answer {
    let start = ContinuousClock.now
    func log(_ outcome: @autoclosure () -> String) {
      self.log?("\(request.method) \(path): \(outcome()) in \(ContinuousClock.now - start)")
    }
    do {
      let answer = try await withNewestKey(request, send, status)
      log("\(status(answer))")
      return answer
    } catch {
      log((error as? HTTPTransportError).map { "\($0.code)" } ?? "ended")
      throw error
    }
  }

  /// Sends a request with the key, and once more if the server does not know that and there is
  /// another.
  private func withNewestKey<Answer: Sendable>(
    _ request: HTTPRequest, _ send: (HTTPRequest) async throws -> Answer,
    _ status: (Answer) -> Int
  ) async throws -> Answer {
    let key = await credential.key
    var request = request
    request.headers["Authorization"] = "Bearer " + key
    let answer = try await send(request)
    guard status(answer) == 401, let next = await credential.key(after: key) else { return answer }
    request.headers["Authorization"] = "Bearer " + next
    return try await send(request)
  }
}

extension CurlTransport: CustomStringConvertible, CustomReflectable {
  /// The server's address, without the credential.
  public var description: String { "CurlTransport(\(address.base))" }

  /// The server's address, without the credential.
  public var customMirror: Mirror { Mirror(self, children: ["address": address.base]) }
}

/// Hands a body on.
private struct ReceivedBody: HTTPReceiver {
  let receiver: any DownloadReceiver

  func begin(_ head: HTTPResponseHead) throws -> Bool {
    let answer = TransportResponse(HTTPResponse(head))
    return try receiver.begin(status: answer.status, headers: answer.headers)
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws { try receiver.receive(bytes) }
}

extension HTTPTransportOptions {
  fileprivate init(_ options: ServerConnectionOptions) {
    let proxy: Proxy =
      switch options.proxy {
      case .environment: .environment
      case .none: .none
      case .url(let url): .url(url)
      }
    self.init(
      certificateFile: options.certificateFile, pinnedKey: options.pinnedKey, proxy: proxy,
      userAgent: "marfa-sdk", maximumSendRate: options.maximumUploadRate)
  }
}

extension TransportResponse {
  /// The answer as HTTP brought it.
  init(_ response: HTTPResponse) {
    self.init(
      status: response.status,
      headers: Dictionary(
        response.headers.fields.map { ($0.name.lowercased(), $0.value) },
        uniquingKeysWith: { $1 }),
      body: response.body)
  }
}

extension HTTPTransportError {
  /// The error that a client documents; a cancelled request is a `CancellationError`.
  var documented: any Error {
    guard code != .cancelled else { return CancellationError() }
    var details: [String: JSONValue] = [
      "kind": .string(code.rawValue), "may_have_arrived": .bool(mayHaveArrived),
    ]
    if let shownKey { details["shown_key"] = .string(shownKey) }
    return NetworkError(message: message, details: details)
  }
}
