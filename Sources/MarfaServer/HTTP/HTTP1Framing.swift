import NIOCore
import NIOHTTP1

/// What the version and the method of a request ask of its connection, below the types that
/// Hummingbird speaks, which have neither version nor framing.
///
/// - HTTP/1.1 without one well-formed `Host` is refused (RFC 9112, section 3.2), and so is a body in
///   a coding that is not understood (section 6.1).
/// - After an answer to HTTP/1.0, or to a request that asks for it, the connection ends (RFC 9112,
///   section 9.3). An answer to HTTP/1.0 is not sent in chunks (section 6.1), and the expectation
///   of `100 Continue` counts for nothing there (RFC 9110, section 10.1.1).
/// - An offer to change the protocol is not taken (RFC 9110, section 7.8), but the parser reads no
///   further request behind it: its connection ends too.
/// - An answer to HEAD has no last chunk, also where that of GET would come in chunks.
final class HTTP1Framing: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// A request whose answer has not ended.
  private struct Exchange {
    var isOld: Bool
    var isLast: Bool
    var isHead: Bool
  }

  /// In the order of the requests, which is that of the answers.
  private var exchanges: [Exchange] = []
  private var isRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    guard case .head(var head) = unwrapInboundIn(data) else {
      return context.fireChannelRead(data)
    }
    let isOld = head.version.major < 1 || (head.version.major == 1 && head.version.minor < 1)
    guard isOld || Self.hasHost(head.headers), Self.hasKnownCoding(head.headers) else {
      isRefused = true
      return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
    }
    let exchange = Exchange(
      isOld: isOld, isLast: isOld || !head.isKeepAlive || Self.endsRequests(head),
      isHead: head.method == .HEAD)
    exchanges.append(exchange)
    guard exchange.isLast else { return context.fireChannelRead(data) }
    // The one spelling that Hummingbird knows.
    head.headers.replaceOrAdd(name: "connection", value: "close")
    if isOld { head.headers.remove(name: "expect") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard let exchange = exchanges.first else { return context.write(data, promise: promise) }
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.code >= 200 && (exchange.isLast || exchange.isHead):
      // The length of no body, which Hummingbird adds to whatever tells none.
      if head.headers.contains(name: "transfer-encoding") {
        head.headers.remove(name: "content-length")
      }
      if exchange.isOld {
        head.version = .http1_0
        head.headers.remove(name: "transfer-encoding")
      }
      if exchange.isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      exchanges.removeFirst()
      guard exchange.isHead else { return context.write(data, promise: promise) }
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))), promise: promise)
    default: context.write(data, promise: promise)
    }
  }

  /// Whether the parser takes what follows a request for another protocol.
  private static func endsRequests(_ head: HTTPRequestHead) -> Bool {
    head.method == .CONNECT || head.headers.contains(name: "upgrade")
  }

  private static func hasKnownCoding(_ headers: HTTPHeaders) -> Bool {
    headers["transfer-encoding"].allSatisfy { $0.lowercased() == "chunked" }
  }

  /// Whether one `Host` names a host and perhaps a port, or is empty for an address that has none.
  private static func hasHost(_ headers: HTTPHeaders) -> Bool {
    let hosts = headers["host"]
    guard hosts.count == 1, let host = hosts.first else { return false }
    return host.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      // The rest of RFC 3986, section 3.2.2, and the colon before a port.
      default: "-._~%!$&'()*+,;=:[]".utf8.contains(byte)
      }
    }
  }
}
