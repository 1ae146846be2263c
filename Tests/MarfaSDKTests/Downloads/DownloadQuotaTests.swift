import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import TestSupport
import Testing

/// Which downloaded files make room for others.
@Suite(.timeLimit(.minutes(20))) struct DownloadQuotaTests {
  // The example of FIPS 180-2, appendix B.1.
  private let abc = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  private let fixture: StoreFixture
  private let line = PieceTransport()
  private let downloader: BlobDownloader

  init() async throws {
    fixture = try await StoreFixture()
    downloader = BlobDownloader(
      store: fixture.store, transport: line, quota: 10, sleep: { _ in }, fraction: { 0 })
  }

  // By sha256sum(1).
  private let six = "sha256:ed02457b5c41d964dbd2f2a609d63fe1bb7528dbe55e1abf5b52c249cd735797"

  /// Brings six bytes, then three, then three again with a quota of three.
  private func fill() async throws {
    let small = BlobDownloader(
      store: fixture.store, transport: line, quota: 3, sleep: { _ in }, fraction: { 0 })
    line.answer(200, [:], ["aaaaaa"])
    try await downloader.fetch(six)
    fixture.clock.advance(byMilliseconds: 1000)
    line.answer(200, [:], ["abc"])
    try await downloader.fetch(abc)
    try #require(try fixture.store.blobs.size(of: six) == 6)
    line.answer(200, [:], ["abc"])
    try await small.fetch(abc)
  }

  @Test func `over the quota what was wanted longest ago goes, and nothing that is only here`()
    async throws
  {
    let note = try await fixture.note("Own")
    let attachments = try #require(fixture.client.attachments)
    let own = try await attachments.add(
      data: Array(repeating: 1, count: 50), to: note.id, title: "own")

    try await fill()

    #expect(try fixture.store.blobs.size(of: six) == nil)
    #expect(try fixture.store.blobs.size(of: abc) == 3)
    #expect(try fixture.store.blobs.size(of: own.attachment.blobRef) == 50)
  }

  @Test func `pinned notes keep their files`() async throws {
    _ = try await fixture.client.items.create(
      CreateItemInput(
        type: "core.note", properties: ["title": "A", "body": ""], tags: ["pinned"],
        attachments: [Attachment(blobRef: six, mimeType: "text/plain")]))

    try await fill()

    #expect(try fixture.store.blobs.size(of: six) == 6)
  }
}
