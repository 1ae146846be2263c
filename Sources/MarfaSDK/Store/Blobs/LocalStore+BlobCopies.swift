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
    let known = try await copiedBlobs()
    let copies = BlobFiles(root: folder)
    var failures: [BlobFileError] = []
    for (hash, isOnServer) in known {
      try Task.checkCancellation()
      do {
        try await blobs.give(hash, to: copies)
      } catch let error as BlobFileError {
        if error.kind != .missing || !isOnServer { failures.append(error) }
      }
    }
    return failures
  }

  /// Looks for the bytes of all blobs in some folders, reading every file.
  ///
  /// - Parameters:
  ///   - folders: The folders, the preferred one first.
  ///   - onProgress: Receives how many blobs of how many were read.
  /// - Returns: In which folder each one is whole, and those that are in none of them, except what
  ///   the server has.
  /// - Throws: `CancellationError` or `StorageError`.
  package func findBlobs(
    in folders: [String], onProgress: @Sendable (Int, Int) -> Void
  ) async throws -> (found: [String: String], missing: [BlobFileError]) {
    let known = try await copiedBlobs()
    var (found, missing): ([String: String], [BlobFileError]) = ([:], [])
    for (index, blob) in known.enumerated() {
      try Task.checkCancellation()
      var failure = BlobFileError(.missing, blob.hash, "its bytes are in none of the folders")
      for folder in folders where found[blob.hash] == nil {
        do {
          _ = try await BlobFiles(root: folder).verified(blob.hash)
          found[blob.hash] = folder
        } catch let error as BlobFileError {
          if error.kind != .missing { failure = error }
        }
      }
      if found[blob.hash] == nil, !blob.isOnServer { missing.append(failure) }
      onProgress(index + 1, known.count)
    }
    return (found, missing)
  }

  private func copiedBlobs() async throws -> [(hash: String, isOnServer: Bool)] {
    try await read { db in
      try Row.fetchAll(db, sql: "SELECT hash, is_on_server FROM blob ORDER BY key")
        .map { (hash: $0[0] as String, isOnServer: $0[1] as Bool) }
    }
  }
}

extension BlobFiles {
  /// Removes the file of a blob whose bytes are other ones than its hash says.
  ///
  /// - Throws: `BlobFileError`.
  package func removeDamaged(_ hash: String) async throws {
    do {
      _ = try await verified(hash)
    } catch let error as BlobFileError where error.kind == .damaged {
      try await remove(hash)
    } catch let error as BlobFileError where error.kind == .missing {
      // There is nothing to remove.
    }
  }

  /// Gives another folder a blob: the same file where both are on one disk, else a copy.
  ///
  /// - Throws: `BlobFileError`; the other folder then has nothing new.
  package func give(_ hash: String, to other: BlobFiles) async throws {
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
