import Foundation
import HTTPTransport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ShortBodyTests {
  private let client = CurlClient(options: HTTPTransportOptions(proxy: .none))

  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
  func `a short body comes together with its header`(method: String) async throws {
    let seen = SeenValues<[UInt8]>()
    let server = try LoopbackServer { connection in
      seen.add(try connection.read())
      try connection.write(LoopbackServer.answer())
    }
    var request = HTTPRequest(method, server.url("/notes"))
    request.body = .bytes([0, 1, 254, 255])

    _ = try await client.send(request)

    let got = try #require(await seen.next())
    let end = try #require(got.firstRange(of: Array("\r\n\r\n".utf8)))
    #expect(Array(got[end.upperBound...]) == [0, 1, 254, 255])
    let head = String(decoding: got[..<end.lowerBound], as: UTF8.self).lowercased()
    #expect(head.hasPrefix("\(method.lowercased()) /notes http/1.1\r\n"))
    #expect(head.contains("\r\ncontent-length: 4"))
    // It is no form, as libcurl would have it.
    #expect(!head.contains("content-type"))
  }
}
