import Foundation

/// Why a file was not taken over, or a blob not given out.
public struct BlobFileError: Error, Hashable, Sendable {
  /// What was wrong.
  public enum Code: String, Hashable, Sendable {
    /// There is no such file.
    case notFound
    /// It is a folder, a device, a pipe or a socket.
    case notAFile
    /// The system does not let it be read.
    case unreadable
    /// It changed while it was read.
    case changed
    /// It is larger than the server takes.
    case tooLarge
    /// The disk has no room for it.
    case noRoom
    /// The bytes are not those of the hash.
    case damaged
    /// The bytes are not on this machine.
    case missing
    /// The disk failed in another way.
    case failed
  }

  /// What was wrong.
  public var code: Code
  /// The file, or the blob's hash.
  public var path: String
  /// The reason, without a full stop.
  public var detail: String

  /// An error about the file at a path.
  public init(_ code: Code, _ path: String, _ detail: String) {
    (self.code, self.path, self.detail) = (code, path, detail)
  }

  /// The error of the last system call, by `errno`.
  static func ofSystem(_ path: String) -> BlobFileError {
    let number = errno
    let code: Code =
      switch number {
      case ENOENT, ENOTDIR: .notFound
      case EACCES, EPERM: .unreadable
      // EFBIG: a limit on the size of files (setrlimit(2)), which is room that ends as well.
      case ENOSPC, EDQUOT, EFBIG: .noRoom
      default: .failed
      }
    return BlobFileError(code, path, String(cString: strerror(number)))
  }
}
