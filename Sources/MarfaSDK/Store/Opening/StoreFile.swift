import Foundation
import Glibc
import StorageKit

/// The database's file, with the permissions that keep notes private.
struct StoreFile {
  /// Where it is.
  let url: URL

  /// Creates the folders (0700) and an empty file (0600) when they are absent.
  ///
  /// SQLite gives its journal and shared memory the permissions of the file.
  func prepare() throws(StorageError) {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw StorageError(
        .cannotOpen, while: "creating the database's folder", detail: StorageError.cause(of: error))
    }
    // An existing file keeps its permissions; whatever else is wrong SQLite says when it opens.
    let descriptor = Glibc.open(url.path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  /// The error with the system's reason, where SQLite gives none: its log wants a folder that may
  /// be written.
  func explained(_ error: StorageError) -> StorageError {
    for path in [url.deletingLastPathComponent().path, url.path]
    where access(path, R_OK | W_OK) != 0 {
      return StorageError(
        error.code, while: error.operation, detail: "\(path): \(String(cString: strerror(errno)))",
        resultCode: error.resultCode)
    }
    return error
  }
}
