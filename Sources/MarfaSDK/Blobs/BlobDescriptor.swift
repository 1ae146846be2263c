import Foundation
import Glibc

/// An open file, closed with its last owner; every call waits for the disk.
final class BlobDescriptor: Sendable {
  /// How many bytes are read at a time: a buffer that the heap uses again, and that the processor's
  /// own memory holds.
  static let piece = 128 << 10

  let path: String
  private let number: Int32

  /// Opens a file; a new one is readable by its owner only.
  init(_ path: String, flags: Int32) throws {
    self.path = path
    number = open(path, flags | O_CLOEXEC, 0o600)
    if number < 0 { throw BlobFileError.ofSystem(path) }
  }

  deinit { close(number) }

  /// A path by which the open file itself is found, whatever its name, if it has one.
  var link: String { "/proc/self/fd/\(number)" }

  /// Locks the file for this owner, without waiting.
  ///
  /// The lock ends with the descriptor, however the process ends: flock(2).
  ///
  /// - Returns: Whether it is locked now; false while another owner has the lock, and where files
  ///   cannot be locked.
  func lock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

  /// Whether the file that was opened still has the name by which it was opened.
  func isNamed() throws -> Bool {
    var named = stat()
    let status = try status()
    return lstat(path, &named) == 0 && named.st_ino == status.st_ino
      && named.st_dev == status.st_dev
  }

  /// What the file system says of it.
  func status() throws -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw BlobFileError.ofSystem(path) }
    return status
  }

  /// Writes at the current place.
  func append(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(
        number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw BlobFileError.ofSystem(path) }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads at a place; the count is smaller only at the end.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var total = 0
    while total < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[total...])
      let count = pread(number, rest.baseAddress, rest.count, off_t(offset) + total)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw BlobFileError.ofSystem(path) }
      if count == 0 { break }
      total += count
    }
    return total
  }

  /// Reads the whole file, or a part of it, in pieces.
  func forEachPiece(
    of range: Range<Int64> = 0..<Int64.max, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let size = Int(min(Int64(Self.piece), Int64(range.count)))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    var offset = range.lowerBound
    while offset < range.upperBound {
      let wanted = Int(min(Int64(size), range.upperBound - offset))
      let count = try read(
        at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
      if count == 0 { return }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += Int64(count)
    }
  }

  /// Copies the whole file to the current place of another one.
  ///
  /// The system copies within itself, at a quarter of the processor time of reading and writing.
  /// See <https://man7.org/linux/man-pages/man2/sendfile.2.html>.
  func copy(to other: BlobDescriptor) throws {
    let size = Int64(try status().st_size)
    var offset: off_t = 0
    while offset < size {
      let count = sendfile(other.number, number, &offset, Int(size - Int64(offset)))
      if count < 0, errno == EINTR { continue }
      // A file system that cannot: the rest is read and written below, which says what is wrong.
      if count <= 0 { break }
    }
    guard offset < size else { return }
    var copied = Int64(offset)
    try forEachPiece(of: copied..<size) { bytes in
      try other.append(bytes)
      copied += Int64(bytes.count)
    }
    guard copied == size else { throw BlobFileError(.damaged, path, "it became shorter") }
  }

  /// Cuts the file to a size and puts the current place there.
  ///
  /// A file of this size is left alone: ext4 takes one that was cut to nothing, also if it had
  /// nothing, for one that is replaced, and its `close` waits until all is on its way to the disk.
  /// See `auto_da_alloc` in <https://docs.kernel.org/admin-guide/ext4.html>.
  func truncate(to size: Int64) throws {
    let hasSize = try Int64(status().st_size) == size
    guard hasSize || ftruncate(number, off_t(size)) == 0,
      lseek(number, off_t(size), SEEK_SET) >= 0
    else { throw BlobFileError.ofSystem(path) }
  }

  /// Lets the kernel begin to write a range to the device, so that `synchronize` waits for less.
  ///
  /// Only advice, hence without an error. "Not needed" starts the writing of dirty pages and drops
  /// none that is dirty: <https://man7.org/linux/man-pages/man2/posix_fadvise.2.html>.
  func beginWriteback(from offset: Int64, count: Int64) {
    _ = posix_fadvise(number, off_t(offset), off_t(count), POSIX_FADV_DONTNEED)
  }

  /// Waits until the content, or a folder's entries, are on the device (fsync(2)).
  func synchronize() throws {
    guard fsync(number) == 0 else { throw BlobFileError.ofSystem(path) }
  }
}
