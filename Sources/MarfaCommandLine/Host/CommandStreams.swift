import Foundation
import Glibc

/// The three standard streams of a command.
package struct CommandStreams: Sendable {
  /// Where something is written.
  package enum Target: Int32, Hashable, Sendable {
    /// Results.
    case output = 1
    /// Everything else.
    case error = 2
  }

  /// Whether a stream still takes bytes.
  package enum WriteOutcome: Hashable, Sendable {
    /// All bytes were taken.
    case written
    /// Nobody reads any more, as after `marfa list | head`.
    case closed
    /// The bytes could not be written, as on a full disk; the system's error number.
    case failed(Int32)
  }

  /// Reads all of standard input.
  package var readInput: @Sendable () throws -> [UInt8]
  /// Writes bytes to a stream.
  package var write: @Sendable (Target, [UInt8]) -> WriteOutcome
  /// Whether standard input is a terminal.
  package var isInputTerminal: Bool
  /// Whether standard output is a terminal.
  package var isOutputTerminal: Bool
  /// Whether standard error is a terminal.
  package var isErrorTerminal: Bool
  /// The columns of the terminal.
  package var columns: Int

  package init(
    readInput: @escaping @Sendable () throws -> [UInt8],
    write: @escaping @Sendable (Target, [UInt8]) -> WriteOutcome, isInputTerminal: Bool,
    isOutputTerminal: Bool, isErrorTerminal: Bool, columns: Int = 80
  ) {
    self.readInput = readInput
    self.write = write
    self.isInputTerminal = isInputTerminal
    self.isOutputTerminal = isOutputTerminal
    self.isErrorTerminal = isErrorTerminal
    self.columns = columns
  }

  /// The streams of the running process.
  package static func process(environment: [String: String]) -> CommandStreams {
    CommandStreams(
      readInput: { try ([UInt8])(FileHandle.standardInput.readToEnd() ?? Data()) },
      write: { target, bytes in write(bytes, to: target.rawValue) },
      isInputTerminal: isatty(0) == 1, isOutputTerminal: isatty(1) == 1,
      isErrorTerminal: isatty(2) == 1,
      columns: max(environment["COLUMNS"].flatMap { Int($0) } ?? windowColumns ?? 80, 20))
  }

  /// The columns of the terminal of standard output; nil when it is none.
  private static var windowColumns: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes bytes to a descriptor, all of them or until nobody reads any more.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> WriteOutcome {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        written += count
      } else if errno == EPIPE {
        return .closed
      } else if errno == EAGAIN {
        // A reader may have made the shared descriptor non-blocking; wait until it takes more.
        var descriptors = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&descriptors, 1, -1)
      } else if errno != EINTR {
        return .failed(errno)
      }
    }
    return .written
  }
}
