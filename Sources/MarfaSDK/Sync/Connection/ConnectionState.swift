/// The state of a client's connection to its server.
public enum ConnectionState: String, Hashable, Sendable, CaseIterable {
  /// Nothing can be sent: there is no way to the server, or nobody wants one.
  case offline
  /// The server is being reached.
  case connecting
  /// Changes come in as they happen, and nothing waits to be sent.
  case online
  /// Changes are on their way.
  case syncing

  /// Whether the server can be asked.
  public var isReachable: Bool { self == .online || self == .syncing }
}

/// Why a client that could be connected is not, or may not write.
public enum ConnectionObstacle: Hashable, Sendable {
  /// The server does not know the key.
  case signedOut
  /// A person asked for it.
  case paused
  /// The address has another server than the notes belong to.
  case otherServer(id: String)
  /// The server refuses to be worked with, in its words.
  case refused(message: String)
  /// The key may write nothing; nothing can be changed here.
  case readOnly
  /// The server answers with an error of its own, 500 to 599; it is asked again.
  case serverError(status: Int)
  /// The server has had too many requests; it is asked again when it said.
  case tooManyRequests
}
