import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Posts over plain HTTP with what the server is built on anyway.
///
/// One connection for each request: deliveries are rare, and their receivers many. An HTTP client
/// package would bring a second BoringSSL, which is minutes of every build, for a single `POST`;
/// `https` therefore needs a transport with TLS in it and is refused by this one.
public struct NIOWebhookTransport: WebhookTransport {
  /// Why there was no answer.
  public enum Failure: Error, Hashable, Sendable {
    /// The address is not `http://host…`.
    case address
    /// The receiver closed the connection without an answer.
    case closed
    /// The receiver took longer than it may.
    case late
  }

  private let patience: TimeAmount

  /// Creates a transport.
  ///
  /// - Parameter patience: Seconds that a connection may take, and the silence before an answer.
  public init(patience: Int64 = 10) {
    self.patience = .seconds(patience)
  }

  /// Posts a body and waits for the answer's head.
  public func send(_ post: WebhookPost) async throws -> Int {
    guard let address = URLComponents(string: post.url), address.scheme == "http",
      let host = address.host, !host.isEmpty
    else { throw Failure.address }
    let request = Self.request(post, address, host)
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let answer = loop.makePromise(of: Int.self)
    let patience = patience
    let body = post.body
    let connection = ClientBootstrap(group: loop)
      .connectTimeout(patience)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHTTPClientHandlers()
          try pipeline.addHandler(IdleStateHandler(allTimeout: patience))
          try pipeline.addHandler(WebhookExchange(request, body, answer))
        }
      }
      .connect(host: host, port: address.port ?? 80)
    // A connection that is made answers for itself, to its end.
    connection.whenFailure { answer.fail($0) }
    return try await answer.futureResult.get()
  }

  private static func request(_ post: WebhookPost, _ address: URLComponents, _ host: String)
    -> HTTPRequestHead
  {
    let path = address.percentEncodedPath.isEmpty ? "/" : address.percentEncodedPath
    let target = address.percentEncodedQuery.map { "\(path)?\($0)" } ?? path
    var headers = HTTPHeaders(post.headers.map { ($0.key, $0.value) })
    headers.add(name: "Host", value: address.port.map { "\(host):\($0)" } ?? host)
    headers.add(name: "Content-Length", value: String(post.body.count))
    headers.add(name: "Connection", value: "close")
    return HTTPRequestHead(version: .http1_1, method: .POST, uri: target, headers: headers)
  }
}

/// One request and the head of its answer, on one connection.
private final class WebhookExchange: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private let request: HTTPRequestHead
  private let body: [UInt8]
  /// Nil once it is known what came of it.
  private var answer: EventLoopPromise<Int>?

  init(_ request: HTTPRequestHead, _ body: [UInt8], _ answer: EventLoopPromise<Int>) {
    self.request = request
    self.body = body
    self.answer = answer
  }

  func channelActive(context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(.head(request)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = unwrapInboundIn(data), head.status.code >= 200 else { return }
    end(.success(Int(head.status.code)), context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is IdleStateHandler.IdleStateEvent {
      end(.failure(NIOWebhookTransport.Failure.late), context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    end(.failure(error), context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(.failure(NIOWebhookTransport.Failure.closed), context)
  }

  private func end(_ result: Result<Int, any Error>, _ context: ChannelHandlerContext) {
    answer?.completeWith(result)
    answer = nil
    context.close(promise: nil)
  }
}
