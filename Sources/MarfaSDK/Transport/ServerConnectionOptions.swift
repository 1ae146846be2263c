/// How the client reaches its server.
public struct ServerConnectionOptions: Hashable, Sendable {
  /// Which proxy is asked.
  public enum Proxy: Hashable, Sendable {
    /// The one of `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
    case environment
    /// None.
    case none
    /// One proxy for everything, such as `http://proxy:3128`.
    case url(String)
  }

  /// Whether `http://` is used beyond this machine, where others can read the notes and the key.
  public var allowsCleartext: Bool
  /// A file of certificates in PEM that are trusted in place of the system's.
  public var certificateFile: String?
  /// The server's public key, `sha256/` and base64; then that key alone is trusted.
  public var pinnedKey: String?
  /// Which proxy is asked.
  public var proxy: Proxy
  /// How many bytes of each file are sent in a second, more than 0; nil for as many as go.
  public var maximumUploadRate: Int?

  /// Takes each part as it is.
  public init(
    allowsCleartext: Bool = false, certificateFile: String? = nil, pinnedKey: String? = nil,
    proxy: Proxy = .environment, maximumUploadRate: Int? = nil
  ) {
    self.allowsCleartext = allowsCleartext
    self.certificateFile = certificateFile
    self.pinnedKey = pinnedKey
    self.proxy = proxy
    self.maximumUploadRate = maximumUploadRate
  }
}
