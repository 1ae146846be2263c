import Hummingbird
import MarfaModel
import NIOCore
import Synchronization

/// Takes an archive in: blobs first, each under its hash, then all records, which are looked
/// through before the first is written.
///
/// Names in the archive are compared and never used as paths. What is there already stays, so a
/// restore that was cut off is repeated as a whole; one whose process died is gone on with at the
/// next start. A blob that the archive does not have whole is left out, and named in the answer:
/// everything else is taken.
struct ArchiveRestore: Sendable {
  /// The longest manifest, in bytes.
  private static let longestManifest = 64 << 20

  let store: any ServerStore
  let blobs: any BlobStore
  /// A folder for the records while they wait.
  let spoolFolder: String
  /// Who restores.
  let context: WriteContext
  /// The disk of both.
  var room = DiskRoom.unwatched

  /// Reads an archive to its end.
  ///
  /// - Parameter body: The `tar.gz` as it comes.
  /// - Returns: What was new, what was there, and which blobs are nowhere.
  /// - Throws: `ValidationError` with `invalid_request` when the archive is damaged; no record is
  ///   written then.
  func run(_ body: some AsyncSequence<ByteBuffer, any Error>) async throws -> RestoreCounts {
    let spool = try RestoreSpool(newIn: spoolFolder)
    do {
      let counts = try await take(body, spool)
      try spool.remove()
      return counts
    } catch {
      // The first error is the one to report; what is left is cleared away at the next start.
      try? await store.giveUp(restoring: spool.name)
      try? spool.remove()
      throw error
    }
  }

  private func take(
    _ body: some AsyncSequence<ByteBuffer, any Error>, _ spool: RestoreSpool
  ) async throws -> RestoreCounts {
    let records = try spool.make()
    var sealed: RecordLines.BlobSizes = [:]
    var hasRecords = false
    var reader = TarReader(body.makeAsyncIterator())
    var room = RoomWatch(room)
    while let header = try await reader.next() {
      if header.name == ArchiveExport.recordsName {
        hasRecords = true
        while let piece = try await reader.nextPiece() {
          try room.take(piece.readableBytes)
          try piece.withUnsafeReadableBytes { try records.append($0) }
        }
      } else if header.name == ArchiveExport.manifestName {
        try await checkManifest(&reader)
      } else if header.name.hasPrefix(ArchiveExport.blobFolder) {
        let digits = String(header.name.dropFirst(ArchiveExport.blobFolder.count))
        guard let hash = try await take(digits, &reader, &room) else { continue }
        sealed[hash.description] = header.size
      }
    }
    guard hasRecords else {
      throw ValidationError(
        code: ErrorCode.invalidRequest,
        message: "The archive has no \(ArchiveExport.recordsName).")
    }
    try await BlockingWork.run { [sealed] in
      try records.synchronize()
      try spool.keep(sealed)
    }
    return try await restore(spool)
  }

  private func restore(_ spool: RestoreSpool) async throws -> RestoreCounts {
    let lacking = Mutex<[String]>([])
    let source = try spool.source { hashes in lacking.withLock { $0 = hashes } }
    var counts = try await store.restore(source, by: context, context.limits)
    for hash in lacking.withLock({ $0 }) where try await !isWhole(hash) {
      counts.missingBlobs.append(hash)
    }
    return counts
  }

  private func isWhole(_ text: String) async throws -> Bool {
    guard let hash = BlobHash(text), let blob = try await store.blob(hash: text) else {
      return false
    }
    return try await blobs.reader(of: hash)?.size == blob.size
  }

  private func checkManifest<Source: AsyncIteratorProtocol>(
    _ reader: inout TarReader<Source>
  ) async throws {
    var bytes = ByteBuffer()
    while let piece = try await reader.nextPiece() {
      bytes.writeImmutableBuffer(piece)
      guard bytes.readableBytes <= Self.longestManifest else {
        throw ValidationError(
          code: ErrorCode.invalidRequest, message: "The archive's manifest.json is too long.")
      }
    }
    try ArchiveManifest.check(bytes.readableBytesView)
  }

  /// Takes a blob in; nil when its bytes do not have its hash, of which nothing is kept then.
  private func take<Source: AsyncIteratorProtocol>(
    _ digits: String, _ reader: inout TarReader<Source>, _ room: inout RoomWatch
  ) async throws -> BlobHash? {
    guard let hash = BlobHash(digits: digits) else {
      throw ValidationError(
        code: ErrorCode.invalidRequest, message: "A blob's name in the archive is not a hash.")
    }
    var writer = try await blobs.makeWriter()
    do {
      while let piece = try await reader.nextPiece() {
        try room.take(piece.readableBytes)
        try await writer.append(piece)
      }
      return try await writer.seal(expecting: hash)
    } catch {
      await writer.discard()
      if let failure = error as? BlobStoreError, failure.code == .mismatch { return nil }
      throw error
    }
  }
}
