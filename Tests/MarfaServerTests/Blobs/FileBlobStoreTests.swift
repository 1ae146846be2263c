import Crypto
import Foundation
import MarfaServer
import NIOCore
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct FileBlobStoreTests {
  /// A folder that goes with the test.
  final class Folder {
    let path = NSTemporaryDirectory() + "blobs-" + UUID().uuidString

    deinit {
      // What is left in the temporary folder harms nobody.
      try? FileManager.default.removeItem(atPath: path)
    }

    /// The files below the folder, by their paths in it.
    var files: [String] {
      let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      return all.filter { name in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
          && !isFolder.boolValue
      }
      .sorted()
    }
  }

  private static func bytes(_ count: Int, seed: UInt8 = 1) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ Int(seed)) }
  }

  private static func hash(_ bytes: [UInt8]) -> BlobHash { BlobHash(SHA256.hash(data: bytes)) }

  private static func store(_ folder: Folder) async throws -> FileBlobStore {
    let store = FileBlobStore(root: folder.path)
    try await store.prepare()
    return store
  }

  private static func content(_ store: FileBlobStore, _ hash: BlobHash) async throws -> [UInt8]? {
    guard let reader = try await store.reader(of: hash) else { return nil }
    return Array(buffer: try await reader.read(at: 0, count: Int(reader.size)))
  }

  @Test(arguments: [0, 1, 1 << 20, (2 << 20) + 3])
  func `content is found under its hash`(size: Int) async throws {
    let folder = Folder()
    let store = try await Self.store(folder)
    let bytes = Self.bytes(size)

    var writer = try await store.makeWriter()
    for start in stride(from: 0, to: size, by: 70_000) {
      try await writer.append(ByteBuffer(bytes: bytes[start..<min(start + 70_000, size)]))
    }
    let hash = try await writer.seal(expecting: nil)

    #expect(hash == Self.hash(bytes))
    #expect(try await Self.content(store, hash) == bytes)
    #expect(try await store.hashes() == [hash])
    #expect(folder.files.count == 1)
  }

  @Test func `any part of a blob can be read`() async throws {
    let folder = Folder()
    let store = try await Self.store(folder)
    var writer = try await store.makeWriter()
    try await writer.append(ByteBuffer(string: "0123456789"))
    let hash = try await writer.seal(expecting: nil)
    let reader = try #require(try await store.reader(of: hash))

    let middle = try await reader.read(at: 3, count: 4)
    let end = try await reader.read(at: 8, count: 100)

    #expect(String(buffer: middle) == "3456")
    #expect(String(buffer: end) == "89")
  }

  @Test func `the same content twice is one file`() async throws {
    let folder = Folder()
    let store = try await Self.store(folder)

    for _ in 0..<2 {
      var writer = try await store.makeWriter()
      try await writer.append(ByteBuffer(string: "same"))
      _ = try await writer.seal(expecting: nil)
    }

    #expect(folder.files.count == 1)
  }

  @Test(arguments: ["same", "sane", "sa"])
  func `the same content again replaces a file whose bytes may have changed`(
    bytes: String
  ) async throws {
    let folder = Folder()
    let store = try await Self.store(folder)
    func seal() async throws -> BlobHash {
      var writer = try await store.makeWriter()
      try await writer.append(ByteBuffer(string: "same"))
      return try await writer.seal(expecting: nil)
    }
    let hash = try await seal()
    let file = try #require(folder.files.first)
    try Data(bytes.utf8).write(to: URL(filePath: folder.path + "/" + file))

    #expect(try await seal() == hash)

    #expect(try await Self.content(store, hash) == Array("same".utf8))
    #expect(folder.files == [file])
  }

  @Test func `content of another hash than declared leaves nothing`() async throws {
    let folder = Folder()
    let store = try await Self.store(folder)
    var writer = try await store.makeWriter()
    try await writer.append(ByteBuffer(string: "this"))

    let error = await #expect(throws: BlobStoreError.self) {
      try await writer.seal(expecting: Self.hash(Array("that".utf8)))
    }

    #expect(error?.code == .mismatch)
    #expect(folder.files.isEmpty)
  }

  @Test func `content that is given up leaves nothing`() async throws {
    let folder = Folder()
    let store = try await Self.store(folder)
    var writer = try await store.makeWriter()
    try await writer.append(ByteBuffer(bytes: Self.bytes(3 << 20)))

    await writer.discard()

    #expect(folder.files.isEmpty)
  }

  @Test func `a full disk is said, and leaves nothing`() async throws {
    let folder = Folder()
    try await Self.store(folder).prepare()
    let room = Mutex(1 << 20)
    let store = FileBlobStore(root: folder.path) { descriptor, bytes in
      let free = room.withLock { room in
        defer { room = max(0, room - bytes.count) }
        return room
      }
      guard free > 0 else {
        errno = ENOSPC
        return -1
      }
      return OpenFile.systemWrite(
        descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<min(free, bytes.count)]))
    }
    var writer = try await store.makeWriter()

    let error = await #expect(throws: BlobStoreError.self) {
      for _ in 0..<3 { try await writer.append(ByteBuffer(bytes: Self.bytes(1 << 20))) }
    }
    await writer.discard()

    #expect(error?.code == .diskFull)
    #expect(folder.files.isEmpty)
  }

  @Test func `a start removes what was never named and keeps partial content`() async throws {
    let folder = Folder()
    let store = try await Self.store(folder)
    var orphan: (any BlobWriter)? = try await store.makeWriter()
    try await orphan?.append(ByteBuffer(string: "orphan"))
    try await orphan?.synchronize()
    orphan = nil
    var partial = try await store.makeWriter(
      partial: "upload-1", offset: 0, hasher: ContentHasher())
    try await partial.append(ByteBuffer(string: "half"))
    try await partial.synchronize()

    try await FileBlobStore(root: folder.path).prepare()

    #expect(folder.files == ["partial/upload-1"])
    #expect(try await store.partials() == ["upload-1"])
  }

  @Test(arguments: [true, false])
  func `partial content goes on where it was, with its hasher or without`(
    keepsHasher: Bool
  ) async throws {
    let folder = Folder()
    let store = try await Self.store(folder)
    let bytes = Self.bytes(100_000)
    var first = try await store.makeWriter(partial: "u", offset: 0, hasher: ContentHasher())
    try await first.append(ByteBuffer(bytes: bytes[..<60_000]))
    try await first.synchronize()

    // 10,000 bytes were written and never noted.
    let hasher = keepsHasher ? first.hasher : ContentHasher()
    var second = try await store.makeWriter(partial: "u", offset: 50_000, hasher: hasher)
    try await second.append(ByteBuffer(bytes: bytes[50_000...]))
    let hash = try await second.seal(expecting: Self.hash(bytes))

    #expect(try await Self.content(store, hash) == bytes)
    #expect(folder.files.contains("partial/u"))
    try await store.removePartial("u")
    #expect(try await Self.content(store, hash) == bytes)
    #expect(folder.files.count == 1)
  }

  @Test func `sealing twice, as after a crash, gives the same blob`() async throws {
    let folder = Folder()
    let store = try await Self.store(folder)
    var first = try await store.makeWriter(partial: "u", offset: 0, hasher: ContentHasher())
    try await first.append(ByteBuffer(string: "content"))
    let hash = try await first.seal(expecting: nil)

    var second = try await store.makeWriter(partial: "u", offset: 7, hasher: ContentHasher())

    #expect(try await second.seal(expecting: hash) == hash)
    #expect(try await Self.content(store, hash) == Array("content".utf8))
  }

  @Test(arguments: ["", "../x", "a/b", "a.b", "a b"])
  func `a name that could be a path is no name of partial content`(name: String) async throws {
    let store = try await Self.store(Folder())

    await #expect(throws: BlobStoreError.self) {
      _ = try await store.makeWriter(partial: name, offset: 0, hasher: ContentHasher())
    }
  }

  @Test func `an offset beyond what is kept is refused`() async throws {
    let store = try await Self.store(Folder())

    await #expect(throws: BlobStoreError.self) {
      _ = try await store.makeWriter(partial: "u", offset: 5, hasher: ContentHasher())
    }
  }
}
