import Foundation
import Glibc

/// An open file, closed when its last owner lets go; every call waits for the disk.
package final class OpenFile: Sendable {
  /// How bytes reach a descriptor; replaced by tests that have no full disk at hand.
  ///
  /// Returns the count of bytes written, or -1 with `errno` set, as write(2) does.
  package typealias Write = @Sendable (Int32, UnsafeRawBufferPointer) -> Int

  /// write(2).
  package static let systemWrite: Write = { descriptor, bytes in
    Glibc.write(descriptor, bytes.baseAddress, bytes.count)
  }

  let path: String
  private let descriptor: Int32
  private let write: Write

  init(_ path: String, flags: Int32, write: @escaping Write = systemWrite) throws {
    self.path = path
    self.write = write
    descriptor = open(path, flags | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw Self.failure("open \(path)") }
  }

  deinit { close(descriptor) }

  /// Size in bytes.
  func size() throws -> Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure("stat \(path)") }
    return Int64(status.st_size)
  }

  /// Writes at the current place.
  func append(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure("write \(path)") }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads at a place; the count is smaller only at the end.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var count = 0
    while count < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let read = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + count)
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw Self.failure("read \(path)") }
      if read == 0 { break }
      count += read
    }
    return count
  }

  /// Cuts the file to a size and puts the current place there.
  func truncate(to size: Int64) throws {
    guard ftruncate(descriptor, off_t(size)) == 0, lseek(descriptor, off_t(size), SEEK_SET) >= 0
    else { throw Self.failure("truncate \(path)") }
  }

  /// Lets the kernel begin to write a range to the device, so that `synchronize` waits for less.
  ///
  /// Only advice, hence without an error. "Not needed" starts the writing of dirty pages and drops
  /// none that is dirty: <https://man7.org/linux/man-pages/man2/posix_fadvise.2.html>.
  func beginWriteback(from offset: Int64, count: Int64) {
    _ = posix_fadvise(descriptor, off_t(offset), off_t(count), POSIX_FADV_DONTNEED)
  }

  /// Waits until the content is on the device (fsync(2)).
  func synchronize() throws {
    guard fsync(descriptor) == 0 else { throw Self.failure("fsync \(path)") }
  }

  /// Waits until a folder's entries are on the device.
  static func synchronize(folder: String) throws {
    try OpenFile(folder, flags: O_RDONLY | O_DIRECTORY).synchronize()
  }

  /// The error of the last call, by `errno`.
  static func failure(_ what: String) -> BlobStoreError {
    let number = errno
    let code: BlobStoreError.Code =
      switch number {
      // EFBIG: a limit on the size of files (setrlimit(2)), which is room that ends as well.
      case ENOSPC, EDQUOT, EFBIG: .diskFull
      case ENOENT: .notFound
      default: .failed
      }
    return BlobStoreError(code, "\(what): \(String(cString: strerror(number)))")
  }
}
