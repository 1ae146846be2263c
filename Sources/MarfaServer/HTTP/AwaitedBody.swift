import Hummingbird
import NIOCore

extension Request {
  /// The request with a body that its sender is asked for when somebody reads it, where the sender
  /// waits for that (RFC 9110, section 10.1.1).
  ///
  /// - Parameter channel: The connection.
  /// - Returns: The same request, or one with another body.
  func awaited(on channel: any Channel) -> Request {
    guard headers[.expect] != nil else { return self }
    var result = self
    result.body = RequestBody(asyncSequence: AwaitedBody(base: body, channel: channel))
    return result
  }
}

/// A body before which the client is sent `100 Continue`, if it waits for that.
private struct AwaitedBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  let base: RequestBody
  let channel: any Channel

  struct AsyncIterator: AsyncIteratorProtocol {
    var base: RequestBody.AsyncIterator
    /// Until it is asked for the body.
    var channel: (any Channel)?

    mutating func next() async throws -> ByteBuffer? {
      channel?.triggerUserOutboundEvent(HTTP1Connection.BodyIsWanted(), promise: nil)
      channel = nil
      return try await base.next()
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: base.makeAsyncIterator(), channel: channel)
  }
}
