import MarfaModel
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct EdgeContractTests {
  @Test func `an edge is made, changed, listed and removed`() async throws {
    try await withSubject { api in
      let source = try await api.note("source")
      let target = try await api.note("target")
      let made = try await api.post(
        "/edges",
        [
          "source_id": .string(source), "target_id": .string(target), "edge_type": "about",
          "properties": ["a": 1, "b": 2],
        ])
      let edge: JSONValue = made.json["edge"]
      let id: String = try #require(edge["id"].stringValue, "\(made.text)")

      let changed = try await api.patch("/edges/\(id)", ["properties": ["a": 3]])
      let out = try await api.get("/items/\(source)/edges?edge_type=about")
      let back = try await api.get("/items/\(target)/backrefs")
      let other = try await api.get("/items/\(source)/edges?edge_type=references")
      let all = try await api.get("/edges?edge_type=about,references&limit=500")
      let removed = try await api.delete("/edges/\(id)")

      #expect(made.status == 201)
      #expect(edge["source_id"] == .string(source))
      #expect(edge["created_at"].stringValue != nil && edge["updated_at"].stringValue != nil)
      #expect(changed.status == 200)
      #expect(changed.json["edge"]["properties"]["a"] == 3)
      #expect(out.json["data"][0]["id"] == .string(id))
      #expect(back.json["data"][0]["id"] == .string(id))
      #expect(other.json["data"] == [])
      #expect(all.json["data"].arrayValue?.contains { $0["id"] == .string(id) } == true)
      #expect(removed.json == ["ok": true])
      #expect(try await api.delete("/edges/\(id)").code == "edge_not_found")
      #expect(try await api.patch("/edges/\(id)", ["properties": [:]]).code == "edge_not_found")
    }
  }

  @Test func `edges keep the cardinality of their type and close no circle`() async throws {
    try await withSubject { api in
      let one = try await api.note("one")
      let two = try await api.note("two")
      let three = try await api.note("three")
      func add(_ source: String, _ type: String, _ target: String) async throws -> ContractAnswer {
        try await api.post(
          "/edges",
          [
            "source_id": .string(source), "target_id": .string(target),
            "edge_type": .string(type),
          ])
      }

      #expect(try await add(one, "parent-of", two).status == 201)
      #expect(try await add(one, "parent-of", two).code == "edge_constraint_violation")
      #expect(try await add(three, "parent-of", two).code == "edge_constraint_violation")
      #expect(try await add(two, "parent-of", three).status == 201)
      #expect(try await add(three, "parent-of", one).code == "edge_cycle")
      #expect(try await add(one, "in-thread", two).status == 201)
      #expect(try await add(one, "in-thread", three).code == "edge_constraint_violation")
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var change: [String: JSONValue]
    var status = 400
    var code: String
    var testDescription: String { "\(code): \(change)" }
  }

  @Test(arguments: [
    Refusal(change: ["edge_type": .null], code: "missing_required_field"),
    Refusal(change: ["source_id": 5], code: "validation_error"),
    Refusal(change: ["source_id": "x"], code: "invalid_id"),
    Refusal(change: ["id": "7"], code: "invalid_id"),
    Refusal(
      change: ["target_id": "01890a5d-ac96-774b-bcce-b302099a8057"], status: 404,
      code: "item_not_found"),
    Refusal(change: ["edge_type": "no-such"], status: 404, code: "edge_type_not_found"),
  ])
  func `a bad edge is refused with its code`(given: Refusal) async throws {
    try await withSubject { api in
      var body: [String: JSONValue] = [
        "source_id": .string(try await api.note()), "target_id": .string(try await api.note()),
        "edge_type": "about",
      ]
      for (name, value) in given.change {
        // Assigning nil would give the JSON value null.
        if value.isNull { body.removeValue(forKey: name) } else { body[name] = value }
      }

      let answer = try await api.post("/edges", .object(body))

      #expect(answer.status == given.status, "\(answer.text)")
      #expect(answer.code == given.code)
    }
  }

  @Test func `an edge within an item leads to an id`() async throws {
    try await withSubject { api in
      let id = try await api.note()
      let edges: JSONValue = ["about": ["not an id"]]

      let made = try await api.post(
        "/items", ["type": "core.note", "properties": ["body": "x"], "edges": edges])
      let changed = try await api.patch("/items/\(id)", ["edges": edges])

      for answer in [made, changed] {
        #expect(answer.status == 400)
        #expect(answer.code == "invalid_id")
        #expect(answer.json["error"]["details"]["field"] == "edges.about")
      }
    }
  }

  @Test func `the ends of an edge cannot be changed`() async throws {
    try await withSubject { api in
      let id = try await api.edge(try await api.note(), "about", try await api.note())

      let answer = try await api.patch("/edges/\(id)", ["properties": [:], "target_id": "x"])

      #expect(answer.status == 400)
      #expect(answer.code == "validation_error")
    }
  }

  @Test func `edge types are registered, used and removed`() async throws {
    try await withSubject { api in
      let name = try await api.unique("app.")
      let type: JSONValue = [
        "id": .string(name), "cardinality": "many-to-one",
        "source_type_constraints": ["core.note"],
      ]

      let made = try await api.post("/edges/types", type)
      let again = try await api.post("/edges/types", type)
      let list = try await api.get("/edges/types")
      let member = try await api.member(["edge_permissions": ["*": "write"]])
      let refused = try await member.post("/edges/types", type)
      let removed = try await api.delete("/edges/types/\(name)")

      #expect(made.status == 201)
      #expect(made.json["edge_type"]["id"] == .string(name))
      #expect(again.status == 409)
      #expect(again.code == "conflict")
      let names = list.json["edge_types"].arrayValue?.compactMap { $0["id"].stringValue } ?? []
      #expect(Set(names).isSuperset(of: ["about", "parent-of", "in-thread", "supersedes", name]))
      #expect(refused.status == 403)
      #expect(removed.json == ["ok": true])
      #expect(try await api.delete("/edges/types/\(name)").code == "edge_type_not_found")
      #expect(try await api.delete("/edges/types/about").status == 400)
    }
  }
}
