import Foundation

/// Why a file was not taken over, or a blob not given out.
public struct BlobFileError: MarfaError, Hashable {
  /// What was wrong.
  public enum Kind: String, Hashable, Sendable {
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
    /// The item has as many attachments as the server takes.
    case tooMany
    /// The disk has no room for it.
    case noRoom
    /// The bytes are not those of the hash.
    case damaged
    /// The bytes that the server has are not those of the hash.
    case damagedOnServer
    /// The bytes are not on this machine.
    case missing
    /// The disk failed in another way.
    case failed
  }

  /// What was wrong.
  public var kind: Kind
  /// The file, or the blob's hash.
  public var path: String
  /// The reason, without a full stop.
  public var detail: String
  /// The bytes of a file that is too large, or for which there is no room; the attachments of an
  /// item that takes no more; nil where they are not known.
  public var size: Int64?
  /// The most bytes or attachments that are taken, or that there is room for; nil where that is not
  /// known.
  public var limit: Int64?

  /// An error about the file at a path.
  public init(
    _ kind: Kind, _ path: String, _ detail: String, size: Int64? = nil, limit: Int64? = nil
  ) {
    (self.kind, self.path, self.detail) = (kind, path, detail)
    (self.size, self.limit) = (size, limit)
  }

  /// Always `file_error`; ``kind`` says which failure it was.
  public var code: String { "file_error" }
  /// The file or the blob, and the reason.
  public var message: String { "\(path): \(detail)." }
  /// Always nil: no server was asked.
  public var status: Int? { nil }
  /// The kind of failure under `kind`, the file or the blob under `path`.
  public var details: [String: JSONValue]? {
    ["kind": .string(kind.rawValue), "path": .string(path)]
  }

  /// The error of the last system call, by `errno`.
  static func ofSystem(_ path: String) -> BlobFileError {
    let number = errno
    let kind: Kind =
      switch number {
      case ENOENT, ENOTDIR: .notFound
      case EACCES, EPERM: .unreadable
      // EFBIG: a limit on the size of files (setrlimit(2)), which is room that ends as well.
      case ENOSPC, EDQUOT, EFBIG: .noRoom
      default: .failed
      }
    return BlobFileError(kind, path, String(cString: strerror(number)))
  }
}
