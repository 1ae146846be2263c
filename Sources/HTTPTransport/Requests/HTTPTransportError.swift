/// Why a request got no answer.
package struct HTTPTransportError: Error, Hashable, Sendable {
  /// A kind of failure.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// libcurl.so.4 is not on this machine, or cannot be used.
    case libraryMissing
    /// The address is none, or its scheme is not allowed.
    case badAddress
    /// The name of the host, or of the proxy, is not known.
    case cannotResolve
    /// Nobody answers at the address.
    case cannotConnect
    /// The certificate is not trusted, is out of date or is for another name.
    case untrustedCertificate
    /// The server's key is not the one that is pinned.
    case otherKey
    /// The file of trusted certificates is not there, or has none.
    case unreadableCertificates
    /// TLS failed for another reason.
    case secureConnectionFailed
    /// It took longer than a limit of the request.
    case timedOut
    /// The connection ended before the answer did.
    case connectionLost
    /// The answer is no HTTP, or its packing is broken.
    case badAnswer
    /// The answer is larger than the request allows.
    case answerTooLarge
    /// The file that is to be sent cannot be read.
    case unreadableBody
    /// The server sends the request elsewhere, too often or to where it may not go.
    case badRedirect
    /// The task was cancelled.
    case cancelled
    /// Anything else that libcurl reports.
    case other
  }

  /// What kind it is.
  package var code: Code
  /// What failed, in libcurl's words; holds no credential and no body.
  package var message: String
  /// The pin of the key that the server showed, `sha256/` and base64, when its certificate was
  /// refused.
  package var shownKey: String?

  package init(_ code: Code, _ message: String, shownKey: String? = nil) {
    self.code = code
    self.message = message
    self.shownKey = shownKey
  }

  /// Whether the server may have received the request, so that its effect is unknown.
  package var mayHaveArrived: Bool {
    switch code {
    case .timedOut, .connectionLost, .badAnswer, .answerTooLarge, .badRedirect, .cancelled,
      .other:
      true
    case .libraryMissing, .badAddress, .cannotResolve, .cannotConnect, .untrustedCertificate,
      .otherKey, .unreadableCertificates, .secureConnectionFailed, .unreadableBody:
      false
    }
  }
}
