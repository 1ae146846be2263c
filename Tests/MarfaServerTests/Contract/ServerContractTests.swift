import MarfaModel
import MarfaServer
import Testing

/// What holds for every route, and what the server says of itself.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct ServerContractTests {
  @Test func `health and description ask for no key`() async throws {
    try await withSubject { api in
      let nobody = ContractAPI(subject: api.subject, key: nil)

      let health = try await nobody.get("/health")
      let description = try await nobody.get("/openapi.json")

      #expect(health.status == 200)
      #expect(health.json["status"] == "ok")
      #expect(description.json["openapi"] == "3.1.0")
    }
  }

  @Test func `capabilities name every extension`() async throws {
    try await withSubject { api in
      let answer = try await api.get("/capabilities")

      #expect(answer.json["name"] == "marfa-server")
      #expect(answer.json["idempotency"] == true)
      #expect(answer.json["resumable_uploads"] == "tus/1.0.0")
      #expect(answer.json["mutation_batch"].integerValue ?? 0 > 0)
      #expect(answer.json["retention_seconds"].integerValue ?? 0 > 0)
      #expect(answer.json["documents"].boolValue != nil)
    }
  }

  @Test func `metrics are text for Prometheus`() async throws {
    try await withSubject { api in
      _ = try await api.get("/items")

      let answer = try await api.get("/metrics")

      #expect(answer.status == 200)
      #expect(answer.headers["content-type"]?.hasPrefix("text/plain") == true)
      #expect(
        answer.text.contains(
          #"marfa_http_requests_total{method="GET",route="/items",status="200"}"#))
      #expect(answer.text.contains("marfa_events "))
      let member = try await api.member()
      #expect(try await member.get("/metrics").status == 403)
    }
  }

  @Test(arguments: [
    ("GET", "/nothing"), ("POST", "/auth/signup"), ("GET", "/auth/me"),
    ("GET", "/connections"), ("GET", "/admin/tenants"), ("GET", "/"), ("GET", "/items/a/b/c/d"),
  ])
  func `a route that does not exist answers 404, with and without a key`(
    method: String, path: String
  ) async throws {
    try await withSubject { api in
      for key in [api.key, nil] {
        let answer = try await ContractAPI(subject: api.subject, key: key)
          .send(ContractRequest(method, path))

        #expect(answer.status == 404)
        #expect(answer.code == "not_found")
      }
    }
  }

  @Test(arguments: [
    ("DELETE", "/items"), ("PUT", "/search"), ("POST", "/health"), ("PATCH", "/types"),
    ("QUERY", "/items"),
  ])
  func `a method that a route lacks answers 405 and says which it has`(
    method: String, path: String
  ) async throws {
    try await withSubject { api in
      let answer = try await api.send(ContractRequest(method, path))

      #expect(answer.status == 405)
      #expect(answer.headers["allow"]?.contains("GET") == true)
      #expect(answer.code != nil)
    }
  }

  @Test(arguments: [
    "/items?tags=on-none", "/types/core.note", "/health", "/items/none", "/nothing",
    "/openapi.json",
  ])
  func `HEAD answers as GET does, without a body`(path: String) async throws {
    try await withSubject { api in
      for encoding in ["gzip", "identity"] {
        let headers = ["accept-encoding": encoding]
        let get = try await api.send(ContractRequest("GET", path, headers: headers))
        let head = try await api.send(ContractRequest("HEAD", path, headers: headers))

        #expect(head.status == get.status)
        for name in ["content-type", "content-length", "content-encoding", "vary"] {
          #expect(head.headers[name] == get.headers[name], "\(name) with \(encoding)")
        }
        #expect(head.body.isEmpty)
      }
    }
  }

  @Test(arguments: ["/events", "/export"])
  func `an answer that is made while it is sent has no HEAD`(path: String) async throws {
    try await withSubject { api in
      let head = try await api.send(ContractRequest("HEAD", path))

      #expect(head.status == 405)
      #expect(head.headers["allow"] == "GET")
    }
  }

  @Test func `a request id of the client comes back, another is made`() async throws {
    try await withSubject { api in
      func id(_ given: String?) async throws -> String? {
        var request = ContractRequest("GET", "/types")
        request.headers["x-request-id"] = given
        return try await api.send(request).headers["x-request-id"]
      }

      #expect(try await id("abc_DEF-1") == "abc_DEF-1")
      let made: String = try #require(try await id(nil))
      #expect(UUIDv7.isValid(made))
      #expect(try await id("not a request id") != "not a request id")
      let error = try await api.get("/items/x")
      #expect(error.headers["x-request-id"] != nil)
    }
  }

  @Test(arguments: [
    "{", "", "nonsense", #"{"type": "core.note",}"#, "\u{FEFF}{}", #"{"a": 1e999}"#,
    #"{"type": "\ud800"}"#, "[1", "nul",
  ])
  func `a body that is no JSON is refused`(text: String) async throws {
    try await withSubject { api in
      let answer = try await api.send(
        ContractRequest("POST", "/items", body: Array(text.utf8)))

      #expect(answer.status == 400)
      #expect(answer.code == "validation_error")
    }
  }

  @Test func `a member that is null counts as left out, but for one that must be there`()
    async throws
  {
    try await withSubject { api in
      let note: JSONValue = ["type": "core.note", "properties": ["body": "x"], "tier": nil]
      let bulk = try await api.post(
        "/items/bulk", ["items": [note], "mode": nil, "atomic": nil, "emit_events": nil])
      let required = try await api.post("/items", ["type": nil, "properties": ["body": "x"]])

      #expect(bulk.status == 200, "\(bulk.text)")
      #expect(bulk.json["counts"]["created"] == 1)
      #expect(required.status == 400)
      #expect(required.code == "validation_error", "\(required.text)")
    }
  }

  @Test func `a body that is no UTF-8 or too deep is refused`() async throws {
    try await withSubject { api in
      let bytes = try await api.send(
        ContractRequest("POST", "/items", body: Array(#"{"type": ""#.utf8) + [0xFF, 0x22, 0x7D]))
      let deep = try await api.send(
        ContractRequest(
          "POST", "/items",
          body: Array((String(repeating: "[", count: 2000)).utf8)
            + Array(String(repeating: "]", count: 2000).utf8)))

      #expect(bytes.code == "validation_error")
      #expect(deep.code == "validation_error")
    }
  }

  @Test func `a path that is no UTF-8 is refused`() async throws {
    try await withSubject { api in
      let answer = try await api.get("/types/%ff")

      #expect(answer.status == 400)
      #expect(try await api.get("/types/..%2f..%2fetc").status == 404)
      #expect(try await api.get("/items/%00").code == "item_not_found")
    }
  }

  @Test func `the description and the routes agree both ways`() async throws {
    try await withServer { server in
      let routes = Set(server.server.application.routes.map { "\($0.method) \($0.path)" })
      let json = try await server.nobody.get("/openapi.json").json
      let methods = Set(["get", "put", "post", "delete", "patch", "head", "options"])
      let described = Set(
        (json["paths"].objectValue ?? [:]).flatMap { path, item in
          (item.objectValue ?? [:]).keys.filter(methods.contains).map {
            "\($0.uppercased()) \(path)"
          }
        })

      #expect(routes.subtracting(described).sorted() == [])
      #expect(described.subtracting(routes).sorted() == [])
    }
  }
}
