import Foundation
import MarfaSDK
import Synchronization

/// A line to a server on which some of what comes waits until a test lets it go.
final class HeldLine: ForwardingTransport {
  /// What waits.
  enum Part: Hashable {
    /// The server's agreement to a stream, with everything after it.
    case agreement
    /// What a stream says, after the agreement.
    case words
    /// The answers to questions about items.
    case items
    /// The answers to what changes something.
    case changes
  }

  let base: InMemoryServer
  private let gates = Mutex<[Part: AnswerGate]>([:])

  init(_ base: InMemoryServer) { self.base = base }

  /// Holds a part from now on; the gate that is answered lets it go.
  func hold(_ part: Part) -> AnswerGate {
    let gate = AnswerGate()
    gates.withLock { $0[part] = gate }
    return gate
  }

  private func pass(_ part: Part) async {
    await gates.withLock { $0[part] }?.pass()
  }

  func rawRequest(
    method: String, path: String, query: [URLQueryItem], headers: [String: String],
    body: [UInt8]?
  ) async throws -> TransportResponse {
    if method == "GET", path.hasPrefix("/items") { await pass(.items) }
    if method != "GET" { await pass(.changes) }
    return try await base.rawRequest(
      method: method, path: path, query: query, headers: headers, body: body)
  }

  func eventStream(
    path: String, query: [URLQueryItem], lastEventID: String?,
    onOpen: @escaping @Sendable () async -> Void
  ) -> AsyncThrowingStream<SSEEvent, any Error> {
    let events = base.eventStream(
      path: path, query: query, lastEventID: lastEventID, onOpen: onOpen)
    return AsyncThrowingStream { [weak self] in
      await self?.pass(.agreement)
      var iterator = events.makeAsyncIterator()
      let event = try await iterator.next()
      // A stream that nobody reads any more goes through no gate.
      try Task.checkCancellation()
      await self?.pass(.words)
      return event
    }
  }
}
