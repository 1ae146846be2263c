import Foundation
import Synchronization

/// The way to the server of the notes' documents, which says when the server answers.
struct HeardTransport: Transport {
  private let transport: any Transport
  private let answers: ServerAnswers

  /// Sends what another transport sends.
  init(_ transport: any Transport, _ answers: ServerAnswers) {
    (self.transport, self.answers) = (transport, answers)
  }

  func rawRequest(
    method: String, path: String, query: [URLQueryItem], headers: [String: String],
    body: [UInt8]?
  ) async throws -> TransportResponse {
    answers.note(
      try await transport.rawRequest(
        method: method, path: path, query: query, headers: headers, body: body))
  }

  func rawUpload(
    method: String, path: String, body: [UInt8], contentType: String, query: [URLQueryItem],
    onBytesSent: (@Sendable (Int64, Int64) -> Void)?
  ) async throws -> TransportResponse {
    answers.note(
      try await transport.rawUpload(
        method: method, path: path, body: body, contentType: contentType, query: query,
        onBytesSent: onBytesSent))
  }

  func upload(
    _ upload: TransportUpload, onBytesSent: (@Sendable (Int64, Int64) -> Void)?
  ) async throws -> TransportResponse {
    answers.note(try await transport.upload(upload, onBytesSent: onBytesSent))
  }

  func download(
    path: String, headers: [String: String], to receiver: any DownloadReceiver
  ) async throws -> TransportResponse {
    answers.note(try await transport.download(path: path, headers: headers, to: receiver))
  }

  func eventStream(
    path: String, query: [URLQueryItem], lastEventID: String?
  ) -> AsyncThrowingStream<SSEEvent, any Error> {
    transport.eventStream(path: path, query: query, lastEventID: lastEventID)
  }

  func eventStream(
    path: String, query: [URLQueryItem], lastEventID: String?,
    onOpen: @escaping @Sendable () async -> Void
  ) -> AsyncThrowingStream<SSEEvent, any Error> {
    transport.eventStream(
      path: path, query: query, lastEventID: lastEventID, onOpen: onOpen)
  }
}

/// Reports answers of the server to one listener; several may be reported once.
final class ServerAnswers: Sendable {
  private let listener = Mutex<AsyncStream<Void>.Continuation?>(nil)

  /// The answers from now on; a listener from before hears of no more.
  func listen() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    listener.withLock { $0 = continuation }
    return stream
  }

  fileprivate func note(_ response: TransportResponse) -> TransportResponse {
    if response.isServers { _ = listener.withLock { $0?.yield() } }
    return response
  }
}

extension TransportResponse {
  /// Whether the server has answered what was asked, and not something on the way: with JSON, with
  /// the bytes of changes, or with a refusal of its own.
  fileprivate var isServers: Bool {
    guard (200...299).contains(status) else { return status < 500 && !isForeign }
    return headers["content-type"]?.hasPrefix("text/") != true
  }
}
