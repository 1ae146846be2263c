import Foundation
import Glibc

/// A blob on its way here, as a file under `partial`: what came is kept over restarts.
///
/// The file is locked as long as this value is held. Another process that wants the same blob
/// meanwhile gets a file of its own, which is removed at the end: two writers would damage a file.
final class PartialBlob: Sendable {
  let files: BlobFiles
  let hash: String
  private let file: BlobDescriptor
  /// Whether the file is of this process alone.
  private let isOwn: Bool
  private var path: String { file.path }

  /// Opens the file, or a new one where another process has it.
  ///
  /// - Throws: `BlobFileError`.
  static func open(_ hash: String, in files: BlobFiles) async throws -> PartialBlob {
    try await BlobThreads.run { try PartialBlob(hash, in: files) }
  }

  private init(_ hash: String, in files: BlobFiles) throws {
    (self.files, self.hash) = (files, hash)
    // Only a hash gets past this.
    _ = try files.path(of: hash)
    try files.makeFolder(files.root + "/partial")
    let path = "\(files.root)/partial/\(hash.dropFirst("sha256:".count))"
    if let shared = try Self.locked(path) {
      (file, isOwn) = (shared, false)
    } else {
      let name = path + "." + UUID().uuidString
      (file, isOwn) = (try BlobDescriptor(name, flags: O_RDWR | O_CREAT | O_EXCL), true)
    }
  }

  deinit { if isOwn { unlink(path) } }

  /// Opens and locks the file of a name.
  ///
  /// - Returns: The file; nil while another process has it.
  /// - Throws: `BlobFileError`.
  private static func locked(_ path: String) throws -> BlobDescriptor? {
    // A second turn comes only when another process ends right now, or was killed.
    for _ in 0..<8 {
      let file = try BlobDescriptor(path, flags: O_RDWR | O_CREAT)
      guard file.lock() else { return nil }
      // Meanwhile the file may have become a blob, under another name.
      guard try file.isNamed() else { continue }
      if try file.status().st_nlink == 1 { return file }
      // The file is a blob already: a process was killed before it removed this name.
      unlink(path)
    }
    return nil
  }

  /// How many bytes are here.
  func size() async throws -> Int64 {
    try await BlobThreads.run { Int64(try self.file.status().st_size) }
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
      try self.file.forEachPiece(of: start.count..<Int64.max) { hasher.update($0) }
      guard hasher.hash == self.hash else {
        try self.file.truncate(to: 0)
        return nil
      }
      return hasher.count
    }
  }

  /// Gives the file, which was verified, its place among the blobs.
  ///
  /// - Throws: `BlobFileError`.
  func place() async throws {
    try await BlobThreads.run { try self.files.place(self.file, as: self.hash) }
  }

  /// Gives the file, which was verified, away: it gets another name, and nothing of it stays here.
  ///
  /// - Parameter target: The name, which must be free.
  /// - Returns: Whether it did; false on another file system, or one that knows no links.
  /// - Throws: `BlobFileError`, also when another file has the name; what came is kept then.
  func move(to target: String) async throws -> Bool {
    try await BlobThreads.run {
      guard link(self.path, target) == 0 else {
        if errno == EXDEV || UnnamedFile.knowsNoLinks(errno) { return false }
        throw BlobFileError.ofSystem(target)
      }
      unlink(self.path)
      return true
    }
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
