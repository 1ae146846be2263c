import Foundation
import HTTPTransport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SendRateTests {
  @Test func `a file goes at its rate at most, and arrives whole`() async throws {
    let client = CurlClient(options: HTTPTransportOptions(proxy: .none, maximumSendRate: 100_000))
    let seen = SeenValues<[UInt8]>()
    let server = try LoopbackServer.answering { request in
      seen.add(request.body)
      return LoopbackServer.answer()
    }
    let folder = try TemporaryDirectory()
    let bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Data(bytes).write(to: URL(filePath: folder.path + "/blob"))
    let body = HTTPRequest.Body.file(path: folder.path + "/blob", offset: 0, count: 150_000)

    let start = ContinuousClock.now
    _ = try await client.send(HTTPRequest("PATCH", server.url(), body: body))
    let taken = ContinuousClock.now - start

    #expect(await seen.next() == bytes)
    // The first piece goes at once.
    #expect(taken > .milliseconds(750))
  }
}
