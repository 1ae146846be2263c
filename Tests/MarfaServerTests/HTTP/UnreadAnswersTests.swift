import MarfaModel
import MarfaServer
import Testing

/// Answers that clients do not read.
@Suite(.timeLimit(.minutes(20))) struct UnreadAnswersTests {
  private static let list = "/items?limit=200"

  private static var settings: ServerSettings {
    var settings = ServerSettings()
    settings.unreadAnswers.perKey = 1 << 20
    return settings
  }

  @Test func `a key that does not read gets no more, and others do`() async throws {
    try await FlowServer.run(settings: Self.settings) { server in
      let id = try await server.note()
      for _ in 0..<6 { try await server.note(String(repeating: "x", count: 1_000_000)) }
      let other = try await server.otherKey()

      let after = try await RawConnection.open(port: server.port) { connection in
        // So that no socket holds all of the answer.
        try await connection.channel.setOption(.socketOption(.so_rcvbuf), value: 65_536).get()
        try await connection.send("GET", Self.list, headers: [server.authorization])
        // The answer has begun, and waits for its reader.
        _ = try await connection.receive(until: "HTTP/1.1 200 OK")
        let refused = try await server.send("GET", Self.list)
        #expect(refused.status == 429)
        #expect(refused.headers["retry-after"] == "1")
        #expect(refused.text.contains("\"limit\":1048576"), "\(refused.text)")
        let change = try await server.send(
          "PATCH", "/items/\(id)", headers: ["Content-Type: application/json"],
          body: Array(#"{"tier": "feed"}"#.utf8))
        #expect(change.status == 429)
        #expect(try await server.send("GET", "/items/\(id)").status == 200)
        #expect(try await server.send("GET", Self.list, key: other).status == 200)

        _ = try await connection.receive(until: "\"has_more\":")
        // Its answer is over before the next of the same connection.
        try await connection.send("GET", "/health")
        _ = try await connection.receive(until: "HTTP/1.1 200 OK")
        return try await server.send("GET", Self.list)
      }

      #expect(after.status == 200)
    }
  }
}

extension FlowServer {
  /// Another administrator's key.
  fileprivate func otherKey() async throws -> String {
    let answer = try await send(
      "POST", "/keys", headers: ["Content-Type: application/json"],
      body: Array(#"{"label":"other","source":"Other","role":"admin"}"#.utf8))
    let key = try JSONParser.parse(answer.body).objectValue?["key"]?.stringValue
    return try #require(key)
  }
}
