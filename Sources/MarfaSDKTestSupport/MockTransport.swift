import Foundation
import MarfaSDK
import Synchronization

/// A transport that answers from a queue, and keeps what it was asked.
///
/// ```swift
/// let transport = MockTransport()
/// transport.enqueue(status: 404, json: ["error": ["code": "item_not_found", "message": "No."]])
/// let tested = MarfaClient(transport: transport)
/// ```
public final class MockTransport: Transport {
  /// A request as it was made.
  public struct CapturedRequest: Hashable, Sendable {
    /// `GET`, and so on.
    public var method: String
    /// The path.
    public var path: String
    /// Names and values of the query, in order.
    public var query: [URLQueryItem]
    /// The header fields.
    public var headers: [String: String]
    /// The body; nil when there was none.
    public var body: [UInt8]?

    /// The body as JSON; nil when it is none.
    public var json: JSONValue? { body.flatMap { try? JSONParser.parse($0) } }
  }

  /// What an event stream does.
  public enum StreamStep: Sendable {
    /// It brings an event.
    case event(SSEEvent)
    /// It breaks.
    case failure(any Error)
    /// It stays open without a word until its reader is cancelled.
    case silence
  }

  private struct State {
    var answers: [Result<TransportResponse, any Error>] = []
    var requests: [CapturedRequest] = []
    var streams: [[StreamStep]] = []
    var uploadSteps: [Int64]?
  }

  private let state = Mutex(State())

  /// Has no answers yet: a request without one fails.
  public init() {}

  /// What was asked so far, in order; event streams are among it.
  public var requests: [CapturedRequest] { state.withLock { $0.requests } }

  /// Adds an answer to the end of the queue.
  public func enqueue(_ response: TransportResponse) {
    state.withLock { $0.answers.append(.success(response)) }
  }

  /// Adds an answer in JSON to the end of the queue.
  public func enqueue(status: Int = 200, json: JSONValue, headers: [String: String] = [:]) {
    enqueue(
      TransportResponse(status: status, headers: headers, body: JSONWriter.bytes(of: json)))
  }

  /// Adds a failure to the end of the queue.
  public func enqueue(failure: any Error) {
    state.withLock { $0.answers.append(.failure(failure)) }
  }

  /// Says what the next event stream does; it ends after the last step.
  public func enqueueStream(_ steps: [StreamStep]) {
    state.withLock { $0.streams.append(steps) }
  }

  /// Says how many bytes an upload reports to have sent, step by step; by default none and all.
  public func setUploadSteps(_ steps: [Int64]) {
    state.withLock { $0.uploadSteps = steps }
  }

  /// Answers with the next of the queue.
  ///
  /// - Throws: The next failure, or `NetworkError` when the queue is empty.
  public func rawRequest(
    method: String, path: String, query: [URLQueryItem], headers: [String: String],
    body: [UInt8]?
  ) async throws -> TransportResponse {
    try Task.checkCancellation()
    return try answer(
      CapturedRequest(method: method, path: path, query: query, headers: headers, body: body))
  }

  /// Reports the steps of an upload, and answers with the next of the queue.
  ///
  /// - Throws: As `rawRequest`.
  public func rawUpload(
    method: String, path: String, body: [UInt8], contentType: String, query: [URLQueryItem],
    onBytesSent: (@Sendable (Int64, Int64) -> Void)?
  ) async throws -> TransportResponse {
    try Task.checkCancellation()
    let total = Int64(body.count)
    for sent in state.withLock({ $0.uploadSteps }) ?? [0, total] { onBytesSent?(sent, total) }
    return try answer(
      CapturedRequest(
        method: method, path: path, query: query, headers: ["Content-Type": contentType],
        body: body))
  }

  /// Plays the next script; without one the stream breaks at once.
  public func eventStream(
    path: String, query: [URLQueryItem], lastEventID: String?
  ) -> AsyncThrowingStream<SSEEvent, any Error> {
    var headers = ["Accept": "text/event-stream"]
    headers["Last-Event-ID"] = lastEventID
    let request = CapturedRequest(
      method: "GET", path: path, query: query, headers: headers, body: nil)
    let steps = state.withLock { state in
      state.requests.append(request)
      return state.streams.isEmpty ? nil : state.streams.removeFirst()
    }
    let script = Mutex(steps ?? [.failure(Self.noAnswer(to: request))])
    return AsyncThrowingStream {
      let step = script.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      switch step {
      case nil: return nil
      case .event(let event): return event
      case .failure(let error): throw error
      case .silence:
        await Self.untilCancelled()
        throw CancellationError()
      }
    }
  }

  private static func untilCancelled() async {
    let (stream, continuation) = AsyncStream<Never>.makeStream(bufferingPolicy: .unbounded)
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      continuation.finish()
    }
  }

  private func answer(_ request: CapturedRequest) throws -> TransportResponse {
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    guard let answer else { throw Self.noAnswer(to: request) }
    return try answer.get()
  }

  private static func noAnswer(to request: CapturedRequest) -> NetworkError {
    NetworkError(
      message: "No answer is queued for \(request.method) \(request.path).",
      details: ["may_have_arrived": false])
  }
}
