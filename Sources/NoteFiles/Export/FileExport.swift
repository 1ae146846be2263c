import Foundation
import Glibc
import MarfaSDK

/// Writes the bytes of blobs to files of an export.
struct FileExport: Sendable {
  /// What became of a file.
  enum Outcome: Hashable {
    /// It was made or replaced.
    case written
    /// It has these bytes already.
    case unchanged
    /// It stays as it is, for a reason.
    case failed(String)
  }

  /// The root of the export.
  let folder: String
  /// Whether another file is replaced.
  let overwrites: Bool
  /// Whether nothing is written.
  let isDryRun: Bool
  /// Where the bytes are.
  let blobs: BlobFiles
  /// Brings the bytes of a blob to this machine.
  let fetch: @Sendable (String) async throws -> Void

  /// Writes one file.
  ///
  /// - Throws: `CancellationError`.
  func write(_ file: ExportedFiles.Placement) async throws -> Outcome {
    let path = folder + "/" + file.path
    do {
      var status = stat()
      if lstat(path, &status) == 0 {
        if status.st_mode & S_IFMT == S_IFREG,
          try await BlobFiles.read(file: path).hash == file.hash
        {
          return .unchanged
        }
        guard overwrites, status.st_mode & S_IFMT != S_IFDIR else {
          return .failed("another file is there; overwrite it with --force")
        }
      }
      if isDryRun { return .written }
      try await fetch(file.hash)
      try await put(file.hash, at: path)
      return .written
    } catch is CancellationError {
      throw CancellationError()
    } catch let error as BlobFileError {
      return .failed(error.detail)
    } catch {
      let words = CommandFailure(error).message ?? "it cannot be written"
      return .failed(words.hasSuffix(".") ? String(words.dropLast()) : words)
    }
  }

  private func put(_ hash: String, at path: String) async throws {
    let above = URL(filePath: path).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: above, withIntermediateDirectories: true)
    let temporary = path + ".new-\(getpid())"
    unlink(temporary)
    try await blobs.copy(hash, to: temporary)
    chmod(temporary, 0o644)
    guard rename(temporary, path) == 0 else {
      let reason = SystemError.sentence(errno)
      unlink(temporary)
      throw BlobFileError(.failed, path, reason)
    }
  }
}
