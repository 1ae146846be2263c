import MarfaSDK

/// A server that is not trusted, and what a person can do about it: waiting helps nobody.
package struct CertificateProblem: Hashable, Sendable {
  /// What is wrong, and what to do.
  package let failure: CommandFailure

  /// Reads an error of the transport; nil for one about something else.
  package init?(_ error: any Error) {
    guard let error = error as? NetworkError else { return nil }
    let cause = Self.cause(error.message)
    let pin = error.details?["shown_key"]?.stringValue
    switch error.details?["kind"]?.stringValue {
    case "untrustedCertificate":
      failure = CommandFailure(
        .failure,
        "The server's certificate is not trusted (\(cause))."
          + Self.advice(pin, "`marfa config set server.ca_file FILE` trusts those of a file."))
    case "otherKey":
      failure = CommandFailure(
        .failure,
        "The server has another key than server.pin says."
          + Self.advice(pin, "without a pin, server.ca_file can name the file of a certificate."))
    case "unreadableCertificates":
      failure = CommandFailure(
        .usage, "The file that server.ca_file names has no certificates (\(cause)).")
    default: return nil
    }
  }

  private static func advice(_ pin: String?, _ other: String) -> String {
    guard let pin else { return " " + other.prefix(1).uppercased() + other.dropFirst() }
    return " It shows the key \(pin). If its owner gave you the same, "
      + "`marfa config set server.pin \(pin)` accepts it; \(other)"
  }

  /// What libcurl says, without what the sentence says already.
  private static func cause(_ words: String) -> String {
    for prefix in ["SSL certificate problem: ", "SSL: "] where words.hasPrefix(prefix) {
      return String(words.dropFirst(prefix.count))
    }
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }
}
