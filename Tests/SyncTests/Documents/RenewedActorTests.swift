import Documents
import Foundation
import MarfaSDK
import MarfaServer
import TestSupport
import Testing

/// What the simulation has found: a client with several ids, of which the server has forgotten all.
@Suite(.timeLimit(.minutes(20))) struct RenewedActorTests {
  @Test func `a client that goes on under a forgotten id gets another one`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", [:], .manual)
      let transport = CurlTransport(url: server.url, apiKey: server.key)
      func forget(_ id: ActorID) async throws {
        _ = try await transport.rawRequest(
          method: "DELETE", path: "/documents/clients/\(id)", query: [], headers: [:], body: nil)
      }
      let first = await one.document.actorID
      try await forget(first)
      try await one.update { root, _ in root.a = 1 }
      try await one.sync()
      let second = await one.document.actorID
      #expect(second != first)

      // A store keeps the id that it got first.
      await one.client.activate(as: first)
      try await forget(second)
      try await one.update { root, _ in root.b = 2 }
      try await one.sync()

      #expect(await !one.document.hasLocalChanges)
      let third = await one.document.actorID
      #expect(third != first && third != second)
      let two = try await meeting.join("two", [:], .manual)
      #expect(await two.json == #"{"a":1,"b":2}"#)
    }
  }
}
