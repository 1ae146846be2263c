/// An answer whose body goes to a receiver.
final class ReceivedAnswer: Transfer.Sink {
  /// How many bytes of an explanation are kept; it is short.
  private static let limit = 1 << 16

  private let receiver: any HTTPReceiver
  private let completion: (Result<HTTPResponse, any Error>) -> Void
  private var head = HTTPResponseHead(status: 0)
  private var isTaken = false
  private var explanation: [UInt8] = []
  /// What the receiver threw.
  private var failure: (any Error)?

  /// `completion` is called once, on the loop's thread.
  init(
    _ receiver: any HTTPReceiver, completion: @escaping (Result<HTTPResponse, any Error>) -> Void
  ) {
    self.receiver = receiver
    self.completion = completion
  }

  func receive(head: HTTPResponseHead) {
    self.head = head
    do {
      isTaken = try receiver.begin(head)
    } catch {
      failure = error
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Transfer.Reception {
    guard failure == nil else { return .refused(Self.givenUp) }
    guard isTaken else {
      explanation.append(contentsOf: bytes.prefix(Self.limit - explanation.count))
      return .taken
    }
    do {
      try receiver.receive(bytes)
      return .taken
    } catch {
      failure = error
      return .refused(Self.givenUp)
    }
  }

  func deliver() {}

  func finish(_ error: HTTPTransportError?) {
    if let error = failure ?? error { return completion(.failure(error)) }
    completion(.success(HTTPResponse(head, body: explanation)))
  }

  private static let givenUp = HTTPTransportError(.other, "The receiver has given up.")
}
