import HTTPTypes
import Hummingbird
import MarfaModel
import NIOCore
import NIOHTTPTypes

/// What Hummingbird leaves out on a connection: the documented body of the 400 that it gives to a
/// head which is not HTTP, the `100 Continue` for which a client waits before it sends a body, and
/// the end of a connection whose body took too long.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// Requests whose head has come and whose answer has not ended.
  private var waiting = 0
  /// Whether a request has begun to come and has not ended.
  private(set) var isReceiving = false
  /// Whether the answer that is being written is the last.
  private var isLast = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let request):
      isReceiving = true
      waiting += 1
      // While an earlier answer is being written this would stand in its midst; then the client
      // sends its body after a while all the same (RFC 9110, section 10.1.1).
      if waiting == 1, request.headerFields[.expect]?.lowercased() == "100-continue" {
        context.writeAndFlush(
          wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
      }
    case .body: break
    case .end: isReceiving = false
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let response) where Self.isBareRefusal(response):
      context.write(wrapOutboundOut(.head(Self.refusal)), promise: nil)
      context.write(
        wrapOutboundOut(.body(ByteBuffer(bytes: Self.refusalBody))), promise: promise)
    case .head(var response) where response.status == .requestTimeout:
      isLast = true
      response.headerFields[.connection] = "close"
      context.write(wrapOutboundOut(.head(response)), promise: promise)
    case .end where isLast:
      // Else the rest of the body would be waited for.
      context.writeAndFlush(data, promise: promise)
      context.close(promise: nil)
    case .end:
      waiting = max(0, waiting - 1)
      context.write(data, promise: promise)
    default: context.write(data, promise: promise)
    }
  }

  /// Every 400 of a route has a body; only that of the HTTP layer has none.
  private static func isBareRefusal(_ response: HTTPResponse) -> Bool {
    response.status == .badRequest && response.headerFields[.contentLength] == "0"
  }

  private static var refusal: HTTPResponse {
    HTTPResponse(
      status: .badRequest,
      headerFields: [
        .connection: "close", .contentType: "application/json; charset=utf-8",
        .contentLength: String(refusalBody.count),
      ])
  }

  private static let refusalBody = JSONWriter.bytes(
    of: [
      "error": [
        "code": .string(ErrorCode.invalidRequest),
        "message": "The request is not HTTP/1.1, lacks its Host, or its header is too large.",
      ]
    ], order: .sorted)
}
