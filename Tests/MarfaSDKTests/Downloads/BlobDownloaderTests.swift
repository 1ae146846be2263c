import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct BlobDownloaderTests {
  // The example of FIPS 180-2, appendix B.1.
  let abc = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  let fixture: StoreFixture
  let line = PieceTransport()
  let downloader: BlobDownloader

  init() async throws {
    fixture = try await StoreFixture()
    downloader = BlobDownloader(
      store: fixture.store, transport: line, quota: 10, sleep: { _ in }, fraction: { 0 })
  }

  private func downloader(quota: Int64) -> BlobDownloader {
    BlobDownloader(
      store: fixture.store, transport: line, quota: quota, sleep: { _ in }, fraction: { 0 })
  }

  private func attachments() throws -> AttachmentsNamespace {
    try #require(fixture.client.attachments)
  }

  @Test func `a blob comes whole, compared with its hash`() async throws {
    line.answer(200, ["content-type": "text/plain", "content-length": "3"], ["a", "bc"])
    let seen = Mutex<[Int64]>([])

    try await downloader.fetch(abc) { received, total in
      seen.withLock { $0.append(received) }
      #expect(total == 3)
    }

    let path = try await attachments().get(abc)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("abc".utf8))
    #expect(seen.withLock { $0 } == [3])
    #expect(line.ranges == [nil])
  }

  @Test(arguments: [16_384, 63_006, 200_000])
  func `progress is reported before the end, however large the pieces are that come`(size: Int)
    async throws
  {
    let body = line.hold(200, ["content-length": "4000000"])
    let (numbers, seen) = AsyncStream<Int64>.makeStream()

    let fetch = Task { try await downloader.fetch(abc) { received, _ in seen.yield(received) } }
    await line.untilAsked()
    for _ in 0..<20 { body.yield([UInt8](repeating: 7, count: size)) }

    var number = numbers.makeAsyncIterator()
    #expect(await number.next() != nil)
    fetch.cancel()
    body.finish()
    await #expect(throws: (any Error).self) { try await fetch.value }
  }

  @Test func `after a break the rest is asked for`() async throws {
    line.answer(200, ["content-length": "3"], ["a"], breaking: true)
    line.answer(206, ["content-range": "bytes 1-2/3"], ["b"], breaking: true)
    line.answer(206, ["content-range": "bytes 2-2/3"], ["c"])

    try await downloader.fetch(abc)

    #expect(line.ranges == [nil, "bytes=1-", "bytes=2-"])
    #expect(try await attachments().get(abc).isEmpty == false)
  }

  @Test(arguments: ["ab", "xb"])
  func `bytes from before the program was started again are compared, too`(start: String)
    async throws
  {
    line.answer(200, ["content-length": "3"], [start], breaking: true)
    for _ in 0..<4 { line.answer(503, [:], []) }
    await #expect(throws: (any Error).self) { try await downloader.fetch(abc) }
    let next = BlobDownloader(
      store: fixture.store, transport: line, quota: 10, sleep: { _ in }, fraction: { 0 })
    line.answer(206, ["content-range": "bytes 2-2/3"], ["c"])
    // Wrong bytes are all fetched once more.
    if start == "xb" { line.answer(200, ["content-length": "3"], ["a", "bc"]) }

    try await next.fetch(abc)

    #expect(try await attachments().get(abc).isEmpty == false)
    let range = try #require(line.ranges.last)
    #expect(range == (start == "xb" ? nil : "bytes=2-"))
  }

  @Test func `a copy of what is not here, or damaged here, is fetched`() async throws {
    let files = AttachmentsNamespace(store: fixture.store, downloader: downloader(quota: 12))
    let folder = try TemporaryDirectory()
    line.answer(200, ["content-length": "3"], ["abc"])
    try await files.copy(abc, to: folder.path + "/one")
    try Data("abd".utf8).write(to: URL(filePath: fixture.store.blobs.path(of: abc)))
    line.answer(200, ["content-length": "3"], ["abc"])

    try await files.copy(abc, to: folder.path + "/two")
    try await files.copy(abc, to: folder.path + "/three")

    for name in ["one", "two", "three"] {
      let path = folder.path + "/" + name
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("abc".utf8))
    }
    #expect(line.ranges == [nil, nil])
  }

  @Test func `a server without ranges sends all again`() async throws {
    line.answer(200, [:], ["ab"], breaking: true)
    line.answer(200, [:], ["abc"])

    try await downloader.fetch(abc)

    #expect(line.ranges == [nil, "bytes=2-"])
  }

  @Test func `a whole file that was never given its place is not asked for again`() async throws {
    line.answer(200, ["content-length": "9"], ["abc"], breaking: true)
    line.answer(416, ["content-range": "bytes */3"], [])

    try await downloader.fetch(abc)

    #expect(line.ranges == [nil, "bytes=3-"])
  }

  @Test func `corrupted bytes are fetched once more, and then refused`() async throws {
    line.answer(200, [:], ["abd"])
    line.answer(200, [:], ["abc"])
    try await downloader.fetch(abc)
    let other = "sha256:" + String(repeating: "0", count: 64)
    line.answer(200, [:], ["abd"])
    line.answer(200, [:], ["abd"])

    await #expect {
      try await downloader.fetch(other)
    } throws: {
      ($0 as? BlobFileError)?.kind == .damagedOnServer
    }
    #expect(line.ranges == [nil, nil, nil, nil])
  }

  @Test func `a copy that the server itself calls damaged is not asked for again`() async throws {
    let body = """
      {"error":{"code":"internal_error","message":"It is damaged.","details":{"hash":"\(abc)"}}}
      """
    line.answer(500, [:], [body])

    await #expect {
      try await downloader.fetch(abc)
    } throws: {
      ($0 as? BlobFileError)?.kind == .damagedOnServer
    }
    #expect(line.ranges == [nil])
  }

  @Test
  func `a blob that the server does not have is reported at once, and a busy server asked again`()
    async throws
  {
    line.answer(503, [:], [])
    line.answer(404, [:], [#"{"error":{"code":"blob_not_found","message":"No blob."}}"#])

    await #expect(throws: NotFoundError.self) { try await downloader.fetch(abc) }

    #expect(line.ranges.count == 2)
  }

  @Test func `a line that stays cut is given up`() async throws {
    for _ in 0..<9 { line.answer(200, [:], [], breaking: true) }

    await #expect(throws: NetworkError.self) { try await downloader.fetch(abc) }

    #expect(line.ranges.count == 5)
  }

  /// Begins a download that is wanted by two, and whose second and third byte do not come yet.
  private func wantedByTwo() async -> (
    body: PieceTransport.Body, first: Task<Bool, any Error>, second: Task<Bool, any Error>
  ) {
    line.answer(200, ["content-length": "3"], ["a"], breaking: true)
    let body = line.hold(206, ["content-range": "bytes 1-2/3"])
    let first = Task { [downloader, abc] in try await downloader.fetch(abc) }
    await line.untilAsked()
    await line.untilAsked()
    let (joins, joined) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .unbounded)
    let second = Task { [downloader, abc] in
      try await downloader.fetch(abc) { _, _ in joined.yield() }
    }
    var iterator = joins.makeAsyncIterator()
    // A later caller hears how far it is.
    await iterator.next()
    return (body, first, second)
  }

  @Test func `two who want the same bring it once`() async throws {
    let (body, first, second) = await wantedByTwo()

    body.yield(Array("bc".utf8))
    body.finish()
    _ = try await first.value
    _ = try await second.value

    #expect(line.ranges == [nil, "bytes=1-"])
  }

  @Test func `two programs that fetch one blob do not write to the same file`() async throws {
    let otherLine = PieceTransport()
    let other = BlobDownloader(
      store: fixture.store, transport: otherLine, quota: 10, sleep: { _ in }, fraction: { 0 })
    line.answer(200, ["content-length": "3"], ["a"], breaking: true)
    let body = line.hold(206, ["content-range": "bytes 1-2/3"])
    let first = Task { [downloader, abc] in try await downloader.fetch(abc) }
    await line.untilAsked()
    await line.untilAsked()
    otherLine.answer(200, ["content-length": "3"], ["ab", "c"])

    try await other.fetch(abc)
    body.yield(Array("bc".utf8))
    body.finish()
    _ = try await first.value

    let path = try fixture.store.blobs.path(of: abc)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "abc")
    #expect(otherLine.ranges == [nil])
    let partial = URL(filePath: path).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "partial").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: partial) == [])
  }

  @Test func `one of two who gives up ends nothing`() async throws {
    let (body, first, second) = await wantedByTwo()

    first.cancel()
    body.yield(Array("bc".utf8))
    body.finish()
    _ = try await second.value

    #expect(line.ranges == [nil, "bytes=1-"])
    #expect(try await attachments().get(abc).isEmpty == false)
  }

  @Test func `a download that both give up ends, keeps what came, and can be wanted again`()
    async throws
  {
    let (_, first, second) = await wantedByTwo()

    first.cancel()
    second.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    await #expect(throws: CancellationError.self) { try await second.value }
    line.answer(206, ["content-range": "bytes 1-2/3"], ["bc"])
    try await downloader.fetch(abc)

    #expect(line.ranges == [nil, "bytes=1-", "bytes=1-"])
  }

  @Test func `a server that always answers with another part is refused`() async throws {
    line.answer(206, ["content-range": "bytes 1-2/3"], ["bc"])

    await #expect(throws: APIError.self) { try await downloader.fetch(abc) }

    #expect(line.ranges == [nil])
  }
}
