import Foundation
import Glibc

/// A file that somebody else made, read in pieces; closed with its last owner.
final class ArchiveFile: Sendable {
  /// The absolute path.
  let path: String
  /// In bytes, when it was opened.
  let size: Int64
  private let descriptor: Int32

  /// Opens a plain file; a link, a pipe or a device is none.
  ///
  /// - Throws: `CommandFailure`.
  init(_ path: String) throws {
    self.path = path
    // A pipe without a writer would block.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw CommandFailure(
        errno == ENOENT ? .notFound : .failure, "\(path): \(SystemError.sentence(errno)).")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw CommandFailure(.usage, "\(path) is not a file.")
    }
    size = Int64(status.st_size)
  }

  deinit { close(descriptor) }

  /// Reads a part; fewer bytes only at the end of the file.
  func read(at offset: Int64, count: Int) throws -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, total in
      while total < count {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + total }, count - total,
          off_t(offset) + off_t(total))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        guard got > 0 else { return }
        total += got
      }
    }
    guard failure == 0 else {
      throw CommandFailure(.failure, "\(path): \(SystemError.sentence(failure)).")
    }
    return bytes
  }

  /// Copies a part to a new file for its owner alone.
  func copy(at offset: Int64, count: Int64, to target: String) throws {
    let sink = try FileSink(path: target)
    do {
      var done: Int64 = 0
      while done < count {
        let piece = try read(at: offset + done, count: Int(min(count - done, 1 << 20)))
        guard !piece.isEmpty else {
          throw CommandFailure(.failure, "\(path) became shorter while it was read.")
        }
        try sink.write(piece)
        done += Int64(piece.count)
      }
      try sink.finish(.leaveToSystem)
    } catch {
      sink.discard()
      throw error
    }
  }
}
