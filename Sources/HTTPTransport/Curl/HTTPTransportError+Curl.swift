import CCurl

extension HTTPTransportError.Code {
  /// The kind of a libcurl result; see <https://curl.se/libcurl/c/libcurl-errors.html>.
  init(_ result: CURLcode) {
    switch result {
    case CURLE_URL_MALFORMAT: self = .badAddress
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: self = .cannotResolve
    case CURLE_COULDNT_CONNECT: self = .cannotConnect
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: self = .untrustedCertificate
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH: self = .otherKey
    case CURLE_SSL_CACERT_BADFILE: self = .unreadableCertificates
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED:
      self = .secureConnectionFailed
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE,
      CURLE_HTTP2_STREAM, CURLE_HTTP2:
      self = .connectionLost
    // Other schemes than http are refused before; this is an answer as of HTTP 0.9.
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_UNSUPPORTED_PROTOCOL:
      self = .badAnswer
    default: self = .other
    }
  }
}

extension HTTPTransportError.Code {
  /// Whether libcurl's words for one transfer name the cause, which its words for the code do not.
  var hasCause: Bool {
    self == .untrustedCertificate || self == .otherKey || self == .unreadableCertificates
  }
}

extension Duration {
  /// Whole milliseconds, 0 or more, rounded up.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    return max(
      0, Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
  }
}
