import Foundation
import Glibc

/// Writes files so that a reader, or the next start, sees the old or the new text and nothing else.
package enum AtomicFile {
  /// Replaces a file by renaming a complete one over it (mode 0600 unless it exists with another).
  ///
  /// A symbolic link keeps pointing where it did: the file that it leads to is replaced.
  ///
  /// - Parameters:
  ///   - text: The new content, written as UTF-8.
  ///   - path: The file; its directory must exist.
  /// - Throws: `CocoaError` or `POSIXError`; the old file is then untouched.
  package static func write(_ text: String, to path: String) throws {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    let temporary = target + ".new-\(getpid())"
    var status = stat()
    let mode = stat(target, &status) == 0 ? status.st_mode & 0o777 : 0o600
    do {
      try writeAll(Array(text.utf8), to: temporary, mode: mode)
      guard rename(temporary, target) == 0 else { throw posixError() }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static func writeAll(_ bytes: [UInt8], to path: String, mode: mode_t) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw posixError() }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw posixError() }
      written += count
    }
    guard fsync(descriptor) == 0 else { throw posixError() }
  }

  private static func posixError() -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
