#if TLS
import NIOCore
import NIOHTTP1
import NIOSSL

/// An https receiver on loopback that answers 204, with an authority of its own for `localhost`.
enum SecureReceiver {
  /// Runs the receiver while the steps run; they are given its port.
  static func run(_ steps: (Int) async throws -> Void) async throws {
    let configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [.certificate(try authority)],
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)))
    let security = try NIOSSLContext(configuration: configuration)
    let secured: @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void = { pipeline in
      try pipeline.addHandler(NIOSSLServerHandler(context: security))
      try pipeline.configureHTTPServerPipeline()
      try pipeline.addHandler(NoContent())
    }
    try await LoopbackListener.run(secured, steps)
  }

  /// The certificate, which is its own authority; valid from 2020 to 2120.
  static var authority: NIOSSLCertificate {
    get throws { try NIOSSLCertificate(bytes: Array(certificate.utf8), format: .pem) }
  }

  private final class NoContent: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .end = unwrapInboundIn(data) else { return }
      let head = HTTPResponseHead(version: .http1_1, status: .noContent)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // A client that does not trust it hangs up.
      context.close(promise: nil)
    }
  }

  // Nothing but this receiver is behind the key.
  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgb3WmoGeuRl5hBD//
    MDLWWMsNDU8X4fA6HOSLGAA/VWGhRANCAAQ+OTRvn1Nm+1C+5T40WMa55zuBc9Ov
    R7288ku+tLhoStmoubNlt89e1YDzTV7H9oKGdXd68J0mxqvmyAtmr8Ie
    -----END PRIVATE KEY-----
    """

  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBZDCCAQmgAwIBAgIBATAKBggqhkjOPQQDAjAVMRMwEQYDVQQDDAptYXJmYSB0
    ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAVMRMwEQYDVQQD
    DAptYXJmYSB0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEPjk0b59TZvtQ
    vuU+NFjGuec7gXPTr0e9vPJLvrS4aErZqLmzZbfPXtWA801ex/aChnV3evCdJsar
    5sgLZq/CHqNIMEYwFAYDVR0RBA0wC4IJbG9jYWxob3N0MA8GA1UdEwEB/wQFMAMB
    Af8wHQYDVR0OBBYEFIUf4iTjHaVdj+RXguYf0RBpVQ1PMAoGCCqGSM49BAMCA0kA
    MEYCIQCgsfZJvA2yZdHHvlHlvOTYkGIcKpQOj3b/6RqSmwOl5wIhAOWiB6sSZRTA
    d8ecVKsMmZMHMzEjSH4YTMK0bQDI0Djt
    -----END CERTIFICATE-----
    """
}
#endif
