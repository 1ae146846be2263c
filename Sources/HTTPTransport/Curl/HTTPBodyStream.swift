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

  /// The number of its transfer.
  var identity: Int { buffer.identity }

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
    /// What has come, in pieces of `piece` bytes at most.
    var pieces: [[UInt8]] = []
    /// How many bytes they have.
    var count = 0
    var end: Result<Void, HTTPTransportError>?
    var head: Result<HTTPResponseHead, HTTPTransportError>?
    var headReader: CheckedContinuation<HTTPResponseHead, any Error>?
    var reader: CheckedContinuation<[UInt8]?, any Error>?
    var isPaused = false
    /// How many bytes the newest piece had that was taken.
    var lastCount = 0

    /// Keeps bytes.
    mutating func keep(_ bytes: UnsafeRawBufferPointer) {
      count += bytes.count
      if let last = pieces.indices.last, pieces[last].count + bytes.count <= BodyBuffer.piece {
        return pieces[last].append(contentsOf: bytes)
      }
      // The next one is as large as the last one, mostly: it is not moved while it grows.
      var piece: [UInt8] = []
      piece.reserveCapacity(max(lastCount, bytes.count))
      piece.append(contentsOf: bytes)
      pieces.append(piece)
    }

    /// Gives the first piece, and whether the connection, which waited, may go on.
    mutating func takePiece() -> (bytes: [UInt8], mustUnpause: Bool) {
      let piece = pieces.removeFirst()
      (count, lastCount) = (count - piece.count, piece.count)
      guard isPaused, count <= BodyBuffer.capacity / 2 else { return (piece, false) }
      isPaused = false
      return (piece, true)
    }
  }

  /// How many bytes may wait.
  private static let capacity = 1 << 20
  /// How many bytes a piece has at most.
  ///
  /// The heap reuses pieces of this size; each larger one is mapped on its own, and the system
  /// clears it.
  private static let piece = 128 << 10

  private let state = Mutex(State())
  private let loop: CurlLoop
  let identity: Int

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
      if state.count > 0, state.count + bytes.count > Self.capacity {
        state.isPaused = true
        return .later
      }
      state.keep(bytes)
      return .taken
    }
  }

  /// Wakes a reader that waits: once for all that libcurl had, which hands it on in small parts.
  func deliver() {
    typealias Reader = CheckedContinuation<[UInt8]?, any Error>
    let (reader, bytes, mustUnpause) = state.withLock { state -> (Reader?, [UInt8], Bool) in
      guard state.reader != nil, state.count > 0 else { return (nil, [], false) }
      defer { state.reader = nil }
      let taken = state.takePiece()
      return (state.reader, taken.bytes, taken.mustUnpause)
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
          if state.count > 0 {
            let taken = state.takePiece()
            mustUnpause = taken.mustUnpause
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
