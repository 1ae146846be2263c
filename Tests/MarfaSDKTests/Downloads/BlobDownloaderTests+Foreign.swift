import MarfaSDK
import TestSupport
import Testing

/// Downloads that something on the way answers, and not the server.
extension BlobDownloaderTests {
  @Test func `a page in place of the server's answer is waited for`() async throws {
    line.answer(404, [:], ["<html>No such page.</html>"])
    line.answer(403, [:], ["<html>Sign in.</html>"])
    line.answer(200, [:], ["abc"])
    try await downloader.fetch(abc)
    #expect(line.ranges.count == 3)

    let other = "sha256:" + String(repeating: "0", count: 64)
    for _ in 0..<5 { line.answer(404, [:], ["<html>No such page.</html>"]) }
    await #expect(throws: NetworkError(message: TransportResponse.foreignWords)) {
      try await downloader.fetch(other)
    }
  }

  @Test func `a page is not taken for a damaged blob where the server names blobs`() async throws {
    let question = try await fixture.store.nextExchange(.identify).exchange
    let server = TransportResponse(status: 200, body: Array(#"{"server_id": "a"}"#.utf8))
    _ = try await fixture.store.settle(
      try #require(question), .response(server), SyncPolicy(url: "http://127.0.0.1"))
    for _ in 0..<6 { line.answer(200, [:], ["<html>Sign in.</html>"]) }
    await #expect(throws: NetworkError(message: TransportResponse.foreignWords)) {
      try await downloader.fetch(abc)
    }

    for _ in 0..<2 { line.answer(200, ["etag": "\"\(abc)\""], ["abd"]) }
    await #expect {
      try await downloader.fetch(abc)
    } throws: {
      ($0 as? BlobFileError)?.kind == .damagedOnServer
    }
  }
}
