import MarfaModel
import MarfaServer
import Testing

/// How a server without a key gets its first one.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct FirstKeyTests {
  @Test func `the first key needs the token of the start, through a proxy as well`() async throws {
    var setup = TestServer.Setup()
    setup.hasKey = false
    try await withServer(setup) { server in
      let token: BootstrapToken = try #require(server.server.environment.bootstrap)
      var request = ContractRequest("POST", "/keys", json: ["label": "me", "source": "Me"])
      request.headers = ["origin": "https://evil.example", "x-forwarded-for": "203.0.113.9"]
      let without = try await server.nobody.send(request)
      request.headers["x-bootstrap-token"] = token.text + "x"
      let wrong = try await server.nobody.send(request)
      request.headers["x-bootstrap-token"] = token.text
      let first = try await server.nobody.send(request)
      let again = try await server.nobody.send(request)

      #expect(without.status == 401)
      #expect(wrong.status == 401)
      #expect(first.status == 201, "\(first.text)")
      #expect(again.status == 401)
    }
  }

  @Test func `an open first key is made without one, is an admin, and only the first`() async throws
  {
    var setup = TestServer.Setup()
    setup.hasKey = false
    setup.settings.bootstrap = .open
    try await withServer(setup) { server in
      let weak = try await server.nobody.post(
        "/keys", ["label": "a", "source": "b", "role": "member"])
      let first = try await server.nobody.post("/keys", ["label": "me", "source": "Me"])
      let second = try await server.nobody.post("/keys", ["label": "you", "source": "You"])

      #expect(weak.status == 400)
      #expect(first.status == 201, "\(first.text)")
      #expect(first.json["role"] == "admin")
      #expect(second.status == 401)
      let me = ContractAPI(subject: server, key: first.json["key"].stringValue)
      #expect(try await me.get("/keys").json["keys"].arrayValue?.count == 1)
    }
  }
}
