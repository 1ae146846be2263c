import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct PieceSumsTests {
  private let folder: TemporaryDirectory
  private let files: BlobFiles

  init() throws {
    folder = try TemporaryDirectory()
    files = BlobFiles(root: folder.path + "/blobs")
  }

  @Test func `a sum is that of the piece that is asked for, prepared or not`() async throws {
    let blob = try await files.take(bytes: Array("abcabcd".utf8))
    let sums = PieceSums(files)
    // By `printf abc | sha256sum | xxd -r -p | base64`.
    let abc = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="

    #expect(try await sums.sum(of: blob.hash, in: 0..<3) == abc)
    await sums.prepare(blob.hash, in: 3..<6)
    #expect(try await sums.sum(of: blob.hash, in: 3..<6) == abc)
    // The line took less than was thought.
    await sums.prepare(blob.hash, in: 3..<7)
    #expect(try await sums.sum(of: blob.hash, in: 3..<6) == abc)
    await sums.prepare(blob.hash, in: 0..<1)
    await sums.prepare(blob.hash, in: 0..<3)
    #expect(try await sums.sum(of: blob.hash, in: 0..<3) == abc)
  }

  @Test func `a piece beyond the end of a file says that the file is damaged`() async throws {
    let blob = try await files.take(bytes: [1, 2, 3])
    let sums = PieceSums(files)
    await sums.prepare(blob.hash, in: 2..<4)

    await #expect {
      _ = try await sums.sum(of: blob.hash, in: 2..<4)
    } throws: {
      ($0 as? BlobFileError)?.kind == .damaged
    }
  }
}
