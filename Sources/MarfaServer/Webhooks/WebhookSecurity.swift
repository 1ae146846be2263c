#if TLS
import NIOCore
import NIOSSL
import Synchronization

/// How https receivers are authenticated: a chain to a trusted authority, and the host's name
/// in the certificate.
final class WebhookSecurity: Sendable {
  private let roots: NIOSSLTrustRoots
  /// Made at the first https delivery: it reads the system's authorities.
  private let context = Mutex<NIOSSLContext?>(nil)

  init(trusting roots: NIOSSLTrustRoots) {
    self.roots = roots
  }

  /// What encrypts a connection to a host.
  ///
  /// - Throws: When the authorities cannot be read, or the name cannot be one of a host.
  func handler(for host: String) throws -> NIOSSLClientHandler {
    let context = try context.withLock { context in
      if let context { return context }
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.trustRoots = roots
      // RFC 8996 forbids what is older; the library's own default is TLS 1.0.
      configuration.minimumTLSVersion = .tlsv12
      let made = try NIOSSLContext(configuration: configuration)
      context = made
      return made
    }
    // An address has no name to send to the receiver; the certificate must name it all the same.
    let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
    return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
  }
}
#endif
