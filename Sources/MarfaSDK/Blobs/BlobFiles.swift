import Foundation
import Glibc

/// The bytes of blobs as files, each under its hash: `<root>/<2 digits>/<62 digits>`.
///
/// A file is written under `incoming`, made durable, renamed to its hash, and its folder made
/// durable, in this order: at any instant a file under its hash is whole. No call has more than a
/// piece of a file in memory. Every call waits for the disk; the asynchronous ones wait on threads
/// of their own.
public struct BlobFiles: Sendable {
  /// A file that was taken over.
  public struct Taken: Hashable, Sendable {
    /// `sha256:` and 64 hexadecimal digits.
    public var hash: String
    /// In bytes.
    public var size: Int64
  }

  /// Receives how many bytes of how many were read.
  public typealias ProgressHandler = @Sendable (_ read: Int64, _ total: Int64) -> Void

  /// Bytes of the disk that stay free.
  static let reserve: Int64 = 32 << 20

  let root: String
  /// Removes a folder that is only for now, with its last owner.
  private let owner: TemporaryBlobFolder?

  /// Keeps files in a folder, which the first file makes.
  public init(root: String) { (self.root, owner) = (root, nil) }

  /// Keeps files in a folder that is removed with the last copy of this value.
  static func temporary() -> BlobFiles {
    let owner = TemporaryBlobFolder()
    return BlobFiles(owner)
  }

  private init(_ owner: TemporaryBlobFolder) { (root, self.owner) = (owner.path, owner) }

  /// The folder of the blobs of a store's file: next to it.
  public static func root(ofStore path: String) -> String {
    URL(filePath: path).deletingLastPathComponent().appending(path: "blobs").path
  }

  /// Where the file of a hash is, whether or not it is there.
  ///
  /// - Throws: `BlobFileError` with `.missing` for a text that is no hash.
  public func path(of hash: String) throws -> String {
    guard ItemRules.isBlobReference(hash) else {
      throw BlobFileError(.missing, hash, "not the hash of a blob")
    }
    let digits = hash.dropFirst("sha256:".count)
    return "\(root)/\(digits.prefix(2))/\(digits.dropFirst(2))"
  }

  /// Finds the size of a blob in bytes; nil for one that is not here.
  ///
  /// - Throws: `BlobFileError` for what is not the hash of a blob.
  public func size(of hash: String) throws -> Int64? {
    var status = stat()
    guard stat(try path(of: hash), &status) == 0 else { return nil }
    return Int64(status.st_size)
  }

  // MARK: - In

  /// Copies a file here, reading it once.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes that it may have; nil for any number.
  ///   - onProgress: Called with the progress, on the reading thread.
  /// - Returns: Its hash and size.
  /// - Throws: `BlobFileError`; nothing is kept then.
  public func take(
    file path: String, limit: Int64? = nil, onProgress: ProgressHandler? = nil
  ) async throws -> Taken {
    try await BlobThreads.runChecking { cancellation in
      let source = try SourceFile(path)
      try source.check(limit: limit)
      return try write(expecting: source.size) { append in
        try source.read { bytes, count in
          try cancellation.check()
          try append(bytes)
          onProgress?(count, source.size)
        }
      }
    }
  }

  /// Reads a file as `take(file:)` does, and keeps nothing.
  ///
  /// - Parameter path: The file.
  /// - Returns: Its hash and size.
  /// - Throws: `BlobFileError`.
  package static func read(file path: String) async throws -> Taken {
    try await BlobThreads.runChecking { cancellation in
      var hasher = BlobHasher()
      try SourceFile(path).read { bytes, _ in
        try cancellation.check()
        hasher.update(bytes)
      }
      return Taken(hash: hasher.hash, size: hasher.count)
    }
  }

  /// Writes bytes here.
  ///
  /// - Throws: `BlobFileError`; nothing is kept then.
  public func take(bytes: [UInt8]) async throws -> Taken {
    try await BlobThreads.run {
      try write(expecting: Int64(bytes.count)) { append in try bytes.withUnsafeBytes(append) }
    }
  }

  private func write(
    expecting size: Int64, _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> Taken {
    try makeFolder(root + "/incoming")
    try checkRoom(for: size)
    let name = root + "/incoming/" + UUID().uuidString
    let file = try BlobDescriptor(name, flags: O_WRONLY | O_CREAT | O_EXCL)
    do {
      var hasher = BlobHasher()
      var marks = ContentMarks()
      try body { bytes in
        hasher.update(bytes)
        marks.pass(hasher)
        try file.append(bytes)
      }
      let taken = Taken(hash: hasher.hash, size: hasher.count)
      try place(file, as: taken.hash)
      keep(marks, of: taken)
      return taken
    } catch {
      unlink(name)
      throw error
    }
  }

  /// Gives a whole file its hash as its name.
  func place(_ file: BlobDescriptor, as hash: String) throws {
    let path = try path(of: hash)
    let folder = URL(filePath: path).deletingLastPathComponent().path
    try file.synchronize()
    try makeFolder(folder)
    guard rename(file.path, path) == 0 else { throw BlobFileError.ofSystem(path) }
    try BlobDescriptor(folder, flags: O_RDONLY | O_DIRECTORY).synchronize()
  }

  /// Makes a folder of this store, with those above it, readable by its owner only.
  func makeFolder(_ folder: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw BlobFileError(.failed, folder, (error as NSError).localizedDescription)
    }
  }

