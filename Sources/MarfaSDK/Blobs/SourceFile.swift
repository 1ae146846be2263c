import Foundation
import Glibc

/// A file of a person that is to be copied: a plain one that does not change meanwhile.
struct SourceFile {
  /// In bytes, when it was opened.
  let size: Int64
  private let file: BlobDescriptor
  private let path: String
  private let before: stat

  /// Opens a file; never waits for somebody at the other end of a pipe.
  ///
  /// - Throws: `BlobFileError`: `.notFound`, `.unreadable` or `.notAFile`.
  init(_ path: String) throws {
    self.path = path
    // A pipe without a writer would block, a terminal would become the controlling one.
    file = try BlobDescriptor(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
    before = try file.status()
    guard let kind = Self.otherKind(before.st_mode) else {
      size = Int64(before.st_size)
      return
    }
    throw BlobFileError(.notAFile, path, "it is \(kind)")
  }

  /// Refuses a file that is too large.
  func check(limit: Int64?) throws {
    guard let limit, size > limit else { return }
    throw BlobFileError(
      .tooLarge, path, "it is larger than the server takes", size: size, limit: limit)
  }

  /// Reads the file in pieces.
  ///
  /// - Parameter body: Takes a piece, with the number of bytes so far.
  /// - Throws: `BlobFileError` with `.changed` when it is another one at the end than at the start.
  func read(_ body: (UnsafeRawBufferPointer, Int64) throws -> Void) throws {
    var count: Int64 = 0
    try file.forEachPiece { bytes in
      count += Int64(bytes.count)
      guard count <= size else { throw changed("it grew while it was read") }
      try body(bytes, count)
    }
    let after = try file.status()
    guard count == size, after.st_size == before.st_size,
      after.st_mtim.tv_sec == before.st_mtim.tv_sec,
      after.st_mtim.tv_nsec == before.st_mtim.tv_nsec
    else { throw changed("it changed while it was read") }
  }

  private func changed(_ detail: String) -> BlobFileError { BlobFileError(.changed, path, detail) }

  /// What a file is that is no plain one; nil for a plain one.
  private static func otherKind(_ mode: mode_t) -> String? {
    switch mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "a folder"
    case S_IFCHR, S_IFBLK: "a device"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    default: "no plain file"
    }
  }
}
