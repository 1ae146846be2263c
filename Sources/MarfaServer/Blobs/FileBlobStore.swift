import Foundation
import Glibc
import NIOCore

/// Blobs as files: `<root>/<2 digits>/<62 digits>`.
///
/// Content is written next to its place, under `incoming` or `partial`, made durable (fsync of
/// the file), linked to its hash, and its folder made durable, in this order; at any instant a
/// file under its hash is whole. One process owns the folder.
public struct FileBlobStore: BlobStore {
  private let root: String
  private let write: OpenFile.Write

  /// A store in a folder, which `prepare` makes.
  public init(root: String) {
    self.init(root: root, write: OpenFile.systemWrite)
  }

  package init(root: String, write: @escaping OpenFile.Write) {
    self.root = root
    self.write = write
  }

  /// Makes the folders and empties `incoming`.
  public func prepare() async throws {
    let root = root
    try await BlockingWork.run {
      let manager = FileManager.default
      for folder in [root, root + "/incoming", root + "/partial"] {
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
      }
      for name in try manager.contentsOfDirectory(atPath: root + "/incoming") {
        try manager.removeItem(atPath: root + "/incoming/" + name)
      }
      try OpenFile.synchronize(folder: root)
    }
  }

  /// Begins a file under `incoming`.
  public func makeWriter() async throws -> any BlobWriter {
    let path = root + "/incoming/" + UUID().uuidString
    return try await BlockingWork.run { [root, write] in
      let file = try OpenFile(path, flags: O_RDWR | O_CREAT | O_EXCL, write: write)
      return FileBlobWriter(
        root: root, file: file, origin: .incoming, size: 0, hasher: ContentHasher())
    }
  }

  /// Continues a file under `partial`.
  public func makeWriter(
    partial: String, offset: Int64, hasher: ContentHasher
  ) async throws -> any BlobWriter {
    let hasher = hasher.count <= offset ? hasher : ContentHasher()
    let path = try path(ofPartial: partial)
    return try await BlockingWork.run { [root, write] in
      let flags = O_RDWR | (offset == 0 ? O_CREAT : 0)
      let file = try OpenFile(path, flags: flags, write: write)
      guard try file.size() >= offset else {
        throw BlobStoreError(.notFound, "\(path) has fewer than \(offset) bytes")
      }
      try file.truncate(to: offset)
      return FileBlobWriter(
        root: root, file: file, origin: .partial, size: offset, hasher: hasher)
    }
  }

  /// Removes a file under `partial`.
  public func removePartial(_ partial: String) async throws {
    let path = try path(ofPartial: partial)
    try await BlockingWork.run { try Self.remove(path) }
  }

  /// The names of the files under `partial`.
  public func partials() async throws -> [String] {
    let folder = root + "/partial"
    return try await BlockingWork.run {
      try FileManager.default.contentsOfDirectory(atPath: folder)
    }
  }

  /// The size of a file under `partial`.
  public func size(ofPartial partial: String) async throws -> Int64? {
    let path = try path(ofPartial: partial)
    return try await BlockingWork.run {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      return Int64(status.st_size)
    }
  }

  /// Opens the file of a hash.
  public func reader(of hash: BlobHash) async throws -> (any BlobReader)? {
    let path = FileBlobWriter.place(of: hash, below: root).path
    return try await BlockingWork.run {
      do {
        let file = try OpenFile(path, flags: O_RDONLY)
        return FileBlobReader(file: file, size: try file.size())
      } catch let error as BlobStoreError where error.code == .notFound {
        return nil
      }
    }
  }

  /// Removes the file of a hash.
  public func remove(_ hash: BlobHash) async throws {
    let path = FileBlobWriter.place(of: hash, below: root).path
    try await BlockingWork.run { try Self.remove(path) }
  }

  /// Moves the file of a hash to the folder `damaged`.
  public func putAside(_ hash: BlobHash) async throws {
    let path = FileBlobWriter.place(of: hash, below: root).path
    let folder = root + "/damaged"
    try await BlockingWork.run {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      guard rename(path, folder + "/" + hash.digits) == 0 || errno == ENOENT else {
        throw OpenFile.failure("move \(path)")
      }
    }
  }

  /// The hashes of the files of one folder that lie where their name says.
  public func hashes(beginningWith byte: UInt8) async throws -> [BlobHash] {
    let digits = Hexadecimal.string(of: [byte])
    let folder = root + "/" + digits
    return try await BlockingWork.run {
      let manager = FileManager.default
      guard manager.fileExists(atPath: folder) else { return [] }
      return try manager.contentsOfDirectory(atPath: folder)
        .compactMap { BlobHash(digits: digits + $0) }
    }
  }

  private func path(ofPartial name: String) throws -> String {
    guard !name.isEmpty, name.utf8.allSatisfy({ Self.isNameByte($0) }) else {
      throw BlobStoreError(.notFound, "Not a name of a partial upload")
    }
    return root + "/partial/" + name
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte &- 48 < 10 || (byte | 0x20) &- 97 < 26
  }

  private static func remove(_ path: String) throws {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw OpenFile.failure("remove \(path)")
    }
  }
}

/// An open blob file.
struct FileBlobReader: BlobReader {
  let file: OpenFile
  let size: Int64

  func read(at offset: Int64, count: Int) async throws -> ByteBuffer {
    try await BlockingWork.run { [file] in
      var bytes = ByteBufferAllocator().buffer(capacity: count)
      try bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { space in
        try file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: space[..<count]))
      }
      return bytes
    }
  }
}
