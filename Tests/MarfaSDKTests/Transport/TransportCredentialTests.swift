import Foundation
import MarfaSDK
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct TransportCredentialTests {
  /// A server that knows one key; it says which keys came.
  private func server(
    _ seen: SeenValues<String>, knowing key: String
  ) throws -> LoopbackServer {
    try LoopbackServer.answering { request in
      let given = request["Authorization"] ?? ""
      seen.add(given + " " + String(decoding: request.body, as: UTF8.self))
      guard given == "Bearer " + key else {
        return LoopbackServer.answer(
          "401 Unauthorized", body: #"{"error":{"code":"invalid_token","message":"Who?"}}"#)
      }
      return LoopbackServer.answer(body: "id: 1\nevent: stream_cursor\ndata: {}\n\n")
    }
  }

  private func transport(
    _ server: LoopbackServer, _ credential: TransportCredential
  ) throws -> CurlTransport {
    CurlTransport(
      url: try #require(URL(string: server.url(""))), credential: credential,
      options: ServerConnectionOptions(proxy: .none))
  }

  @Test func `a request whose key is not known is sent again with the next key`() async throws {
    let seen = SeenValues<String>()
    let server = try server(seen, knowing: "new")
    let asked = Mutex(0)
    let credential = TransportCredential("old") {
      asked.withLock { $0 += 1 }
      return "new"
    }
    let transport = try transport(server, credential)

    for _ in 0..<2 {
      let answer = try await transport.rawRequest(
        method: "POST", path: "/items", query: [], headers: [:], body: Array("x".utf8))
      #expect(answer.status == 200)
    }

    #expect(await seen.next() == "Bearer old x")
    #expect(await seen.next() == "Bearer new x")
    #expect(await seen.next() == "Bearer new x")
    #expect(asked.withLock { $0 } == 1)
  }

  @Test func `an event stream takes the next key, too`() async throws {
    let seen = SeenValues<String>()
    let server = try server(seen, knowing: "new")
    let transport = try transport(server, TransportCredential("old") { "new" })

    var events: [String] = []
    for try await event in transport.eventStream(path: "/events", query: [], lastEventID: nil) {
      events.append(event.event)
    }

    #expect(events == ["stream_cursor"])
  }

  @Test(arguments: ["old", nil, "broken"])
  func `without another key the server's answer counts, and it is asked once`(
    next: String?
  ) async throws {
    struct NoKey: Error {}
    let seen = SeenValues<String>()
    let server = try server(seen, knowing: "new")
    let credential = TransportCredential("old") {
      if next == "broken" { throw NoKey() }
      return next
    }

    let answer = try await transport(server, credential).rawRequest(
      method: "GET", path: "/items", query: [], headers: [:], body: nil)

    #expect(answer.status == 401)
    #expect(server.connectionCount == 1)
    #expect(await seen.next() == "Bearer old ")
  }

  @Test func `a credential shows no key`() {
    var dumped = ""
    dump(TransportCredential("marfa_k1_secret"), to: &dumped)

    #expect(!dumped.contains("marfa_k1"))
    #expect(!String(describing: TransportCredential("marfa_k1_secret")).contains("secret"))
  }
}
