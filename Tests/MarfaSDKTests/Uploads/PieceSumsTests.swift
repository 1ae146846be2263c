import Foundation
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

  private func upload(_ blob: BlobFiles.Taken) -> BlobUpload {
    BlobUpload(hash: blob.hash, name: "a", size: blob.size)
  }

  @Test func `a sum is that of the piece that is asked for, prepared or not`() async throws {
    let blob = try await files.take(bytes: Array("abcabcd".utf8))
    let sums = PieceSums(files)
    // By `printf abc | sha256sum | xxd -r -p | base64`.
    let abc = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="

    #expect(try await sums.sum(of: blob.hash, in: 0..<3) == abc)
    try await sums.prepare(upload(blob), in: 3..<6)
    #expect(try await sums.sum(of: blob.hash, in: 3..<6) == abc)
    // The line took less than was thought.
    try await sums.prepare(upload(blob), in: 3..<7)
    #expect(try await sums.sum(of: blob.hash, in: 3..<6) == abc)
    try await sums.prepare(upload(blob), in: 0..<1)
    try await sums.prepare(upload(blob), in: 0..<3)
    #expect(try await sums.sum(of: blob.hash, in: 0..<3) == abc)
  }

  @Test func `a piece beyond the end of a file says that the file is damaged`() async throws {
    let blob = try await files.take(bytes: [1, 2, 3])
    let sums = PieceSums(files)
    try await sums.prepare(upload(blob), in: 2..<4)

    await #expect {
      _ = try await sums.sum(of: blob.hash, in: 2..<4)
    } throws: {
      ($0 as? BlobFileError)?.kind == .damaged
    }
  }

  @Test(arguments: [true, false])
  func `a file that is gone or cut has no sum, even if its hash is known`(isGone: Bool)
    async throws
  {
    let blob = try await files.take(bytes: [1, 2, 3])
    let sums = PieceSums(files)
    await sums.learn(from: ["tus-checksum-algorithm": "sha256-content"])
    let path = try files.path(of: blob.hash)
    if isGone { try FileManager.default.removeItem(atPath: path) } else { truncate(path, 2) }

    await #expect {
      _ = try await sums.checksum(of: upload(blob), in: 0..<3)
    } throws: {
      ($0 as? BlobFileError)?.kind == (isGone ? .missing : .damaged)
    }
  }

  @Test func `a server that compares the content gets the hashes that passed when it was taken`()
    async throws
  {
    let largest = UploadStateMachine.pieces.upperBound
    let content = (0..<Int(2 * largest) + 5).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let path = folder.path + "/large"
    try Data(content).write(to: URL(filePath: path))
    let blob = try await files.take(file: path)
    let (sums, upload) = (PieceSums(files), self.upload(blob))
    func sum(upTo end: Int64) async throws -> String {
      "sha256-content " + (try await files.sum(of: blob.hash, in: 0..<end))
    }
    let own = try await sums.sum(of: blob.hash, in: 0..<largest)

    #expect(try await sums.checksum(of: upload, in: 0..<largest) == "sha256 " + own)
    await sums.learn(from: ["tus-checksum-algorithm": "sha1,sha256,sha256-content"])
    #expect(try await sums.checksum(of: upload, in: 0..<largest) == (try await sum(upTo: largest)))
    #expect(
      try await sums.checksum(of: upload, in: largest..<2 * largest)
        == (try await sum(upTo: 2 * largest)))
    #expect(
      try await sums.checksum(of: upload, in: 2 * largest..<blob.size)
        == (try await sum(upTo: blob.size)))
    // Within a piece nothing is known.
    #expect(try await sums.checksum(of: upload, in: 0..<5).hasPrefix("sha256 "))

    await sums.distrust(blob.hash)
    #expect(try await sums.checksum(of: upload, in: 0..<largest) == "sha256 " + own)
  }
}
