import Foundation
import Glibc
import MarfaSDK
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct BlobFilesTests {
  /// How many bytes are read at a time.
  private static let piece = 1 << 20

  private let folder = TemporaryFolder()
  private let files: BlobFiles

  init() throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    files = BlobFiles(root: folder.path("blobs"))
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = folder.path(name)
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  private func refusal(_ path: String, limit: Int64? = nil) async throws -> BlobFileError.Kind? {
    do {
      _ = try await files.take(file: path, limit: limit)
      return nil
    } catch let error as BlobFileError {
      return error.kind
    }
  }

  /// Every file below the blobs' folder.
  private func everything() throws -> [String] {
    let all = FileManager.default.enumerator(atPath: folder.path("blobs"))?.allObjects ?? []
    return all.compactMap { $0 as? String }.filter { name in
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(
        atPath: folder.path("blobs/" + name), isDirectory: &isFolder)
      return isThere && !isFolder.boolValue
    }
  }

  // The example of FIPS 180-2, appendix B.1.
  private let abc = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  @Test func `a file is kept under its hash, once however often it comes`() async throws {
    let path = try write("a.txt", Array("abc".utf8))

    let taken = try await files.take(file: path)
    let again = try await files.take(bytes: Array("abc".utf8))

    #expect(taken.hash == abc)
    #expect(taken.size == 3)
    #expect(again == taken)
    #expect(try everything() == ["ba/" + abc.dropFirst(9)])
    #expect(try files.size(of: abc) == 3)
    #expect(try Data(contentsOf: URL(filePath: await files.verified(abc))) == Data("abc".utf8))
  }

  @Test func `a file of several pieces, an empty one and one of an odd name are kept whole`()
    async throws
  {
    let long = (0..<(Self.piece * 2 + 17)).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let seen = Mutex<[Int64]>([])

    let taken = try await files.take(file: try write("long", long)) { read, total in
      seen.withLock { $0.append(read) }
      #expect(total == Int64(long.count))
    }
    let empty = try await files.take(file: try write("empty", []))
    let odd = String(repeating: "ß", count: 120) + "\n\u{1b}[31m"
    _ = try await files.take(file: try write(odd, [7]))

    let copy = folder.path("copy")
    try await files.copy(taken.hash, to: copy)
    #expect(try Data(contentsOf: URL(filePath: copy)) == Data(long))
    #expect(empty.size == 0)
    #expect(try files.size(of: empty.hash) == 0)
    #expect(seen.withLock { $0.last } == Int64(long.count))
    // By `printf '\000\000\001' | sha256sum | xxd -r -p | base64`.
    #expect(
      try await files.sum(of: taken.hash, in: 5..<8)
        == "z3YF7RvHNfbIJVVBVGJ0Z+HKyd9UzuhpkhjtQ0YDxWg=")
  }

  @Test func `a path that is no plain file, or cannot be read, is refused and leaves nothing`()
    async throws
  {
    let pipe = folder.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let locked = try write("locked", [1])
    chmod(locked, 0)

    #expect(try await refusal(folder.url.path) == .notAFile)
    #expect(try await refusal("/dev/null") == .notAFile)
    #expect(try await refusal(pipe) == .notAFile)
    #expect(try await refusal(folder.path("nothing")) == .notFound)
    // The administrator may read everything.
    if geteuid() != 0 { #expect(try await refusal(locked) == .unreadable) }
    #expect(try everything().isEmpty)
  }

  @Test func `a file over the limit is refused before it is read`() async throws {
    let path = try write("sparse", [])
    truncate(path, 5 << 30)

    #expect(try await refusal(path, limit: 1000) == .tooLarge)
    #expect(try everything().isEmpty)
  }

  @Test func `a file that the disk has no room for is refused`() async throws {
    let path = try write("sparse", [])
    // Largest offset of an ext4 file, beyond any disk here.
    try #require(truncate(path, 15 << 40) == 0)

    #expect(try await refusal(path) == .noRoom)
    #expect(try everything().isEmpty)
  }

  @Test(arguments: ["grows", "shrinks", "is written over"])
  func `a file that changes while it is read is refused`(_ change: String) async throws {
    let path = try write("log", [UInt8](repeating: 1, count: Self.piece + 1))
    let isFirst = Mutex(true)

    await #expect {
      _ = try await files.take(file: path) { _, _ in
        let wasFirst = isFirst.withLock { flag in
          defer { flag = false }
          return flag
        }
        guard wasFirst else { return }
        let size = off_t(Self.piece)
        switch change {
        case "grows": truncate(path, size + 5)
        case "shrinks": truncate(path, size)
        default:
          let file = fopen(path, "r+")
          fputc(9, file)
          fclose(file)
          // A clock that is coarser than the test would hide it.
          var times = [timespec(tv_sec: 5, tv_nsec: 0), timespec(tv_sec: 5, tv_nsec: 0)]
          utimensat(AT_FDCWD, path, &times, 0)
        }
      }
    } throws: { ($0 as? BlobFileError)?.kind == .changed }

    #expect(try everything().isEmpty)
  }

  @Test func `a file that vanishes while it is read is taken whole`() async throws {
    let bytes = [UInt8](repeating: 3, count: Self.piece + 1)
    let path = try write("log", bytes)

    let taken = try await files.take(file: path) { _, _ in unlink(path) }

    #expect(taken.size == Int64(bytes.count))
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try Data(contentsOf: URL(filePath: await files.verified(taken.hash))) == Data(bytes))
  }

  @Test func `damaged bytes are noticed when they are read, and none of them are given out`()
    async throws
  {
    let taken = try await files.take(bytes: [1, 2, 3])
    let path = try files.path(of: taken.hash)
    try Data([1, 2, 4]).write(to: URL(filePath: path))
    let copy = folder.path("copy")

    for work in [
      { _ = try await files.verified(taken.hash) }, { try await files.copy(taken.hash, to: copy) },
      { _ = try await files.sum(of: taken.hash, in: 2..<4) },
    ] as [() async throws -> Void] {
      await #expect { try await work() } throws: { ($0 as? BlobFileError)?.kind == .damaged }
    }
    #expect(!FileManager.default.fileExists(atPath: copy))
    await #expect { _ = try await files.verified(abc) } throws: {
      ($0 as? BlobFileError)?.kind == .missing
    }
    await #expect { _ = try await files.verified("../../etc/passwd") } throws: {
      ($0 as? BlobFileError)?.kind == .missing
    }
  }

  @Test func `a copy never writes over a file that is there`() async throws {
    let taken = try await files.take(bytes: [1, 2, 3])
    let path = try write("mine", [9])

    await #expect(throws: BlobFileError.self) { try await files.copy(taken.hash, to: path) }

    #expect(try Data(contentsOf: URL(filePath: path)) == Data([9]))
  }
}
