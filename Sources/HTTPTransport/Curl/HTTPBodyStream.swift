import Synchronization

/// The body of an answer, in pieces as they come, for one reader.
///
/// When the reader is slow, at most 1 MiB waits here and the connection is read no further. When
/// it stops reading and lets the stream go, the request is cancelled.
package struct HTTPBodyStream: AsyncSequence, Sendable {
  /// A piece of the body, not empty.
  package typealias Element = [UInt8]
  let buffer: BodyBuffer
  let owner: BodyOwner

  /// Reads the pieces; there is one reader.
  package struct Iterator: AsyncIteratorProtocol {
    let buffer: BodyBuffer
    let owner: BodyOwner

    /// The next piece; nil at the end of the body.
    ///
    /// - Throws: `HTTPTransportError` when the connection ends before the body does, or
    ///   `cancelled` when the task is.
    package mutating func next() async throws -> [UInt8]? { try await buffer.next() }
  }

  /// Starts to read.
  package func makeAsyncIterator() -> Iterator { Iterator(buffer: buffer, owner: owner) }
}

/// Cancels a request when nobody can read its answer any more.
final class BodyOwner: Sendable {
  private let buffer: BodyBuffer

  init(buffer: BodyBuffer) { self.buffer = buffer }

  deinit { buffer.cancel() }
}

/// What has come of a body and not been read.
final class BodyBuffer: Transfer.Sink, Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var end: Result<Void, HTTPTransportError>?
    var head: Result<HTTPResponseHead, HTTPTransportError>?
    var headReader: CheckedContinuation<HTTPResponseHead, any Error>?
    var reader: CheckedContinuation<[UInt8]?, any Error>?
    var isPaused = false
    /// How many bytes the reader took the last time.
    var lastCount = 0

    /// Gives what has come, and whether the connection waits for that.
    mutating func takeBytes() -> (bytes: [UInt8], wasPaused: Bool) {
      defer { (bytes, lastCount, isPaused) = ([], bytes.count, false) }
      return (bytes, isPaused)
    }
  }

  /// How many bytes may wait.
  private static let capacity = 1 << 20

  private let state = Mutex(State())
  private let loop: CurlLoop
  private let identity: Int

  init(loop: CurlLoop, identity: Int) {
    self.loop = loop
    self.identity = identity
  }

  func cancel() { loop.cancel(identity) }

  // MARK: - Written on the loop's thread

  func receive(head: HTTPResponseHead) {
    let reader = state.withLock { state in
      state.head = .success(head)
      defer { state.headReader = nil }
      return state.headReader
    }
    reader?.resume(returning: head)
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Transfer.Reception {
    state.withLock { state in
      if !state.bytes.isEmpty, state.bytes.count + bytes.count > Self.capacity {
        state.isPaused = true
        return .later
      }
      // As much comes as came the last time, mostly: the bytes are not moved while they grow.
      if state.bytes.isEmpty { state.bytes.reserveCapacity(max(state.lastCount, bytes.count)) }
      state.bytes.append(contentsOf: bytes)
      return .taken
    }
  }

  /// Wakes a reader that waits: once for all that libcurl had, which hands it on in small parts.
  func deliver() {
    typealias Reader = CheckedContinuation<[UInt8]?, any Error>
    let (reader, bytes, mustUnpause) = state.withLock { state -> (Reader?, [UInt8], Bool) in
      guard state.reader != nil, !state.bytes.isEmpty else { return (nil, [], false) }
      defer { state.reader = nil }
      let taken = state.takeBytes()
      return (state.reader, taken.bytes, taken.wasPaused)
    }
    if mustUnpause { loop.unpause(identity) }
    reader?.resume(returning: bytes)
  }

  func finish(_ error: HTTPTransportError?) {
    // What came before the end comes before it here, too.
    deliver()
    let end: Result<Void, HTTPTransportError> = error.map { .failure($0) } ?? .success(())
    let (headReader, reader) = state.withLock { state in
      state.end = end
      defer {
        state.headReader = nil
        state.reader = nil
      }
      return (state.headReader, state.reader)
    }
    if let error {
      headReader?.resume(throwing: error)
      reader?.resume(throwing: error)
    } else {
      reader?.resume(returning: nil)
    }
  }

  // MARK: - Read by the caller

  func head() async throws -> HTTPResponseHead {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<HTTPResponseHead, HTTPTransportError>? in
          if let head = state.head { return head }
          if case .failure(let error) = state.end { return .failure(error) }
          state.headReader = continuation
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      cancel()
    }
  }

  func next() async throws -> [UInt8]? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        var mustUnpause = false
        let result = state.withLock { state -> Result<[UInt8]?, HTTPTransportError>? in
          if !state.bytes.isEmpty {
            let taken = state.takeBytes()
            mustUnpause = taken.wasPaused
            return .success(taken.bytes)
          }
          if let end = state.end { return end.map { nil } }
          precondition(state.reader == nil, "A body has one reader.")
          state.reader = continuation
          return nil
        }
        if mustUnpause { loop.unpause(identity) }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      cancel()
    }
  }
}
