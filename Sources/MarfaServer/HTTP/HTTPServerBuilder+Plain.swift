import HummingbirdCore
import NIOCore
import NIOHTTP1

extension HTTPServerBuilder {
  /// How plain connections are set up, with what they may send before a request is looked at.
  static func plainHTTP(
    _ settings: ServerSettings, refused: RefusedRequests? = nil
  ) -> HTTPServerBuilder {
    let limits = settings.limits
    let connections = ConnectionCount(maximum: limits.connections)
    let configuration = HTTP1Channel.Configuration(
      idleTimeout: .seconds(Int64(limits.idleSeconds)),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: limits.headerSize, maxHeaderListSize: limits.headerSize,
        maxHeaderFieldCount: limits.headerCount))
    return HTTPServerBuilder { responder in
      EventLoopChannel(
        base: HTTP1Channel(responder: responder, configuration: configuration),
        stall: .seconds(Int64(limits.idleSeconds)),
        grace: .seconds(Int64(settings.shutdownGraceSeconds)), refused: refused,
        patience: .seconds(Int64(limits.firstRequestSeconds)),
        connections: connections)
    }
  }
}
