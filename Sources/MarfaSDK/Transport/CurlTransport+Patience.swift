extension CurlTransport {
  /// How long the server may be silent while bytes of files, or events, are on their way.
  static let patience = Duration.seconds(60)
  /// A body with more bytes may be out of here long before it has arrived.
  private static let shortBody: Int64 = 64 << 10

  /// How long the server may be silent while a request is on its way, by what it asks for.
  ///
  /// A question is answered soon or not at all, and the next one finds a server that has come back;
  /// a change may be much work. Before it answers a HEAD, which is about a blob, the server may
  /// read all of that.
  ///
  /// - Parameters:
  ///   - method: The method of the request.
  ///   - count: The bytes of its body.
  /// - Returns: The time.
  package static func longestSilence(_ method: String, sending count: Int64) -> Duration {
    if count > shortBody || method == "HEAD" { return patience }
    return method == "GET" ? .seconds(15) : .seconds(30)
  }

  /// How long a server may be silent in a stream of events: two heartbeats, where it says how
  /// far they are apart.
  ///
  /// - Parameter seconds: What the head of the stream says, in seconds.
  /// - Returns: The time, at least that for a documented server, and an hour at most; nil where
  ///   nothing is said that can be read.
  package static func longestSilence(withHeartbeatEvery seconds: String?) -> Duration? {
    guard let seconds = seconds.flatMap({ Int64($0) }), seconds > 0 else { return nil }
    return max(patience, .seconds(2 * min(seconds, 1800)))
  }
}
