import Foundation
import Glibc

/// A blob on its way here, as a file under `partial`: what came is kept over restarts.
struct PartialBlob: Sendable {
  let files: BlobFiles
  let hash: String
  private let path: String

  /// Names the file; touches nothing.
  init(_ hash: String, in files: BlobFiles) throws {
    (self.files, self.hash) = (files, hash)
    // Only a hash gets past this.
    _ = try files.path(of: hash)
    path = "\(files.root)/partial/\(hash.dropFirst("sha256:".count))"
  }

  /// How many bytes are here.
  func size() async throws -> Int64 {
    try await BlobThreads.run { Int64(try open().status().st_size) }
  }

  /// Opens the file to add bytes at a place; what was after it is forgotten.
  ///
  /// - Parameters:
  ///   - offset: The place.
  ///   - hasher: What is known of the bytes before it.
  /// - Returns: The writer.
  /// - Throws: `BlobFileError`.
  func writer(at offset: Int64, _ hasher: BlobHasher) async throws -> Writer {
    try await BlobThreads.run {
      let file = try open()
      try file.truncate(to: offset)
      return Writer(file, at: offset, hasher.count <= offset ? hasher : BlobHasher())
    }
  }

  /// Refuses what would fill the disk.
  func checkRoom(for size: Int64) async throws {
    try await BlobThreads.run { try files.checkRoom(for: size) }
  }

  /// Compares the bytes with the hash and gives the file its place.
  ///
  /// - Parameter start: What is known of its first bytes; the others are read.
  /// - Returns: The size; nil when the bytes are other ones, and then nothing of them is left.
  /// - Throws: `BlobFileError`.
  func finish(_ start: BlobHasher) async throws -> Int64? {
    try await BlobThreads.run {
      let file = try open()
      var hasher = start
      try file.forEachPiece(of: start.count..<Int64.max) { hasher.update($0) }
      guard hasher.hash == hash else {
        unlink(path)
        return nil
      }
      try files.place(file, as: hash)
      return hasher.count
    }
  }

  private func open() throws -> BlobDescriptor {
    try files.makeFolder(files.root + "/partial")
    return try BlobDescriptor(path, flags: O_RDWR | O_CREAT)
  }

  /// Adds the bytes of one answer, and hashes them while they are in memory.
  struct Writer: Sendable {
    /// After how many bytes the system is asked to write to the device.
    private static let stretch: Int64 = 1 << 20

    private let file: BlobDescriptor
    /// Where the next bytes go.
    private(set) var offset: Int64
    /// The hash of the first bytes; of all of them unless some came from an earlier start of the program.
    private(set) var hasher: BlobHasher
    /// Up to where the system was asked to write to the device.
    private var advised: Int64

    fileprivate init(_ file: BlobDescriptor, at offset: Int64, _ hasher: BlobHasher) {
      (self.file, self.offset, self.hasher, advised) = (file, offset, hasher, offset)
    }

    /// Adds bytes.
    mutating func append(_ pieces: [[UInt8]]) async throws {
      let (file, start, begin, advised) = (file, hasher, offset, advised)
      let end = pieces.reduce(offset) { $0 + Int64($1.count) }
      let isDue = end - advised >= Self.stretch
      hasher = try await BlobThreads.run {
        var hasher = start
        // What came from an earlier start is not in it: then it is made of the file in the end.
        let isCurrent = hasher.count == begin
        for piece in pieces {
          try piece.withUnsafeBytes { bytes in
            try file.append(bytes)
            if isCurrent { hasher.update(bytes) }
          }
        }
        if isDue { file.beginWriteback(from: advised, count: end - advised) }
        return hasher
      }
      offset = end
      if isDue { self.advised = end }
    }
  }
}
