import Foundation

/// What carries requests to a server and answers back.
///
/// The client makes its own over libcurl; a program gives another one to `MarfaClient` when it has
/// a network stack of its own, and a test gives `MockTransport`. A transport sends each request
/// once: the client repeats it.
///
/// ```swift
/// let remote = MarfaClient(transport: transport)
/// ```
public protocol Transport: Sendable {
  /// Sends a request and returns status, header fields and bytes of whatever is answered.
  ///
  /// - Parameters:
  ///   - method: `GET`, `HEAD`, `POST`, `PUT`, `PATCH` or `DELETE`.
  ///   - path: The path from the server's address on, percent-encoded, with a leading `/`.
  ///   - query: Names and values, not encoded; their order is kept.
  ///   - headers: Header fields beyond the credential's, such as `Idempotency-Key`.
  ///   - body: What is sent; nothing when nil.
  /// - Returns: The answer, of any status.
  /// - Throws: `NetworkError`, or `CancellationError` when the task is cancelled.
  func rawRequest(
    method: String, path: String, query: [URLQueryItem], headers: [String: String],
    body: [UInt8]?
  ) async throws -> TransportResponse

  /// Sends bytes and reports how many of them were sent.
  ///
  /// - Parameters:
  ///   - method: `POST`, `PUT` or `PATCH`.
  ///   - path: The path, as of `rawRequest`.
  ///   - body: The bytes.
  ///   - contentType: Their media type.
  ///   - query: Names and values.
  ///   - onBytesSent: Called with the bytes sent and their total; the number never
  ///     falls within a call.
  /// - Returns: The answer, of any status.
  /// - Throws: `NetworkError`, or `CancellationError` when the task is cancelled.
  func rawUpload(
    method: String, path: String, body: [UInt8], contentType: String, query: [URLQueryItem],
    onBytesSent: (@Sendable (Int64, Int64) -> Void)?
  ) async throws -> TransportResponse

  /// Sends bytes of a file or of memory with header fields of their own.
  ///
  /// A transport that does not say how reads the file into memory.
  ///
  /// - Parameters:
  ///   - upload: What is sent.
  ///   - onBytesSent: Called with the bytes sent and their total; the number never falls within a
  ///     call.
  /// - Returns: The answer, of any status.
  /// - Throws: `NetworkError`, or `CancellationError` when the task is cancelled.
  func upload(
    _ upload: TransportUpload, onBytesSent: (@Sendable (Int64, Int64) -> Void)?
  ) async throws -> TransportResponse

  /// Sends a request without a body and gives the body of the answer to a receiver as it comes.
  ///
  /// A transport that does not say how keeps the whole body in memory.
  ///
  /// - Parameters:
  ///   - path: The path, as of `rawRequest`.
  ///   - headers: Header fields beyond the credential's.
  ///   - receiver: Takes the body on a thread that may wait for a disk; what it has not taken waits
  ///     in the connection.
  /// - Returns: The answer, of any status; its body is empty where the receiver took it.
  /// - Throws: `NetworkError`, `CancellationError` when the task is cancelled, or what the receiver
  ///   throws.
  func download(
    path: String, headers: [String: String], to receiver: any DownloadReceiver
  ) async throws -> TransportResponse

  /// Opens an event stream; the transport does not open it again when it ends.
  ///
  /// - Parameters:
  ///   - path: The path, as of `rawRequest`.
  ///   - query: Names and values.
  ///   - lastEventID: The id after which the stream goes on; from now when nil.
  /// - Returns: The events. It throws the `MarfaError` of a refusal, and `NetworkError` when the
  ///   connection breaks; it ends without one when the server ended it. Events that nobody has
  ///   read wait in the connection, not in memory.
  func eventStream(
    path: String, query: [URLQueryItem], lastEventID: String?
  ) -> AsyncThrowingStream<SSEEvent, any Error>

  /// Opens an event stream and says when the server has agreed to it, which may be long before the
  /// first event.
  ///
  /// A transport that does not say how tells of no agreement; the client then waits for the first
  /// event or, for some seconds, for nothing.
  ///
  /// - Parameters:
  ///   - path: The path, as of `rawRequest`.
  ///   - query: Names and values.
  ///   - lastEventID: The id after which the stream goes on; from now when nil.
  ///   - onOpen: Called at most once, before the first event, when every later event will arrive.
  /// - Returns: The events, as of the other function.
  func eventStream(
    path: String, query: [URLQueryItem], lastEventID: String?,
    onOpen: @escaping @Sendable () async -> Void
  ) -> AsyncThrowingStream<SSEEvent, any Error>
}

extension Transport {
  /// Opens the stream, and does not say when the server has agreed to it.
  public func eventStream(
    path: String, query: [URLQueryItem], lastEventID: String?,
    onOpen: @escaping @Sendable () async -> Void
  ) -> AsyncThrowingStream<SSEEvent, any Error> {
    eventStream(path: path, query: query, lastEventID: lastEventID)
  }
}

/// Whatever a server answered.
public struct TransportResponse: Hashable, Sendable {
  /// The HTTP status.
  public var status: Int
  /// The header fields, their names in lower case; of equal names the last.
  public var headers: [String: String]
  /// The body, unpacked.
  public var body: [UInt8]

  /// An answer; header names are in lower case.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// One event of a server's stream.
public struct SSEEvent: Hashable, Sendable {
  /// The newest id that the stream has named, which stays until another comes; nil before the
  /// first.
  public var id: String?
  /// The event's name, such as `item.updated`; `message` when it has none.
  public var event: String
  /// The data, lines joined by a line feed.
  public var data: String
  /// The wait before a reconnection that the server asks for, in milliseconds.
  public var retry: Int?

  /// An event; without a name it is a `message`, as in the HTML standard.
  public init(id: String? = nil, event: String = "message", data: String, retry: Int? = nil) {
    self.id = id
    self.event = event
    self.data = data
    self.retry = retry
  }
}
