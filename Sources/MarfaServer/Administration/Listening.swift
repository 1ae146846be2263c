import Hummingbird
import HummingbirdCore
import MarfaModel

#if TLS
import HummingbirdTLS
#endif

/// Where and how the server may listen.
enum Listening {
  /// Whether only programs on the same machine reach an address.
  static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  /// Refuses to open an unguarded server to a network.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - hasKey: Whether there is a key, so that nobody else can make the first.
  /// - Throws: `StartFailure` with what to do.
  static func check(_ settings: ServerSettings, hasKey: Bool) throws {
    guard settings.bootstrap == .open, !isLoopback(settings.host), !hasKey else { return }
    throw StartFailure(
      "No key has been made yet, and on \(settings.host) anybody could make the first. Make it "
        + "before: marfa-server keys create --data \(settings.dataDirectory ?? "DIR") --label LABEL "
        + "--role admin. Or leave bootstrap: open out.")
  }

  /// What to say when keys would travel in the clear; nil when they do not.
  static func warning(_ settings: ServerSettings) -> String? {
    guard !isLoopback(settings.host), settings.tlsCertificateFile == nil else { return nil }
    return "Listening on \(settings.host) without TLS: put a proxy with TLS before it, or build "
      + "with --traits TLS and name tls_certificate and tls_key."
  }

  /// How connections are set up.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - refused: Notes what is no request.
  /// - Returns: Plain HTTP, or https with the certificate.
  /// - Throws: `StartFailure` when the certificate cannot be used.
  static func builder(
    _ settings: ServerSettings, refused: RefusedRequests
  ) throws -> HTTPServerBuilder {
    guard settings.tlsCertificateFile != nil || settings.tlsKeyFile != nil else {
      return .plainHTTP(settings, refused: refused)
    }
    guard let certificate = settings.tlsCertificateFile, let key = settings.tlsKeyFile else {
      throw StartFailure("TLS needs both tls_certificate and tls_key.")
    }
    #if TLS
    do {
      let chain = try NIOSSLCertificate.fromPEMFile(certificate)
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
      // RFC 8996 forbids what is older; the library's own default is TLS 1.0.
      configuration.minimumTLSVersion = .tlsv12
      // A client that does not answer the notice of the end is waited for within the grace.
      let parting = min(1, settings.shutdownGraceSeconds)
      configuration.shutdownTimeout = .seconds(Int64(parting))
      var rest = settings
      rest.shutdownGraceSeconds -= parting
      return try .tls(.plainHTTP(rest, refused: refused), tlsConfiguration: configuration)
    } catch {
      throw StartFailure("\(certificate) or \(key) cannot be used for TLS: \(error)")
    }
    #else
    throw StartFailure(
      "\(certificate) and \(key) are for a build with TLS: swift build --traits TLS. Or put a "
        + "proxy with TLS before this one.")
    #endif
  }
}
