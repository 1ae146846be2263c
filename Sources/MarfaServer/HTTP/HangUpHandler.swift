import NIOCore

/// Notices that a client has gone while nothing is written to it.
///
/// Costs a few bytes a stream, where a task that waits for the end of input costs kilobytes.
final class HangUpHandler: ChannelInboundHandler, RemovableChannelHandler, Sendable {
  typealias InboundIn = NIOAny

  private let onHangUp: @Sendable () -> Void

  init(onHangUp: @escaping @Sendable () -> Void) {
    self.onHangUp = onHangUp
  }

  func handlerAdded(context: ChannelHandlerContext) {
    // On other channels than those of HTTP nobody saw it.
    let connection = try? context.pipeline.syncOperations.handler(type: HTTP1Connection.self)
    if !context.channel.isActive || connection?.isInputClosed == true { onHangUp() }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed { onHangUp() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    onHangUp()
    context.fireChannelInactive()
  }
}

/// Work for a client that may go.
enum HangUp {
  /// Does work for as long as the client is there; it is cancelled when the client hangs up.
  ///
  /// - Parameters:
  ///   - channel: The connection.
  ///   - work: Ends soon when it is cancelled.
  /// - Returns: What the work gave.
  /// - Throws: What the work threw, or what the connection's end did.
  static func cancelling<Value: Sendable>(
    on channel: any Channel, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (endings, ending) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let handler = HangUpHandler {
      ending.yield()
      ending.finish()
    }
    try await channel.pipeline.addHandler(handler, position: .first).get()
    let result = await withTaskGroup(of: Result<Value, any Error>?.self) { group in
      group.addTask {
        do {
          return .success(try await work())
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        for await _ in endings { return nil }
        return nil
      }
      // The first is the work's answer, or word that nobody waits for it.
      let first = await group.next()
      group.cancelAll()
      return first ?? nil
    }
    ending.finish()
    guard let result else { throw CancellationError() }
    // The connection may have more requests.
    try await channel.pipeline.removeHandler(handler).get()
    return try result.get()
  }
}
