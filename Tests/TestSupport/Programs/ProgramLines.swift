import Foundation
import Glibc
import Synchronization

/// The lines that a program writes, for one reader.
public final class ProgramLines: Sendable {
  private let pieces: AsyncStream<Data>
  private let buffer = Mutex(Data())

  /// Reads a descriptor until its end on a thread of its own, and closes it then.
  init(_ descriptor: Int32) {
    // Unbounded: a test's program writes little, and none of it may be lost.
    let (pieces, continuation) = AsyncStream<Data>.makeStream(bufferingPolicy: .unbounded)
    self.pieces = pieces
    Thread.detachNewThread {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        continuation.yield(Data(bytes[..<count]))
      }
      close(descriptor)
      continuation.finish()
    }
  }

  /// The next line without its break; nil when the program wrote its last.
  public func next() async -> String? {
    while true {
      let line = buffer.withLock { buffer -> String? in
        guard let end = buffer.firstIndex(of: 10) else { return nil }
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer = Data(buffer[buffer.index(after: end)...])
        return line
      }
      if let line { return line }
      var iterator = pieces.makeAsyncIterator()
      guard let piece = await iterator.next() else { return nil }
      buffer.withLock { $0.append(piece) }
    }
  }

  /// Reads on to the line that starts so; nil when there is none.
  public func next(startingWith start: String) async -> String? {
    while let line = await next() {
      if line.hasPrefix(start) { return line }
    }
    return nil
  }

  /// Everything that is still to come.
  public func rest() async -> String {
    var text = ""
    while let line = await next() { text += line + "\n" }
    return text + buffer.withLock { String(decoding: $0, as: UTF8.self) }
  }
}
