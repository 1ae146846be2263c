import Hummingbird
import MarfaModel
import NIOCore

/// How fast a body arrives: one that drips holds a connection and a file for as long as it likes.
package struct BodyPace {
  /// The time over which bytes are counted.
  package static let window = Duration.seconds(60)
  /// The fewest bytes in that time.
  package static let least = 16 << 10
  /// The time since a moment; another in a test, which waits for no minute.
  @TaskLocal package static var elapsed: @Sendable (ContinuousClock.Instant) -> Duration = {
    ContinuousClock.now - $0
  }

  private var start: Duration
  private var bytes = 0

  /// Starts to count.
  ///
  /// - Parameter now: The time since some moment.
  package init(now: Duration) { start = now }

  /// Counts what has arrived.
  ///
  /// - Parameters:
  ///   - count: How many bytes.
  ///   - now: The time since that moment.
  /// - Returns: Whether the body arrives fast enough.
  package mutating func take(_ count: Int, now: Duration) -> Bool {
    bytes += count
    guard now - start >= Self.window else { return true }
    defer { (start, bytes) = (now, 0) }
    return bytes >= Self.least
  }
}

extension Request {
  /// The request with a body that ends with an error when it drips.
  func paced() -> Request {
    var result = self
    result.body = RequestBody(asyncSequence: PacedBody(base: body))
    return result
  }
}

private struct PacedBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  let base: RequestBody

  struct AsyncIterator: AsyncIteratorProtocol {
    var base: RequestBody.AsyncIterator
    let origin = ContinuousClock.now
    var pace = BodyPace(now: .zero)

    mutating func next() async throws -> ByteBuffer? {
      guard let piece = try await base.next() else { return nil }
      guard pace.take(piece.readableBytes, now: BodyPace.elapsed(origin)) else {
        throw APIError(
          code: ErrorCode.invalidRequest,
          message: "A body brings at least \(BodyPace.least) bytes a minute.", status: 408)
      }
      return piece
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: base.makeAsyncIterator()) }
}
