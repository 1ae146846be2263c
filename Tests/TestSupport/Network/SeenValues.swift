/// What a server's threads saw, for the test to wait for.
public final class SeenValues<Value: Sendable>: Sendable {
  private let stream: AsyncStream<Value>
  private let continuation: AsyncStream<Value>.Continuation

  /// Nothing has been seen yet.
  public init() {
    // Unbounded: a test reads all that its server saw.
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
  }

  /// Adds what was seen; any thread may.
  public func add(_ value: Value) { continuation.yield(value) }

  /// The next; nil only when the test is cancelled.
  public func next() async -> Value? {
    var iterator = stream.makeAsyncIterator()
    return await iterator.next()
  }
}
