import Foundation
import Glibc
import Hummingbird
import MarfaModel
import NIOCore

/// Writes everything that the server keeps as one `tar.gz`: `records.jsonl`, the blobs under
/// `blobs/` and `manifest.json`.
///
/// The records are of one moment; they wait in a file, since a tar header comes before its
/// content and says its size. A damaged blob does not keep the rest from getting out: the manifest
/// names it.
struct ArchiveExport: Sendable {
  static let recordsName = "records.jsonl"
  static let manifestName = "manifest.json"
  static let blobFolder = "blobs/"

  let store: any ServerStore
  let blobs: any BlobStore
  /// A folder for the records while they wait.
  let spoolFolder: String
  /// The disk of the folder.
  var room = DiskRoom.unwatched

  /// Gathers the records.
  ///
  /// - Returns: The file, which has no name any more and goes with its last owner.
  /// - Throws: What the store or the disk throws, also when the disk has no room for them.
  func spool() async throws -> OpenFile {
    let file = try Self.unnamedFile(in: spoolFolder)
    let room = room
    try await store.export { record in
      try room.check()
      try ArchiveLine.bytes(of: record).withUnsafeBytes { try file.append($0) }
    }
    return file
  }

  /// Writes the archive.
  ///
  /// - Parameters:
  ///   - records: The records, from `spool`.
  ///   - writer: Where it goes.
  /// - Returns: The blobs that are not whole in it.
  /// - Throws: What the stores or the writer throw.
  func write(
    _ records: OpenFile, to writer: inout any ResponseBodyWriter
  ) async throws -> [ArchiveManifest.DamagedBlob] {
    var output = GzipOutput(stream: try GzipStream(.compress))
    let size = try records.size()
    try await output.put(TarHeader(name: Self.recordsName, size: size), &writer)
    var offset: Int64 = 0
    while offset < size {
      let at = offset
      let piece = try await BlockingWork.run { try Self.read(records, at: at, of: size) }
      guard piece.readableBytes > 0 else { throw BlobStoreError(.failed, "The spool is too short") }
      offset += Int64(piece.readableBytes)
      try await output.put(piece, &writer)
    }
    try await output.pad(&writer)
    let damaged = try await write(blobsTo: &writer, &output)
    let manifest = ByteBuffer(
      string: try StoredJSON.text(encoding: ArchiveManifest(damagedBlobs: damaged)))
    try await output.put(
      TarHeader(name: Self.manifestName, size: Int64(manifest.readableBytes)), &writer)
    try await output.put(manifest, &writer)
    try await output.pad(&writer)
    try await output.finish(&writer)
    return damaged
  }

  private func write(
    blobsTo writer: inout any ResponseBodyWriter, _ output: inout GzipOutput
  ) async throws -> [ArchiveManifest.DamagedBlob] {
    var damaged: [ArchiveManifest.DamagedBlob] = []
    var last: String?
    while true {
      let page = try await store.blobs(after: last, limit: 500)
      for blob in page {
        guard let fault = try await write(blob, to: &writer, &output) else { continue }
        damaged.append(ArchiveManifest.DamagedBlob(hash: blob.hash, fault: fault))
      }
      guard page.count == 500 else { return damaged }
      last = page.last?.hash
    }
  }

  /// Writes one blob as it is on the disk.
  ///
  /// - Returns: What is wrong with it; nil when it is whole.
  private func write(
    _ blob: StoredBlob, to writer: inout any ResponseBodyWriter, _ output: inout GzipOutput
  ) async throws -> ArchiveManifest.DamagedBlob.Fault? {
    guard let hash = BlobHash(blob.hash) else { return .missing }
    let reader: any BlobReader
    do {
      guard let found = try await blobs.reader(of: hash) else { return .missing }
      reader = found
    } catch is BlobStoreError {
      return .unreadable
    }
    try await output.put(TarHeader(name: Self.blobFolder + hash.digits, size: reader.size), &writer)
    var hasher = ContentHasher()
    while hasher.count < reader.size {
      let wanted = Int(min(reader.size - hasher.count, Self.pieceSize))
      guard let piece = try await Self.piece(of: reader, at: hasher.count, wanted) else { break }
      piece.withUnsafeReadableBytes { hasher.update($0) }
      try await output.put(piece, &writer)
    }
    guard hasher.count == reader.size else {
      // The header has promised this size.
      try await output.putZeros(reader.size - hasher.count, &writer)
      try await output.pad(&writer)
      return .unreadable
    }
    try await output.pad(&writer)
    return hasher.hash == hash ? nil : .changed
  }

  private static let pieceSize: Int64 = 262_144

  /// The bytes at a place; nil where the disk has none that can be read.
  private static func piece(
    of reader: any BlobReader, at offset: Int64, _ count: Int
  ) async throws -> ByteBuffer? {
    do {
      let piece = try await reader.read(at: offset, count: count)
      return piece.readableBytes > 0 ? piece : nil
    } catch is BlobStoreError {
      return nil
    }
  }

  private static func read(_ file: OpenFile, at offset: Int64, of size: Int64) throws -> ByteBuffer
  {
    let count = Int(min(size - offset, 262_144))
    var piece = ByteBufferAllocator().buffer(capacity: count)
    try piece.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { space in
      try file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: space[..<count]))
    }
    return piece
  }

  /// A file that vanishes with its descriptor, whatever happens to the process.
  static func unnamedFile(in folder: String) throws -> OpenFile {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/" + UUID().uuidString
    let file = try OpenFile(path, flags: O_RDWR | O_CREAT | O_EXCL)
    unlink(path)
    return file
  }
}

/// A tar archive on its way through gzip.
private struct GzipOutput {
  let stream: GzipStream
  var padding = 0

  mutating func put(_ header: TarHeader, _ writer: inout any ResponseBodyWriter) async throws {
    padding = header.padding
    try await put(header.block, &writer)
  }

  func put(
    _ bytes: ByteBuffer, isLast: Bool = false, _ writer: inout any ResponseBodyWriter
  ) async throws {
    LoopWatch.note(.compressing, bytes: bytes.readableBytes)
    var input = bytes
    var isFull = false
    repeat {
      let (piece, full) = try stream.step(&input, isLast: isLast)
      isFull = full
      if piece.readableBytes > 0 { try await writer.write(piece) }
    } while isFull || input.readableBytes > 0
  }

  func pad(_ writer: inout any ResponseBodyWriter) async throws {
    try await put(ByteBuffer(repeating: 0, count: padding), &writer)
  }

  func putZeros(_ count: Int64, _ writer: inout any ResponseBodyWriter) async throws {
    let zeros = ByteBuffer(repeating: 0, count: 65_536)
    var rest = count
    while rest > 0 {
      let length = Int(min(rest, Int64(zeros.readableBytes)))
      try await put(zeros.getSlice(at: 0, length: length) ?? zeros, &writer)
      rest -= Int64(length)
    }
  }

  func finish(_ writer: inout any ResponseBodyWriter) async throws {
    try await put(TarHeader.end, isLast: true, &writer)
  }
}
