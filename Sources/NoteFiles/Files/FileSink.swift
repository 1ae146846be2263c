import Foundation
import Glibc
import Synchronization

/// Writes a file piece by piece under another name, and gives it its own name at the end.
package final class FileSink: Sendable {
  private let path: String
  private let temporary: String
  private let descriptor: Mutex<Int32>

  /// Whether a path is that of a file which a killed run did not finish.
  static func isLeftover(_ path: String) -> Bool {
    guard let range = path.range(of: ".md.new-", options: .backwards) else { return false }
    let number = path[range.upperBound...]
    return !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// Begins a file of mode 0600.
  ///
  /// - Parameter path: Its absolute path; a file that is there stays until the end.
  /// - Throws: `CommandFailure` when it cannot be made.
  package init(path: String) throws {
    self.path = path
    temporary = path + ".new-\(getpid())"
    let opened = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard opened >= 0 else {
      throw CommandFailure(.failure, "\(path): \(SystemError.sentence(errno)).")
    }
    descriptor = Mutex(opened)
  }

  /// Adds bytes.
  ///
  /// - Parameter bytes: The bytes.
  /// - Throws: `CommandFailure` when they cannot be written.
  package func write(_ bytes: [UInt8]) throws {
    try descriptor.withLock { descriptor in
      var written = 0
      while written < bytes.count {
        let count = bytes[written...].withUnsafeBytes {
          Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw failure() }
        written += count
      }
    }
  }

  /// When the bytes must be on the disk.
  package enum Durability {
    /// Before the file gets its name.
    case synchronized
    /// When the system likes; for files that can be made again.
    case leaveToSystem
  }

  /// Ends the file and gives it its name.
  ///
  /// - Parameter durability: When the bytes must be on the disk.
  /// - Throws: `CommandFailure`; the file that was there is untouched.
  package func finish(_ durability: Durability = .synchronized) throws {
    try descriptor.withLock { descriptor in
      guard durability == .leaveToSystem || fsync(descriptor) == 0 else { throw failure() }
      close(descriptor)
      descriptor = -1
      guard rename(temporary, path) == 0 else { throw failure() }
    }
  }

  /// Writes a whole file of mode 0600.
  ///
  /// - Parameters:
  ///   - text: What is in it.
  ///   - path: Its absolute path; the folder must be there.
  ///   - durability: When the bytes must be on the disk.
  /// - Throws: `CommandFailure`; the file that was there is untouched.
  package static func write(
    _ text: String, to path: String, _ durability: Durability = .synchronized
  ) throws {
    let sink = try FileSink(path: path)
    do {
      try sink.write(Array(text.utf8))
      try sink.finish(durability)
    } catch {
      sink.discard()
      throw error
    }
  }

  /// Gives the file up.
  package func discard() {
    descriptor.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
    unlink(temporary)
  }

  private func failure() -> CommandFailure {
    CommandFailure(.failure, "\(path): \(SystemError.sentence(errno)).")
  }
}
