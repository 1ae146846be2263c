import Foundation
import MarfaSDK
import Synchronization

/// A line to a loopback server on which a test decides what happens to each request.
final class DocumentLine: Transport {
  /// What happens to one request.
  enum Fault: Sendable {
    /// It does not arrive.
    case lostRequest
    /// It is carried out, and its answer is lost.
    case lostAnswer
    /// It is carried out twice, and the second answer arrives.
    case doubled
    /// Something answers in the server's place.
    case answer(TransportResponse)
    /// It is carried out, and its answer waits.
    case held(AnswerGate)
  }

  /// A request, as a fault is decided for it.
  struct Asked: Hashable, Sendable {
    var method: String
    var path: String
  }

  private struct State {
    var asked: [Asked] = []
    var decide: (@Sendable (Asked) -> Fault?)?
  }

  private let transport: CurlTransport
  private let state = Mutex(State())

  init(_ server: LoopbackServer) {
    transport = CurlTransport(url: server.url, apiKey: server.key)
  }

  /// What was asked so far, in order; streams are among it.
  var asked: [Asked] { state.withLock { $0.asked } }

  /// How many requests had a path that ends so.
  func count(of ending: String) -> Int { asked.count { $0.path.hasSuffix(ending) } }

  /// Decides what happens to each request from now on; nil for nothing.
  func setFault(_ decide: (@Sendable (Asked) -> Fault?)?) { state.withLock { $0.decide = decide } }

  /// Decides what happens to the next request whose path ends so, and to no other.
  func failNext(_ ending: String, _ fault: Fault) {
    let isOver = Mutex(false)
    setFault { asked in
      guard asked.path.hasSuffix(ending) else { return nil }
      return isOver.withLock { isOver in
        defer { isOver = true }
        return isOver ? nil : fault
      }
    }
  }

  private func fault(_ method: String, _ path: String) -> Fault? {
    let asked = Asked(method: method, path: path)
    let decide = state.withLock { state in
      state.asked.append(asked)
      return state.decide
    }
    return decide?(asked)
  }

  func rawRequest(
    method: String, path: String, query: [URLQueryItem], headers: [String: String],
    body: [UInt8]?
  ) async throws -> TransportResponse {
    let fault = fault(method, path)
    switch fault {
    case .lostRequest: throw NetworkError(message: "The line is cut.")
    case .answer(let answer): return answer
    case .lostAnswer, .doubled, .held, nil: break
    }
    func send() async throws -> TransportResponse {
      try await transport.rawRequest(
        method: method, path: path, query: query, headers: headers, body: body)
    }
    let answer = try await send()
    switch fault {
    case .lostAnswer: throw NetworkError(message: "The line is cut.")
    case .doubled: return try await send()
    case .held(let gate): await gate.pass()
    case .lostRequest, .answer, nil: break
    }
    return answer
  }

  func rawUpload(
    method: String, path: String, body: [UInt8], contentType: String, query: [URLQueryItem],
    onBytesSent: (@Sendable (Int64, Int64) -> Void)?
  ) async throws -> TransportResponse {
    try await rawRequest(
      method: method, path: path, query: query, headers: ["Content-Type": contentType], body: body)
  }

  func eventStream(
    path: String, query: [URLQueryItem], lastEventID: String?
  ) -> AsyncThrowingStream<SSEEvent, any Error> {
    switch fault("GET", path) {
    case nil: transport.eventStream(path: path, query: query, lastEventID: lastEventID)
    case .held(let gate):
      // Open without a word, until the gate is.
      AsyncThrowingStream {
        await gate.pass()
        return nil
      }
    default: AsyncThrowingStream { throw NetworkError(message: "The line is cut.") }
    }
  }
}

/// Holds one answer back until a test lets it go.
final class AnswerGate: Sendable {
  private let arrivals = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let departures = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// Waits until there is an answer to hold.
  func isReached() async {
    for await _ in arrivals.stream { return }
  }

  /// Lets the answer go, and each that comes later.
  func open() { departures.continuation.finish() }

  /// Waits until the gate is open.
  func pass() async {
    arrivals.continuation.yield()
    for await _ in departures.stream {}
  }
}

extension TransportResponse {
  /// The refusal of a server.
  static func refusal(_ status: Int, _ code: String) -> TransportResponse {
    TransportResponse(
      status: status, headers: ["content-type": "application/json"],
      body: Array(#"{"error":{"code":"\#(code)","message":"No."}}"#.utf8))
  }
}
