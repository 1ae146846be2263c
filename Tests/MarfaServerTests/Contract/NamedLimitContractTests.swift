import MarfaModel
import MarfaServer
import Testing

/// A refusal names its limit in `error.details.limit`, as the description says.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct NamedLimitContractTests {
  private func ids(_ count: Int) -> String {
    (0..<count).map { "01890a5d-ac96-774b-bcce-\(100_000_000_000 + $0)" }.joined(separator: ",")
  }

  @Test func `a limit of questions is named`() async throws {
    try await withSubject { api in
      let types = (0..<11).map { "t\($0)" }.joined(separator: ",")
      for (path, limit) in [
        ("/items?limit=201", 200), ("/edges?limit=501", 500), ("/search?q=x&limit=101", 100),
        ("/search?q=x&offset=10001", 10_000), ("/edges?edge_type=\(types)", 10),
        ("/search?q=\(String(repeating: "x", count: 1001))", 1000),
        ("/items?ids=\(ids(201))", 200), ("/items?ids=", 200), ("/items?ids=,", 200),
        ("/audit?limit=501", 500),
      ] {
        let answer = try await api.get(path)
        #expect(answer.status == 400, "\(path): \(answer.text)")
        #expect(answer.json["error"]["details"]["limit"] == .integer(Int64(limit)), "\(path)")
      }
    }
  }

  @Test func `a limit of changes is named`() async throws {
    try await withSubject { api in
      let note = try await api.note()
      let long = JSONValue.string(String(repeating: "x", count: 1001))
      let large = JSONValue.string(String(repeating: "x", count: 102_400))
      let fields: [(String, JSONValue)] = [
        ("device", long), ("source_id", long), ("tags", [long]),
      ]
      var answers: [(ContractAnswer, Int64)] = []
      for (field, value) in fields {
        let body: [String: JSONValue] = [
          "type": "core.note", "properties": ["body": "x"], field: value,
        ]
        answers.append(
          (try await api.post("/items", .object(body)), field == "tags" ? 200 : 1000))
      }
      answers.append(
        (try await api.put("/items/\(note)/extensions/app.a", ["a": large]), 102_400))
      answers.append((try await api.post("/items/\(note)/tags", ["tags": [long]]), 200))
      let action: JSONValue = ["filter": [:], "action": "update_tier", "tier": "feed"]
      var many = action.objectValue ?? [:]
      many["max_items"] = 1_000_000_000
      answers.append((try await api.post("/items/bulk_action", .object(many)), 50_000))

      for (answer, limit) in answers {
        #expect(answer.status == 400, "\(answer.text)")
        #expect(answer.json["error"]["details"]["limit"] == .integer(limit), "\(answer.text)")
      }
    }
  }

  @Test func `a limit of depth is named`() async throws {
    try await withSubject { api in
      let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
      let request = ContractRequest("POST", "/items", body: Array(deep.utf8))

      let answer = try await api.send(request)

      #expect(answer.status == 400, "\(answer.text)")
      #expect(answer.json["error"]["details"]["limit"] == 64)
    }
  }

  @Test func `a limit of batches is named`() async throws {
    var setup = TestServer.Setup()
    setup.settings.mutationBatch = 1
    try await withServer(setup) { server in
      let entries = (0..<2).map { number -> JSONValue in
        ["id": .string("m\(number)"), "method": "DELETE", "path": "/items/x"]
      }
      let answer = try await server.admin.post("/mutations", ["mutations": .array(entries)])

      #expect(answer.status == 400, "\(answer.text)")
      #expect(answer.json["error"]["details"]["limit"] == 1)
    }
  }

  @Test func `a limit of bytes of items that are named is named`() async throws {
    var setup = TestServer.Setup()
    setup.settings.readLimits.pageBytes = 65_536
    try await withServer(setup) { server in
      var ids: [String] = []
      for _ in 0..<2 {
        ids.append(try await server.admin.note(String(repeating: "x", count: 40_000)))
      }
      let answer = try await server.admin.get(
        "/items?include=extensions&ids=\(ids.joined(separator: ","))")
      let days = try await server.admin.put(
        "/tenants/current/config", ["trash_retention_days": 36_501])

      #expect(answer.status == 400, "\(answer.text)")
      #expect(answer.json["error"]["details"]["limit"] == 65_536)
      #expect(days.json["error"]["details"]["limit"] == 36_500, "\(days.text)")
    }
  }
}
