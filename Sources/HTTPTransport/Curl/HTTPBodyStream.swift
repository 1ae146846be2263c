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
    enum Outcome {
      case kept, full
      case handed(CheckedContinuation<[UInt8]?, any Error>)
    }
    let outcome = state.withLock { state -> Outcome in
      if let reader = state.reader {
        state.reader = nil
        return .handed(reader)
      }
      if !state.bytes.isEmpty, state.bytes.count + bytes.count > Self.capacity {
        state.isPaused = true
        return .full
      }
      state.bytes.append(contentsOf: bytes)
      return .kept
    }
    switch outcome {
    case .kept: return .taken
    case .full: return .later
    case .handed(let reader):
      reader.resume(returning: Array(bytes))
      return .taken
    }
  }

  func finish(_ error: HTTPTransportError?) {
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
            mustUnpause = state.isPaused
            state.isPaused = false
            defer { state.bytes = [] }
            return .success(state.bytes)
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
