import Foundation
import MarfaSDK

/// A transport that leaves to another one every call that it does not make itself.
///
/// One that changes streams makes the call that says when a stream is open; the other leads there.
protocol ForwardingTransport: Transport {
  associatedtype Base: Transport

  /// The transport that makes the other calls.
  var base: Base { get }
}

extension ForwardingTransport {
  func rawRequest(
    method: String, path: String, query: [URLQueryItem], headers: [String: String],
    body: [UInt8]?
  ) async throws -> TransportResponse {
    try await base.rawRequest(
      method: method, path: path, query: query, headers: headers, body: body)
  }

  func rawUpload(
    method: String, path: String, body: [UInt8], contentType: String, query: [URLQueryItem],
    onBytesSent: (@Sendable (Int64, Int64) -> Void)?
  ) async throws -> TransportResponse {
    try await base.rawUpload(
      method: method, path: path, body: body, contentType: contentType, query: query,
      onBytesSent: onBytesSent)
  }

  func upload(
    _ upload: TransportUpload, onBytesSent: (@Sendable (Int64, Int64) -> Void)?
  ) async throws -> TransportResponse {
    try await base.upload(upload, onBytesSent: onBytesSent)
  }

  func download(
    path: String, headers: [String: String], to receiver: any DownloadReceiver
  ) async throws -> TransportResponse {
    try await base.download(path: path, headers: headers, to: receiver)
  }

  func eventStream(
    path: String, query: [URLQueryItem], lastEventID: String?
  ) -> AsyncThrowingStream<SSEEvent, any Error> {
    eventStream(path: path, query: query, lastEventID: lastEventID) {}
  }

  func eventStream(
    path: String, query: [URLQueryItem], lastEventID: String?,
    onOpen: @escaping @Sendable () async -> Void
  ) -> AsyncThrowingStream<SSEEvent, any Error> {
    base.eventStream(path: path, query: query, lastEventID: lastEventID, onOpen: onOpen)
  }
}
