import Hummingbird
import MarfaModel
import NIOCore

/// Takes an archive in: blobs first, each under its hash, then all records in one transaction.
///
/// Names in the archive are compared and never used as paths. What is there already stays, so a
/// restore that was cut off is repeated as a whole.
struct ArchiveRestore: Sendable {
  let store: any ServerStore
  let blobs: any BlobStore
  /// A folder for the records while they wait.
  let spoolFolder: String

  /// Reads an archive to its end.
  ///
  /// - Parameter body: The `tar.gz` as it comes.
  /// - Returns: What was new and what was there.
  /// - Throws: `ValidationError` with `invalid_request` when the archive is damaged; no record is
  ///   written then.
  func run(_ body: some AsyncSequence<ByteBuffer, any Error>) async throws -> RestoreCounts {
    let records = try ArchiveExport.unnamedFile(in: spoolFolder)
    var sealed: Set<String> = []
    var hasRecords = false
    var reader = TarReader(body.makeAsyncIterator())
    while let header = try await reader.next() {
      if header.name == ArchiveExport.recordsName {
        hasRecords = true
        while let piece = try await reader.nextPiece() {
          try piece.withUnsafeReadableBytes { try records.append($0) }
        }
      } else if header.name.hasPrefix(ArchiveExport.blobFolder) {
        let digits = String(header.name.dropFirst(ArchiveExport.blobFolder.count))
        sealed.insert(try await take(digits, &reader).description)
      }
    }
    guard hasRecords else {
      throw ValidationError(
        code: ErrorCode.invalidRequest,
        message: "The archive has no \(ArchiveExport.recordsName).")
    }
    let lines = RecordLines(records, blobs: sealed)
    return try await store.restore { try lines.next() }
  }

  private func take<Source: AsyncIteratorProtocol>(
    _ digits: String, _ reader: inout TarReader<Source>
  ) async throws -> BlobHash {
    guard let hash = BlobHash(digits: digits) else {
      throw ValidationError(
        code: ErrorCode.invalidRequest, message: "A blob's name in the archive is no hash.")
    }
    var writer = try await blobs.makeWriter()
    do {
      while let piece = try await reader.nextPiece() { try await writer.append(piece) }
      return try await writer.seal(expecting: hash)
    } catch {
      await writer.discard()
      if let failure = error as? BlobStoreError, failure.code == .mismatch {
        throw ValidationError(
          code: ErrorCode.invalidRequest,
          message: "The bytes of a blob in the archive do not have its hash.",
          details: ["hash": .string(hash.description)])
      }
      throw error
    }
  }
}
