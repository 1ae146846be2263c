import HTTPTypes
import Hummingbird
import MarfaServer
import NIOCore
import Synchronization

/// The client's end of an event stream without a network: what was written, record by record.
final class FrameReader: Sendable {
  private struct State {
    var isBlocked = false
    var text = ""
    var hasEnded = false
    var blockedWrite: CheckedContinuation<Void, any Error>?
    var isCut = false
  }

  private let state = Mutex(State())
  private let written = SignalQueue<String?>()
  private let blocked = SignalQueue<Void>()

  /// The next record without its blank line; nil at the end of the stream.
  func next() async throws -> String? {
    while true {
      let (record, hasEnded) = state.withLock { state -> (String?, Bool) in
        guard let end = state.text.firstRange(of: "\n\n") else { return (nil, state.hasEnded) }
        let record = String(state.text[..<end.lowerBound])
        state.text = String(state.text[end.upperBound...])
        return (record, false)
      }
      if record != nil || hasEnded { return record }
      let text = try await written.take()
      state.withLock { state in
        state.text += text ?? ""
        state.hasEnded = text == nil
      }
    }
  }

  /// The id of the next record that has one.
  func nextId() async throws -> Int64 {
    while let record = try await next() {
      if let id = Self.id(of: record) { return id }
    }
    throw CancellationError()
  }

  static func id(of record: String) -> Int64? {
    record.split(separator: "\n").first { $0.hasPrefix("id: ") }.flatMap { Int64($0.dropFirst(4)) }
  }

  /// From now on writes are not accepted.
  func block() { state.withLock { $0.isBlocked = true } }

  /// Waits until a write is not accepted.
  func waitForBlockedWrite() async throws { try await blocked.take() }

  /// Closes the connection: the write that waits fails.
  func cut() {
    let write = state.withLock { state in
      state.isCut = true
      defer { state.blockedWrite = nil }
      return state.blockedWrite
    }
    write?.resume(throwing: ChannelError.ioOnClosedChannel)
  }

  fileprivate func accept(_ text: String) async throws {
    guard state.withLock({ $0.isBlocked }) else { return written.put(text) }
    try await withCheckedThrowingContinuation { continuation in
      let isCut = state.withLock { state in
        if !state.isCut { state.blockedWrite = continuation }
        return state.isCut
      }
      if isCut { continuation.resume(throwing: ChannelError.ioOnClosedChannel) }
      blocked.put(())
    }
  }

  fileprivate func end() { written.put(nil) }
}

/// Writes into a `FrameReader`.
private struct FrameWriter: ResponseBodyWriter {
  let reader: FrameReader

  mutating func write(_ buffer: ByteBuffer) async throws {
    try await reader.accept(String(buffer: buffer))
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension EventStream {
  /// Runs until the stream ends, for whatever reason, and tells the reader.
  mutating func runToEnd(from start: Start, to reader: FrameReader) async {
    var writer: any ResponseBodyWriter = FrameWriter(reader: reader)
    // A connection that was cut is one of the ways to end.
    try? await run(from: start, to: &writer)
    reader.end()
  }
}
