/// What holds for all requests of a client.
package struct HTTPTransportOptions: Hashable, Sendable {
  /// Which proxy is asked.
  package enum Proxy: Hashable, Sendable {
    /// The one of `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
    case environment
    /// None.
    case none
    /// One proxy for everything, such as `http://proxy:3128`.
    case url(String)
  }

  /// Certificates in PEM that are trusted in place of the system's; nil for the system's.
  package var certificateFile: String?
  /// The server's public key, `sha256/` and base64: then only that key is trusted, whichever
  /// authority signed its certificate.
  package var pinnedKey: String?
  /// Which proxy is asked.
  package var proxy: Proxy
  /// What the client calls itself.
  package var userAgent: String
  /// The most connections to one host that are open at once; event streams count.
  package var maximumConnectionsPerHost: Int
  /// How many bytes of a file are sent in a second, more than 0; nil for as many as go.
  package var maximumSendRate: Int?

  package init(
    certificateFile: String? = nil, pinnedKey: String? = nil, proxy: Proxy = .environment,
    userAgent: String = "marfa", maximumConnectionsPerHost: Int = 8,
    maximumSendRate: Int? = nil
  ) {
    self.certificateFile = certificateFile
    self.pinnedKey = pinnedKey
    self.proxy = proxy
    self.userAgent = userAgent
    self.maximumConnectionsPerHost = maximumConnectionsPerHost
    self.maximumSendRate = maximumSendRate
  }

  /// The pin in libcurl's spelling, `sha256//` and base64.
  var curlPin: String? {
    guard let pinnedKey else { return nil }
    for prefix in ["sha256//", "sha256/", "sha256:"] where pinnedKey.hasPrefix(prefix) {
      return "sha256//" + pinnedKey.dropFirst(prefix.count)
    }
    return "sha256//" + pinnedKey
  }
}
