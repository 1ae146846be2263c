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

  /// Adds bytes at a place; what was after it is forgotten.
  func write(_ bytes: [UInt8], at offset: Int64) async throws {
    try await BlobThreads.run {
      let file = try open()
      try file.truncate(to: offset)
      try bytes.withUnsafeBytes { try file.append($0) }
    }
  }

  /// Refuses what would fill the disk.
  func checkRoom(for size: Int64) async throws {
    try await BlobThreads.run { try files.checkRoom(for: size) }
  }

  /// Compares the bytes with the hash and gives the file its place.
  ///
  /// - Returns: The size; nil when the bytes are other ones, and then nothing of them is left.
  func finish() async throws -> Int64? {
    try await BlobThreads.run {
      let file = try open()
      var hasher = BlobHasher()
      try file.forEachPiece { hasher.update($0) }
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
}
