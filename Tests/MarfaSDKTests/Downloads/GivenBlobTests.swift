import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import TestSupport
import Testing

@testable import MarfaSDK

/// Blobs that go to the file that they are for, and are not kept here as well.
@Suite(.timeLimit(.minutes(20))) struct GivenBlobTests {
  // The example of FIPS 180-2, appendix B.1.
  private let abc = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  private let fixture: StoreFixture
  private let line = PieceTransport()
  private let folder: TemporaryDirectory
  private let downloader: BlobDownloader

  init() async throws {
    fixture = try await StoreFixture()
    folder = try TemporaryDirectory()
    // Three bytes are more than a quarter.
    downloader = BlobDownloader(
      store: fixture.store, transport: line, quota: 11, sleep: { _ in }, fraction: { 0 })
  }

  private var files: AttachmentsNamespace {
    AttachmentsNamespace(store: fixture.store, downloader: downloader)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
  }

  private var partial: String {
    fixture.store.blobs.root + "/partial/" + abc.dropFirst("sha256:".count)
  }

  private func answer() { line.answer(200, ["content-length": "3"], ["a", "bc"]) }

  @Test func `a large one becomes the file, and nothing of it is here`() async throws {
    answer()

    try await files.copy(abc, to: folder.path + "/one")

    #expect(try text("one") == "abc")
    #expect(try fixture.store.blobs.size(of: abc) == nil)
    #expect(!FileManager.default.fileExists(atPath: partial))
  }

  // A file that was cut, though it had nothing, is slow to close on ext4.
  @Test func `a file that has nothing to be cut off is not cut`() async throws {
    let file = try await PartialBlob.open(abc, in: fixture.store.blobs)
    let past = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: partial)

    var writer = try file.writer(at: 0, BlobHasher())

    let attributes = try FileManager.default.attributesOfItem(atPath: partial)
    #expect(attributes[.modificationDate] as? Date == past)
    try writer.append([1, 2, 3])
    _ = try file.writer(at: 1, BlobHasher())
    #expect(try await file.size() == 1)
  }

  @Test func `one that was given away is fetched again by who wants it here`() async throws {
    answer()
    try await files.copy(abc, to: folder.path + "/one")
    answer()

    let path = try await files.get(abc)

    #expect(try String(contentsOfFile: path, encoding: .utf8) == "abc")
    #expect(line.ranges == [nil, nil])
  }

  @Test func `one of a pinned note is kept here, too`() async throws {
    _ = try await fixture.client.items.create(
      CreateItemInput(
        type: "core.note", properties: ["title": "A", "body": ""], tags: ["pinned"],
        attachments: [Attachment(blobRef: abc, mimeType: "text/plain")]))
    answer()

    try await files.copy(abc, to: folder.path + "/one")

    #expect(try text("one") == "abc")
    #expect(try fixture.store.blobs.size(of: abc) == 3)
  }

  @Test func `one that somebody else waits for is kept here, too`() async throws {
    line.answer(200, ["content-length": "3"], ["a"], breaking: true)
    let body = line.hold(206, ["content-range": "bytes 1-2/3"])
    let file = folder.path + "/one"
    let first = Task { [downloader, abc] in try await downloader.fetch(abc, for: file) }
    await line.untilAsked()
    await line.untilAsked()
    let (joins, joined) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .unbounded)
    let second = Task { [downloader, abc] in
      try await downloader.fetch(abc) { _, _ in joined.yield() }
    }
    var iterator = joins.makeAsyncIterator()
    // A later caller hears how far it is.
    await iterator.next()
    body.yield(Array("bc".utf8))
    body.finish()

    #expect(try await first.value == false)
    #expect(try await second.value == false)
    #expect(try fixture.store.blobs.size(of: abc) == 3)
    #expect(line.ranges == [nil, "bytes=1-"])
  }

  @Test func `a name that is taken is left alone, and what came is kept`() async throws {
    answer()
    try Data("mine".utf8).write(to: URL(filePath: folder.path + "/one"))

    await #expect(throws: BlobFileError.self) {
      try await files.copy(abc, to: folder.path + "/one")
    }
    line.answer(416, ["content-range": "bytes */3"], [])
    try await files.copy(abc, to: folder.path + "/two")

    #expect(try text("one") == "mine")
    #expect(try text("two") == "abc")
    #expect(line.ranges == [nil, "bytes=3-"])
  }

  @Test func `a file that was given away by a process that was killed is not written to`()
    async throws
  {
    line.answer(200, ["content-length": "3"], ["a"], breaking: true)
    for _ in 0..<4 { line.answer(503, [:], []) }
    await #expect(throws: (any Error).self) { try await downloader.fetch(abc) }
    try #require(link(partial, folder.path + "/one") == 0)
    try Data("edited".utf8).write(to: URL(filePath: folder.path + "/one"), options: [])
    answer()

    try await files.copy(abc, to: folder.path + "/two")

    #expect(try text("one") == "edited")
    #expect(try text("two") == "abc")
    #expect(line.ranges.last == .some(nil))
  }
}
