/// One HTTP request.
package struct HTTPRequest: Sendable {
  /// What is sent after the headers.
  package enum Body: Hashable, Sendable {
    /// Bytes in memory.
    case bytes([UInt8])
    /// A part of a file, which is read while it is sent: `count` bytes from `offset`.
    case file(path: String, offset: Int64, count: Int64)

    /// How many bytes are sent.
    package var count: Int64 {
      switch self {
      case .bytes(let bytes): Int64(bytes.count)
      case .file(_, _, let count): count
      }
    }
  }

  /// How long a request may take.
  package struct Timeouts: Hashable, Sendable {
    /// The limit for connecting, with TLS; 10 s by default.
    package var connect: Duration
    /// Without a byte in either direction; 60 s by default, at least 1 s.
    package var idle: Duration
    /// For the whole request; unlimited when nil.
    package var total: Duration?

    package init(
      connect: Duration = .seconds(10), idle: Duration = .seconds(60), total: Duration? = nil
    ) {
      self.connect = connect
      self.idle = idle
      self.total = total
    }
  }

  /// `GET`, `HEAD`, `POST`, `PUT`, `PATCH` or `DELETE`.
  package var method: String
  /// The absolute address, `http` or `https`.
  package var url: String
  /// The header fields; `Host`, `Content-Length` and `Accept-Encoding` are added.
  package var headers: HTTPHeaders
  /// What is sent; nothing when nil.
  package var body: Body?
  /// How long it may take.
  package var timeouts: Timeouts
  /// Whether a redirect to another origin is an error: what is asked is of this server alone.
  package var staysAtOrigin = false
  /// The most bytes of the answer that are kept in memory; more is an error.
  package var maximumAnswerSize: Int

  /// The most bytes that an answer may have unless a request says otherwise: 256 MiB.
  package static let standardAnswerSize = 256 << 20

  package init(
    _ method: String, _ url: String, headers: HTTPHeaders = [:], body: Body? = nil,
    timeouts: Timeouts = Timeouts(), maximumAnswerSize: Int = standardAnswerSize
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeouts = timeouts
    self.maximumAnswerSize = maximumAnswerSize
  }
}
