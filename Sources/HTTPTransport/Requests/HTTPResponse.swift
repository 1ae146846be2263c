/// What a server answered first: its status and header fields.
package struct HTTPResponseHead: Hashable, Sendable {
  /// The status, from 200.
  package var status: Int
  /// The header fields.
  package var headers: HTTPHeaders

  package init(status: Int, headers: HTTPHeaders = [:]) {
    self.status = status
    self.headers = headers
  }
}

/// A whole answer.
package struct HTTPResponse: Hashable, Sendable {
  /// Status and header fields.
  package var head: HTTPResponseHead
  /// The body, unpacked.
  package var body: [UInt8]

  package init(_ head: HTTPResponseHead, body: [UInt8] = []) {
    self.head = head
    self.body = body
  }

  /// The status.
  package var status: Int { head.status }
  /// The header fields.
  package var headers: HTTPHeaders { head.headers }
}

/// An answer whose body is read as it comes.
package struct HTTPStream: Sendable {
  /// Status and header fields.
  package var head: HTTPResponseHead
  /// The body.
  package var body: HTTPBodyStream
}
