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

  /// Opens the file to add bytes at a place, waiting for the disk; what was after it is forgotten.
  ///
  /// - Parameters:
  ///   - offset: The place.
  ///   - hasher: What is known of the bytes before it.
  ///   - isKept: Whether the file is going to be placed, which waits for the device: then the
  ///     device begins early.
  /// - Returns: The writer.
  /// - Throws: `BlobFileError`.
  func writer(at offset: Int64, _ hasher: BlobHasher, isKept: Bool = true) throws -> Writer {
    let file = try open()
    try file.truncate(to: offset)
    let known = hasher.count <= offset ? hasher : BlobHasher()
    return Writer(file, at: offset, known, isKept: isKept)
  }

  /// Compares the bytes with the hash.
  ///
  /// - Parameter start: What is known of its first bytes; the others are read.
  /// - Returns: The size; nil when the bytes are other ones, and then nothing of them is left.
  /// - Throws: `BlobFileError`.
  func verify(_ start: BlobHasher) async throws -> Int64? {
    try await BlobThreads.run {
      var hasher = start
      try open().forEachPiece(of: start.count..<Int64.max) { hasher.update($0) }
      guard hasher.hash == hash else {
        unlink(path)
        return nil
      }
      return hasher.count
    }
  }

  /// Gives the file, which was verified, its place among the blobs.
  ///
  /// - Throws: `BlobFileError`.
  func place() async throws {
    try await BlobThreads.run { try files.place(try open(), as: hash) }
  }

  /// Gives the file, which was verified, away: it gets another name, and nothing of it stays here.
  ///
  /// - Parameter target: The name, which must be free.
  /// - Returns: Whether it did; false on another file system, or one that knows no links.
  /// - Throws: `BlobFileError`, also when another file has the name; what came is kept then.
  func move(to target: String) async throws -> Bool {
    try await BlobThreads.run {
      guard link(path, target) == 0 else {
        if errno == EXDEV || UnnamedFile.knowsNoLinks(errno) { return false }
        throw BlobFileError.ofSystem(target)
      }
      unlink(path)
      return true
    }
  }

  /// Opens the file; a new one where a process was killed after it had given the file away.
  private func open() throws -> BlobDescriptor {
    try files.makeFolder(files.root + "/partial")
    let file = try BlobDescriptor(path, flags: O_RDWR | O_CREAT)
    guard try file.status().st_nlink > 1 else { return file }
    unlink(path)
    return try BlobDescriptor(path, flags: O_RDWR | O_CREAT | O_EXCL)
  }

  /// Adds the bytes of one answer, and has them hashed meanwhile.
  struct Writer: Sendable {
    /// After how many bytes the system is asked to write to the device.
    private static let stretch: Int64 = 1 << 20

    private let file: BlobDescriptor
    /// Where the next bytes go.
    private(set) var offset: Int64
    private let hashing: PieceHasher
    /// Whether all that came is in the hash.
    ///
    /// What came from an earlier start of the program is not: then it is made of the file in the
    /// end.
    private let isHashing: Bool
    private let isKept: Bool
    /// Up to where the system was asked to write to the device.
    private var advised: Int64

    fileprivate init(
      _ file: BlobDescriptor, at offset: Int64, _ hasher: BlobHasher, isKept: Bool
    ) {
      (self.file, self.offset, advised, self.isKept) = (file, offset, offset, isKept)
      (hashing, isHashing) = (PieceHasher(hasher), hasher.count == offset)
    }

    /// The hash of the first bytes; waits for the thread that makes it.
    var hasher: BlobHasher { hashing.result }

    /// Adds bytes.
    mutating func append(_ piece: [UInt8]) throws {
      if isHashing { hashing.update(piece) }
      try piece.withUnsafeBytes(file.append)
      offset += Int64(piece.count)
      guard isKept, offset - advised >= Self.stretch else { return }
      file.beginWriteback(from: advised, count: offset - advised)
      advised = offset
    }
  }
}