  /// Refuses what would fill the disk.
  func checkRoom(for size: Int64) throws {
    var disk = statvfs()
    guard statvfs(root, &disk) == 0 else { return }
    // Some file systems say that they have no end.
    let (bytes, isBeyond) = disk.f_bavail.multipliedReportingOverflow(by: disk.f_frsize)
    let free = isBeyond ? Int64.max : Int64(clamping: bytes)
    guard free - size < Self.reserve, size > 0 else { return }
    throw BlobFileError(
      .noRoom, root, "the disk has no room for it", size: size, limit: max(0, free - Self.reserve))
  }

  // MARK: - Out

  /// Hashes a part of a blob: a piece that is about to be sent.
  ///
  /// - Returns: The SHA-256 in base 64.
  /// - Throws: `BlobFileError`; `.missing` for no file here, `.damaged` for a shorter one.
  package func sum(of hash: String, in range: Range<Int64>) async throws -> String {
    try await BlobThreads.run {
      var hasher = BlobHasher()
      try open(hash).forEachPiece(of: range) { hasher.update($0) }
      guard hasher.count == Int64(range.count) else { throw Self.damaged(hash) }
      return hasher.base64
    }
  }

  /// Reads a blob as a whole and compares it with its hash.
  ///
  /// - Returns: Where its file is.
  /// - Throws: `BlobFileError` with `.missing` or `.damaged`.
  public func verified(_ hash: String) async throws -> String {
    try await BlobThreads.run {
      let file = try open(hash)
      var hasher = BlobHasher()
      try file.forEachPiece { hasher.update($0) }
      guard hasher.hash == hash else { throw Self.damaged(hash) }
      return file.path
    }
  }

  /// Copies a blob to another file, comparing it with its hash on the way, and makes that durable.
  ///
  /// The file gets its name when it is whole: of a copy that was interrupted nothing is left.
  ///
  /// - Parameters:
  ///   - hash: The blob.
  ///   - path: The new file, which must not be there; its folder must.
  /// - Throws: `BlobFileError`; no file is left then.
  public func copy(_ hash: String, to path: String) async throws {
    try await copy(hash, to: path, comparing: true, isDurable: true)
  }

  /// Copies a blob to another file, as `copy(_:to:)` does.
  ///
  /// - Parameters:
  ///   - hash: The blob.
  ///   - path: The new file.
  ///   - comparing: Whether its bytes are compared with its hash: not those that just were.
  ///   - isDurable: Whether to wait until the copy is on the device; the blob is in any case.
  /// - Throws: `BlobFileError`; no file is left then.
  func copy(
    _ hash: String, to path: String, comparing: Bool, isDurable: Bool
  ) async throws {
    try await BlobThreads.run {
      let file = try open(hash)
      let copy = try UnnamedFile(path)
      if comparing {
        var hasher = BlobHasher()
        try file.forEachPiece { bytes in
          hasher.update(bytes)
          try copy.descriptor.append(bytes)
        }
        guard hasher.hash == hash else { throw Self.damaged(hash) }
      } else {
        try file.copy(to: copy.descriptor)
      }
      if isDurable { try copy.descriptor.synchronize() }
      try copy.place()
    }
  }

  /// Removes the file of a blob, if it is here.
  func remove(_ hash: String) async throws {
    let path = try path(of: hash)
    try await BlobThreads.run {
      guard unlink(path) == 0 || errno == ENOENT else { throw BlobFileError.ofSystem(path) }
    }
  }

  /// Removes what was begun and not touched for a week: copies of a process that was killed,
  /// downloads that nobody wanted any more, and marks.
  func removeAbandoned() async throws {
    try await BlobThreads.run {
      let horizon = time(nil) - 7 * 86_400
      for folder in [root + "/incoming", root + "/partial", root + "/marks"] {
        // A folder that is not there has nothing in it.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names {
          var status = stat()
          guard stat(folder + "/" + name, &status) == 0, status.st_mtim.tv_sec < horizon
          else { continue }
          unlink(folder + "/" + name)
        }
      }
    }
  }

  func open(_ hash: String) throws -> BlobDescriptor {
    do {
      return try BlobDescriptor(try path(of: hash), flags: O_RDONLY)
    } catch let error as BlobFileError where error.kind == .notFound {
      throw BlobFileError(.missing, hash, "its bytes are not on this machine")
    }
  }

  static func damaged(_ hash: String) -> BlobFileError {
    BlobFileError(.damaged, hash, "its bytes on this machine are damaged")
  }
}

/// A folder for as long as somebody holds it.
private final class TemporaryBlobFolder: Sendable {
  let path = FileManager.default.temporaryDirectory
    .appending(path: "marfa-blobs-" + UUID().uuidString).path

  deinit {
    // It may never have been made.
    try? FileManager.default.removeItem(atPath: path)
  }
}
