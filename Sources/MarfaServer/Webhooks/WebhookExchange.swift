import NIOCore
import NIOHTTP1

/// One request and the head of its answer, on one connection.
final class WebhookExchange: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private let request: HTTPRequestHead
  private let body: [UInt8]
  private let patience: TimeAmount
  /// Nil once it is known what came of it.
  private var answer: EventLoopPromise<Int>?
  private var deadline: Scheduled<Void>?

  /// Takes each part as it is.
  ///
  /// `patience`: How long the whole of it may take, however busy the connection is.
  init(
    _ request: HTTPRequestHead, _ body: [UInt8], _ patience: TimeAmount,
    _ answer: EventLoopPromise<Int>
  ) {
    self.request = request
    self.body = body
    self.patience = patience
    self.answer = answer
  }

  func channelActive(context: ChannelHandlerContext) {
    // Handlers are called on their channel's loop alone.
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: patience) {
      self.end(.failure(NIOWebhookTransport.Failure.late), context)
    }
    context.write(wrapOutboundOut(.head(request)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = unwrapInboundIn(data), head.status.code >= 200 else { return }
    end(.success(Int(head.status.code)), context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    end(.failure(error), context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(.failure(NIOWebhookTransport.Failure.closed), context)
    context.fireChannelInactive()
  }

  private func end(_ result: Result<Int, any Error>, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    answer?.completeWith(result)
    answer = nil
    context.close(promise: nil)
  }
}
