import Foundation
import GRDB
import Glibc

extension LocalStore {
  /// Gives another folder all blobs that are here, for a copy of the store next to it.
  ///
  /// - Parameter folder: The folder, which is made with the first blob.
  /// - Returns: What could not be given; nothing that the server has, too.
  /// - Throws: `CancellationError` or `StorageError`; what was given stays.
  package func copyBlobs(to folder: String) async throws -> [BlobFileError] {
    let known = try await read { db in
      try Row.fetchAll(db, sql: "SELECT hash, is_on_server FROM blob ORDER BY key")
        .map { (hash: $0[0] as String, isOnServer: $0[1] as Bool) }
    }
    let copies = BlobFiles(root: folder)
    var failures: [BlobFileError] = []
    for (hash, isOnServer) in known {
      try Task.checkCancellation()
      do {
        try await blobs.give(hash, to: copies)
      } catch let error as BlobFileError {
        if error.code != .missing || !isOnServer { failures.append(error) }
      }
    }
    return failures
  }
}

extension BlobFiles {
  /// Gives another folder a blob: the same file where both are on one disk, else a copy.
  ///
  /// - Throws: `BlobFileError`; the other folder then has nothing new.
  func give(_ hash: String, to other: BlobFiles) async throws {
    let (here, there) = (try path(of: hash), try other.path(of: hash))
    let isGiven = try await BlobThreads.run {
      var status = stat()
      if stat(there, &status) == 0 { return true }
      guard stat(here, &status) == 0 else {
        throw BlobFileError(.missing, hash, "its bytes are not on this machine")
      }
      try other.makeFolder(URL(filePath: there).deletingLastPathComponent().path)
      try other.makeFolder(other.root + "/incoming")
      return link(here, there) == 0 || errno == EEXIST
    }
    if isGiven { return }
    // Another disk, or one without links.
    let temporary = other.root + "/incoming/" + UUID().uuidString
    try await copy(hash, to: temporary)
    try await BlobThreads.run {
      guard rename(temporary, there) == 0 else {
        let error = BlobFileError.ofSystem(there)
        unlink(temporary)
        throw error
      }
    }
  }
}
