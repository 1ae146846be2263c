import Foundation
import MarfaSDK
import Synchronization

/// Answers downloads piece by piece with the answers that the test has queued.
final class PieceTransport: Transport {
  typealias Body = AsyncThrowingStream<[UInt8], any Error>.Continuation

  private struct Answer {
    var status: Int
    var headers: [String: String]
    var body: AsyncThrowingStream<[UInt8], any Error>
  }

  private struct State {
    var answers: [Answer] = []
    var ranges: [String?] = []
  }

  private let state = Mutex(State())
  private let (asked, ask) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .unbounded)

  /// The ranges that were asked for.
  var ranges: [String?] { state.withLock { $0.ranges } }

  func answer(
    _ status: Int, _ headers: [String: String], _ pieces: [String], breaking: Bool = false
  ) {
    let body = AsyncThrowingStream<[UInt8], any Error>(bufferingPolicy: .unbounded) {
      continuation in
      for piece in pieces { continuation.yield(Array(piece.utf8)) }
      continuation.finish(throwing: breaking ? NetworkError(message: "Cut.") : nil)
    }
    state.withLock {
      $0.answers.append(Answer(status: status, headers: headers, body: body))
    }
  }

  /// Adds an answer whose bytes come later.
  func hold(_ status: Int, _ headers: [String: String]) -> Body {
    let (body, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream(
      bufferingPolicy: .unbounded)
    state.withLock {
      $0.answers.append(Answer(status: status, headers: headers, body: body))
    }
    return continuation
  }

  /// Waits until something is asked for.
  func untilAsked() async {
    for await _ in asked { return }
  }

  func download(
    path: String, headers: [String: String], to receiver: any DownloadReceiver
  ) async throws -> TransportResponse {
    let answer = try next(headers)
    ask.yield()
    let isTaken = try receiver.begin(status: answer.status, headers: answer.headers)
    var explanation: [UInt8] = []
    for try await piece in answer.body {
      if isTaken {
        try piece.withUnsafeBytes { try receiver.receive($0) }
      } else {
        explanation += piece
      }
    }
    try Task.checkCancellation()
    return TransportResponse(
      status: answer.status, headers: answer.headers, body: explanation)
  }

  private func next(_ headers: [String: String]) throws -> Answer {
    try state.withLock { state in
      state.ranges.append(headers["Range"])
      guard !state.answers.isEmpty else { throw NetworkError(message: "No answer.") }
      return state.answers.removeFirst()
    }
  }

  func rawRequest(
    method: String, path: String, query: [URLQueryItem], headers: [String: String],
    body: [UInt8]?
  ) async throws -> TransportResponse {
    throw NetworkError(message: "Not asked for.")
  }

  func rawUpload(
    method: String, path: String, body: [UInt8], contentType: String, query: [URLQueryItem],
    onBytesSent: (@Sendable (Int64, Int64) -> Void)?
  ) async throws -> TransportResponse {
    throw NetworkError(message: "Not asked for.")
  }

  func eventStream(
    path: String, query: [URLQueryItem], lastEventID: String?
  ) -> AsyncThrowingStream<SSEEvent, any Error> {
    AsyncThrowingStream { throw NetworkError(message: "Not asked for.") }
  }
}
