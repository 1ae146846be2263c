import Foundation
import Glibc
import Hummingbird
import MarfaModel
import NIOCore

/// Writes everything that the server keeps as one `tar.gz`: `manifest.json`, `records.jsonl` and
/// the blobs under `blobs/`.
///
/// The records are of one moment; they wait in a file, since a tar header comes before its
/// content and says its size.
struct ArchiveExport: Sendable {
  static let recordsName = "records.jsonl"
  static let manifestName = "manifest.json"
  static let blobFolder = "blobs/"

  let store: any ServerStore
  let blobs: any BlobStore
  /// A folder for the records while they wait.
  let spoolFolder: String

  /// Gathers the records.
  ///
  /// - Returns: The file, which has no name any more and goes with its last owner.
  /// - Throws: What the store or the disk throws.
  func spool() async throws -> OpenFile {
    let file = try Self.unnamedFile(in: spoolFolder)
    try await store.export { record in
      try ArchiveLine.bytes(of: record).withUnsafeBytes { try file.append($0) }
    }
    return file
  }

  /// Writes the archive.
  ///
  /// - Parameters:
  ///   - records: The records, from `spool`.
  ///   - writer: Where it goes.
  /// - Throws: What the stores or the writer throw.
  func write(_ records: OpenFile, to writer: inout any ResponseBodyWriter) async throws {
    var output = GzipOutput(stream: try GzipStream(.compress))
    let manifest = ByteBuffer(
      bytes: JSONWriter.bytes(
        of: ["format": "marfa-archive", "version": 1, "server": .string(ServerVersion.current)],
        order: .sorted))
    try await output.put(
      TarHeader(name: Self.manifestName, size: Int64(manifest.readableBytes)), &writer)
    try await output.put(manifest, &writer)
    try await output.pad(&writer)
    let size = try records.size()
    try await output.put(TarHeader(name: Self.recordsName, size: size), &writer)
    var offset: Int64 = 0
    while offset < size {
      let at = offset
      let piece = try await BlockingWork.run { try Self.read(records, at: at, of: size) }
      guard piece.readableBytes > 0 else { throw BlobStoreError(.failed, "The spool is short") }
      offset += Int64(piece.readableBytes)
      try await output.put(piece, &writer)
    }
    try await output.pad(&writer)
    try await write(blobsTo: &writer, &output)
    try await output.finish(&writer)
  }

  private func write(
    blobsTo writer: inout any ResponseBodyWriter, _ output: inout GzipOutput
  ) async throws {
    var last: String?
    while true {
      let page = try await store.blobs(after: last, limit: 500)
      for blob in page {
        guard let hash = BlobHash(blob.hash), let reader = try await blobs.reader(of: hash) else {
          continue
        }
        try await output.put(
          TarHeader(name: Self.blobFolder + hash.digits, size: reader.size), &writer)
        var offset: Int64 = 0
        while offset < reader.size {
          let piece = try await reader.read(
            at: offset, count: Int(min(reader.size - offset, 262_144)))
          guard piece.readableBytes > 0 else { throw BlobStoreError(.failed, "A blob is short") }
          offset += Int64(piece.readableBytes)
          try await output.put(piece, &writer)
        }
        try await output.pad(&writer)
      }
      guard page.count == 500 else { return }
      last = page.last?.hash
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

  func finish(_ writer: inout any ResponseBodyWriter) async throws {
    try await put(TarHeader.end, isLast: true, &writer)
  }
}
