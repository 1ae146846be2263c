import Foundation
import Glibc
import NIOCore

/// Content on its way into a `FileBlobStore`: hashed and written a quarter of a megabyte at a time.
struct FileBlobWriter: BlobWriter {
  /// Bytes that are gathered before they go to the disk: one change of thread for each.
  private static let batch = 256 << 10
  /// Pieces that are gathered at most; each may be in a larger buffer.
  private static let pieceLimit = 16

  /// What becomes of the file's first name.
  enum Origin: Sendable {
    /// It goes with `seal`.
    case incoming
    /// It stays until the upload's row says that it is complete, and is then removed.
    case partial
  }

  private let root: String
  private let file: OpenFile
  private let origin: Origin
  /// Kept as they came: to copy them together would cost as much as the socket does.
  private var pending: [ByteBuffer] = []
  private var pendingCount = 0
  private var isOpen = true
  private(set) var size: Int64
  private(set) var hasher: ContentHasher

  init(root: String, file: OpenFile, origin: Origin, size: Int64, hasher: ContentHasher) {
    self.root = root
    self.file = file
    self.origin = origin
    self.size = size
    self.hasher = hasher
  }

  mutating func append(_ bytes: ByteBuffer) async throws {
    size += Int64(bytes.readableBytes)
    pending.append(bytes)
    pendingCount += bytes.readableBytes
    if pendingCount >= Self.batch || pending.count >= Self.pieceLimit { try await flush() }
  }

  /// Hashes what is not hashed yet: mostly the last bytes, and all of it after a restart of the
  /// server.
  mutating func contentHash() async throws -> BlobHash {
    try await flush()
    guard hasher.count < size else { return hasher.hash }
    let (file, size, start) = (file, size, hasher)
    hasher = try await BlockingWork.run {
      var hasher = start
      try Self.read(file, to: size, into: &hasher)
      return hasher
    }
    return hasher.hash
  }

  mutating func synchronize() async throws {
    try await flush()
    try await BlockingWork.run { [file] in try file.synchronize() }
  }

  mutating func seal(expecting expected: BlobHash?) async throws -> BlobHash {
    try await synchronize()
    let hash = try await contentHash()
    guard expected == nil || hash == expected else {
      await discard()
      throw BlobStoreError(.mismatch, "The content has the hash \(hash)")
    }
    let (file, root, origin) = (file, root, origin)
    try await BlockingWork.run {
      try Self.place(file, hash, below: root)
      if origin == .incoming { unlink(file.path) }
    }
    isOpen = false
    return hash
  }

  mutating func discard() async {
    guard isOpen else { return }
    isOpen = false
    pending = []
    let path = file.path
    // What cannot be removed now is removed by the next start.
    _ = try? await BlockingWork.run { unlink(path) }
  }

  /// The folder and the path of a hash.
  static func place(of hash: BlobHash, below root: String) -> (folder: String, path: String) {
    let folder = root + "/" + hash.digits.prefix(2)
    return (folder, folder + "/" + hash.digits.dropFirst(2))
  }

  private mutating func flush() async throws {
    guard pendingCount > 0 else { return }
    let (file, pieces, count, start) = (file, pending, Int64(pendingCount), hasher)
    let begin = size - count
    pending = []
    pendingCount = 0
    hasher = try await BlockingWork.run {
      var hasher = start
      // A hasher that lags behind catches up with the file when the content is sealed.
      let isCurrent = hasher.count == begin
      for piece in pieces {
        try piece.withUnsafeReadableBytes { bytes in
          if isCurrent { hasher.update(bytes) }
          try file.append(bytes)
        }
      }
      file.beginWriteback(from: begin, count: count)
      return hasher
    }
  }

  private static func read(_ file: OpenFile, to size: Int64, into hasher: inout ContentHasher)
    throws
  {
    guard hasher.count < size else { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: batch, alignment: 16)
    defer { buffer.deallocate() }
    while hasher.count < size {
      let wanted = min(Int(size - hasher.count), batch)
      let space = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
      let count = try file.read(at: hasher.count, into: space)
      guard count > 0 else { throw BlobStoreError(.failed, "\(file.path) is short") }
      hasher.update(UnsafeRawBufferPointer(rebasing: space[..<count]))
    }
  }

  private static func place(_ file: OpenFile, _ hash: BlobHash, below root: String) throws {
    let (folder, path) = place(of: hash, below: root)
    if mkdir(folder, 0o700) == 0 {
      try OpenFile.synchronize(folder: root)
    } else if errno != EEXIST {
      throw OpenFile.failure("make \(folder)")
    }
    if link(file.path, path) != 0 {
      guard errno == EEXIST else { throw OpenFile.failure("link \(path)") }
      try replace(path, by: file, below: root)
    }
    try OpenFile.synchronize(folder: folder)
  }

  /// Puts content that was just hashed in the place of an older file of its hash, whose bytes may
  /// have changed since: to upload a file again mends it.
  private static func replace(_ path: String, by file: OpenFile, below root: String) throws {
    let spare = root + "/incoming/" + UUID().uuidString
    guard link(file.path, spare) == 0 else { throw OpenFile.failure("link \(spare)") }
    // Of two names of one file rename(2) removes neither.
    defer { unlink(spare) }
    guard rename(spare, path) == 0 else { throw OpenFile.failure("rename to \(path)") }
  }
}
