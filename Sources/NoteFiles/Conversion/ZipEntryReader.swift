import CZlib

/// Reads one file of a zip archive, and holds it to what the archive says of it.
struct ZipEntryReader {
  private static let piece: Int64 = 65_536

  private let entry: ZipArchive.Entry
  private let file: ArchiveFile

  init(_ entry: ZipArchive.Entry, of file: ArchiveFile) { (self.entry, self.file) = (entry, file) }

  /// Reads it from its beginning to its end, in pieces.
  ///
  /// - Parameter take: Receives its bytes in order.
  /// - Throws: `CommandFailure` when it is longer or shorter than it is said to be, or when its
  ///   bytes are other ones; or what the closure throws.
  func read(_ take: @escaping ([UInt8]) throws -> Void) throws {
    var (count, checksum): (Int64, UInt) = (0, 0)
    let receive: ([UInt8]) throws -> Void = { bytes in
      count += Int64(bytes.count)
      guard count <= entry.size else {
        throw refusal("is longer than the \(entry.size) bytes that it is said to have")
      }
      checksum = crc32(checksum, bytes, UInt32(bytes.count))
      try take(bytes)
    }
    do {
      if entry.isDeflated {
        try Inflate.run(next: packedPieces(), take: receive)
      } else {
        let next = packedPieces()
        while case let bytes = try next(), !bytes.isEmpty { try receive(bytes) }
      }
    } catch is Inflate.Failure {
      throw refusal("is damaged")
    }
    guard count == entry.size, checksum == entry.checksum else { throw refusal("is damaged") }
  }

  /// The bytes in the archive, piece by piece.
  private func packedPieces() -> () throws -> [UInt8] {
    var done: Int64 = 0
    return {
      let count = min(Self.piece, entry.packedSize - done)
      guard count > 0 else { return [] }
      defer { done += count }
      return try file.read(at: entry.offset + done, count: Int(count))
    }
  }

  private func refusal(_ reason: String) -> CommandFailure {
    CommandFailure(.failure, "\(file.path): \(entry.name) \(reason); nothing was imported.")
  }
}
