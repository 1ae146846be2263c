/// How deliveries leave the server; injected, so that tests stay on their own machine.
public protocol WebhookTransport: Sendable {
  /// Posts a body and waits for the answer's head.
  ///
  /// - Parameter post: What goes where.
  /// - Returns: The status of the answer; redirections are answers like any other.
  /// - Throws: Anything, when there was no answer in time.
  func send(_ post: WebhookPost) async throws -> Int
}

/// One request of a delivery.
public struct WebhookPost: Hashable, Sendable {
  /// Where it goes, `http` or `https`.
  public var url: String
  /// Header fields by name.
  public var headers: [String: String]
  /// The JSON body in UTF-8.
  public var body: [UInt8]

  /// Takes each part as it is.
  public init(url: String, headers: [String: String], body: [UInt8]) {
    self.url = url
    self.headers = headers
    self.body = body
  }
}
