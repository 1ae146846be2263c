import MarfaModel
import MarfaServer
import Testing

/// How much a key may say: each of its requests looks at it.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct KeyPatternTests {
  private static func patterns(_ count: Int, from start: Int = 0) -> JSONValue {
    .object(
      Dictionary(uniqueKeysWithValues: (start..<start + count).map { ("app.n\($0)", "read") }))
  }

  @Test func `a key has a limit of patterns in all its maps together`() async throws {
    var setup = TestServer.Setup()
    setup.settings.recordLimits.keyPatterns = 4
    try await withServer(setup) { server in
      func make(_ types: Int, _ edges: Int) async throws -> ContractAnswer {
        try await server.admin.post(
          "/keys",
          [
            "label": "a", "source": "A", "type_permissions": Self.patterns(types),
            "edge_permissions": Self.patterns(edges),
          ])
      }

      let refused = try await make(3, 2)
      let made = try await make(2, 2)
      let id: String = try #require(made.json["id"].stringValue, "\(made.text)")
      let grown = try await server.admin.patch(
        "/keys/\(id)", ["type_permissions": Self.patterns(3)])
      let changed = try await server.admin.patch(
        "/keys/\(id)", ["type_permissions": Self.patterns(2, from: 5)])

      for answer in [refused, grown] {
        #expect(answer.status == 400, "\(answer.text)")
        #expect(answer.json["error"]["details"]["limit"] == 4)
      }
      #expect(changed.status == 200, "\(changed.text)")
      #expect(try await server.admin.get("/capabilities").json["limits"]["key_patterns"] == 4)
    }
  }

  @Test func `a webhook has a limit of events and of types`() async throws {
    var setup = TestServer.Setup()
    setup.settings.recordLimits.webhookNames = 3
    try await withServer(setup) { server in
      func make(_ events: Int, _ types: Int) async throws -> ContractAnswer {
        try await server.admin.post(
          "/webhooks",
          [
            "url": "http://hooks.example/",
            "events": .array(Array(repeating: "item.created", count: events)),
            "type_filter": .array((0..<types).map { .string("app.n\($0)") }),
          ])
      }

      let made = try await make(3, 3)
      let id: String = try #require(made.json["id"].stringValue, "\(made.text)")
      let changed = try await server.admin.patch(
        "/webhooks/\(id)", ["events": .array(Array(repeating: "*", count: 4))])

      for answer in [try await make(4, 1), try await make(1, 4), changed] {
        #expect(answer.status == 400, "\(answer.text)")
        #expect(answer.json["error"]["details"]["limit"] == 3)
      }
    }
  }

  @Test func `the first key has no more`() async throws {
    var setup = TestServer.Setup()
    setup.settings.recordLimits.keyPatterns = 4
    setup.settings.bootstrap = .open
    setup.hasKey = false
    try await withServer(setup) { server in
      let answer = try await server.nobody.post(
        "/keys", ["label": "a", "source": "A", "type_permissions": Self.patterns(5)])
      #expect(answer.status == 400, "\(answer.text)")
    }
  }
}
