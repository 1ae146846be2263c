import Glibc
import NoteFiles

/// The path of a file without symbolic links.
enum RealPath {
  /// Resolves a path.
  ///
  /// - Parameter path: An absolute path.
  /// - Returns: The path of the same file without `.`, `..` and symbolic links.
  /// - Throws: `CommandFailure` when there is no such file.
  static func resolve(_ path: String) throws -> String {
    guard let resolved = realpath(path, nil) else {
      let number = errno
      throw CommandFailure(
        number == ENOENT ? .notFound : .failure, "\(path): \(SystemError.sentence(number)).")
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
