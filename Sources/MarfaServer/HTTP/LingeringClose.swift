import NIOCore
import NIOHTTP1

/// The end of a connection whose client may still be sending.
///
/// A socket that is closed while bytes wait in it takes the answer away from a client that has not
/// read it (RFC 9112, section 9.6). So only sending ends at first; what comes is thrown away, for a
/// time and up to a number of bytes, until the client closes its side.
final class LingeringClose: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  /// How long the client may go on.
  static let time = TimeAmount.seconds(5)
  /// How many bytes it may send: more than a blob of the default limit, whose sender may read
  /// nothing before it has sent all.
  static let bytes = 64 << 20

  private var received = 0
  private var deadline: Scheduled<Void>?

  /// Ends a connection that everything was written to; on its event loop.
  static func begin(on channel: any Channel) {
    guard channel.isActive else { return }
    let pipeline = channel.pipeline.syncOperations
    do {
      // What comes is not even parsed.
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(LingeringClose(), position: .before(decoder))
    } catch {
      channel.close(promise: nil)
    }
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: Self.time) { channel.close(promise: nil) }
    // Ends both sides when the client has ended its own.
    context.close(mode: .output, promise: nil)
    context.read()
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received += unwrapInboundIn(data).readableBytes
    if received > Self.bytes { context.close(promise: nil) }
  }

  func channelReadComplete(context: ChannelHandlerContext) { context.read() }
}
