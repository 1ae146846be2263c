import MarfaModel
import MarfaServer
import Testing

/// Keys that have an end.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct KeyExpiryTests {
  private static let start = Timestamp(milliseconds: 1_800_000_000_000)
  private static let hour: Int64 = 3_600_000
  private static let end = Timestamp(milliseconds: start.milliseconds + hour).iso8601

  private func withClock(
    _ body: @escaping @Sendable (ContractAPI, ManualWallClock) async throws -> Void
  ) async throws {
    let clock = ManualWallClock(Self.start)
    var setup = TestServer.Setup()
    setup.clock = clock
    try await withServer(setup) { try await body($0.admin, clock) }
  }

  private func body(_ more: [String: JSONValue] = [:]) -> JSONValue {
    let known: [String: JSONValue] = [
      "label": "guest", "source": "Guest", "type_permissions": ["*": "read"],
      "expires_at": .string(Self.end),
    ]
    return .object(known.merging(more) { _, new in new })
  }

  @Test func `a key is refused from its end on`() async throws {
    try await withClock { api, clock in
      let made = try await api.post("/keys", body())
      let secret: String = try #require(made.json["key"].stringValue, "\(made.text)")
      let guest = ContractAPI(subject: api.subject, key: secret)

      clock.advance(byMilliseconds: Self.hour - 1)
      let before = try await guest.get("/items")
      clock.advance(byMilliseconds: 1)
      let after = try await guest.get("/items")
      let shown = try await api.get("/keys").json["keys"].arrayValue?
        .first { $0["id"] == made.json["id"] }

      #expect(made.json["expires_at"] == .string(Self.end))
      #expect(before.status == 200)
      #expect(after.status == 401)
      #expect(after.code == "expired_token")
      #expect(shown?["expires_at"] == .string(Self.end))
    }
  }

  @Test func `the end of a key is moved, and cannot lie in the past`() async throws {
    try await withClock { api, clock in
      let made = try await api.post("/keys", body())
      let id: String = try #require(made.json["id"].stringValue)
      let secret: String = try #require(made.json["key"].stringValue)
      let guest = ContractAPI(subject: api.subject, key: secret)
      let later = Timestamp(milliseconds: Self.start.milliseconds + 2 * Self.hour).iso8601

      let moved = try await api.patch("/keys/\(id)", ["expires_at": .string(later)])
      let past = try await api.patch(
        "/keys/\(id)", ["expires_at": .string(Self.start.iso8601)])
      let nonsense = try await api.post("/keys", body(["expires_at": "soon"]))
      let over = try await api.post("/keys", body(["expires_at": "2001-01-01T00:00:00Z"]))
      clock.advance(byMilliseconds: Self.hour)

      #expect(moved.json["expires_at"] == .string(later), "\(moved.text)")
      #expect(past.code == "validation_error")
      #expect(nonsense.code == "validation_error")
      #expect(over.code == "validation_error")
      #expect(try await guest.get("/items").status == 200)
    }
  }

  @Test func `the last administrator without an end stays, and without one`() async throws {
    try await withClock { api, _ in
      let other = try await api.post("/keys", body(["role": "admin", "type_permissions": [:]]))
      #expect(other.status == 201, "\(other.text)")
      let ids = try await api.get("/keys").json["keys"].arrayValue ?? []
      let own = ids.first { $0["id"] != other.json["id"] }?["id"].stringValue ?? ""

      let ended = try await api.patch("/keys/\(own)", ["expires_at": .string(Self.end)])
      let revoked = try await api.delete("/keys/\(own)")

      #expect(ended.code == "conflict", "\(ended.text)")
      #expect(revoked.code == "conflict")
      #expect(try await api.delete("/keys/\(other.json["id"].stringValue ?? "")").status == 200)
    }
  }

  @Test func `events after the end of a key are not on its stream`() async throws {
    try await withClock { api, clock in
      let made = try await api.post("/keys", body())
      let secret: String = try #require(made.json["key"].stringValue)
      var request = ContractRequest("GET", "/events").with(key: secret)
      request.headers["accept"] = "text/event-stream"

      try await api.subject.stream(request) { head, bytes in
        #expect(head.status == 200)
        clock.advance(byMilliseconds: Self.hour)
        _ = try await api.note("too late")
        // The next event ends it; the next heartbeat would as well.
        while let line = try await bytes.line() { #expect(!line.contains("too late")) }
      }
    }
  }

  @Test func `a stream ends with its key`() async throws {
    try await withClock { api, clock in
      let made = try await api.post("/keys", body())
      let id: String = try #require(made.json["id"].stringValue)
      let secret: String = try #require(made.json["key"].stringValue)
      var request = ContractRequest("GET", "/events").with(key: secret)
      request.headers["accept"] = "text/event-stream"

      try await api.subject.stream(request) { head, bytes in
        #expect(head.status == 200)
        clock.advance(byMilliseconds: Self.hour)
        // Streams look at their keys with each heartbeat, and when any key changes.
        _ = try await api.patch("/keys/\(id)", ["label": "over"])
        while try await bytes.line() != nil {}
      }
    }
  }
}
