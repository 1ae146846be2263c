/// An answer that is kept in memory until it is whole.
final class CollectedAnswer: Transfer.Sink {
  private let limit: Int
  private let completion: (Result<HTTPResponse, HTTPTransportError>) -> Void
  private var head = HTTPResponseHead(status: 0)
  private var body: [UInt8] = []

  /// Collects at most `limit` bytes; `completion` is called once, on the loop's thread.
  init(
    limit: Int, completion: @escaping (Result<HTTPResponse, HTTPTransportError>) -> Void
  ) {
    self.limit = limit
    self.completion = completion
  }

  func receive(head: HTTPResponseHead) { self.head = head }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Transfer.Reception {
    guard body.count + bytes.count <= limit else {
      return .refused(
        HTTPTransportError(.answerTooLarge, "The answer has more than \(limit) bytes."))
    }
    body.append(contentsOf: bytes)
    return .taken
  }

  func deliver() {}

  func finish(_ error: HTTPTransportError?) {
    completion(error.map { .failure($0) } ?? .success(HTTPResponse(head, body: body)))
  }
}
