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

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed { onHangUp() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    onHangUp()
    context.fireChannelInactive()
  }
}
