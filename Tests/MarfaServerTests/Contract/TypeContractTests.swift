import MarfaModel
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct TypeContractTests {
  @Test func `the core types are there, as a bare list and one by one`() async throws {
    try await withSubject { api in
      let all = try await api.get("/types")
      let note = try await api.get("/types/core.note")
      let none = try await api.get("/types/core.nothing")

      let names = Set((all.json.arrayValue ?? []).compactMap { $0["id"].stringValue })
      #expect(names.isSuperset(of: ["core.note", "core.bookmark", "core.task", "core.file.image"]))
      #expect(note.json["id"] == "core.note")
      #expect(note.json["merge_policy"]["fields"]["body"] == "keep_both_copies")
      #expect(none.status == 404)
      #expect(none.code == "type_not_found")
    }
  }

  @Test func `a type is registered, raised, used and removed`() async throws {
    try await withSubject { api in
      let name = try await api.unique("user.")
      func type(_ version: Int64) -> JSONValue {
        [
          "id": .string(name), "version": .integer(version),
          "fields": ["amount": ["type": "number"]], "required": ["amount"],
        ]
      }

      let made = try await api.post("/types", type(1))
      let again = try await api.post("/types", type(1))
      let jumped = try await api.put("/types/\(name)", type(3))
      let raised = try await api.put("/types/\(name)", type(2))
      let bad = try await api.post("/items", ["type": .string(name), "properties": [:]])
      let good = try await api.post(
        "/items", ["type": .string(name), "properties": ["amount": 1.5]])
      let used = try await api.delete("/types/\(name)")
      let forced = try await api.delete("/types/\(name)?force=true")

      #expect(made.status == 201, "\(made.text)")
      #expect(made.json["type"]["id"] == .string(name))
      #expect(again.status == 409)
      #expect(again.code == "type_already_exists")
      #expect(jumped.code == "version_bump_mismatch")
      #expect(raised.status == 200)
      #expect(bad.code == "invalid_properties")
      #expect(good.status == 201)
      #expect(good.json["item"]["schema_version"] == 2)
      #expect(used.status == 409)
      #expect(used.code == "type_in_use")
      #expect(forced.json == ["ok": true])
      #expect(try await api.delete("/types/\(name)").code == "type_not_found")
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var type: JSONValue
    var status = 400
    var code: String
    var testDescription: String { "\(code): \(JSONWriter.string(of: type))" }
  }

  @Test(arguments: [
    Refusal(type: ["fields": [:]], code: "missing_required_field"),
    Refusal(type: ["id": "core.mine", "fields": [:]], code: "reserved_namespace"),
    Refusal(type: ["id": "NotAName", "fields": [:]], code: "invalid_schema"),
    Refusal(
      type: ["id": "user.shadow", "fields": ["tier": ["type": "string"]]],
      code: "property_shadows_field"),
    Refusal(
      type: ["id": "user.child", "parent": "core.note", "fields": ["body": ["type": "string"]]],
      code: "inheritance_violation"),
    Refusal(
      type: ["id": "user.orphan", "parent": "user.nobody", "fields": [:]],
      code: "inheritance_violation"),
    Refusal(
      type: ["id": "user.gap", "fields": [:], "required": ["a"]], code: "invalid_schema"),
    Refusal(
      type: ["id": "user.end", "fields": [:], "version": .integer(.max)], code: "invalid_schema"),
    Refusal(
      type: [
        "id": "user.past", "fields": [:], "version_policy": ["recent_days": .integer(.min)],
      ], code: "invalid_schema"),
  ])
  func `a bad schema is refused with its code`(given: Refusal) async throws {
    try await withSubject { api in
      let answer = try await api.post("/types", given.type)

      #expect(answer.status == given.status, "\(answer.text)")
      #expect(answer.code == given.code)
    }
  }

  @Test func `registering a type needs types:write`() async throws {
    try await withSubject { api in
      let name = try await api.unique("user.")
      let type: JSONValue = ["id": .string(name), "fields": [:], "version": 1]
      let without = try await api.member()
      let with = try await api.member(["metadata_permissions": ["types": "write"]])

      let refused = try await without.post("/types", type)
      let made = try await with.post("/types", type)

      #expect(refused.status == 403)
      #expect(refused.code == "forbidden")
      #expect(made.status == 201)
    }
  }

  @Test func `a core type cannot be replaced`() async throws {
    try await withSubject { api in
      let answer = try await api.put(
        "/types/core.note", ["id": "core.note", "fields": [:], "version": 2])

      #expect([400, 403].contains(answer.status))
      #expect(["core_type_immutable", "reserved_namespace"].contains(answer.code))
      #expect(
        try await api.put("/types/user.a", ["id": "user.b", "fields": [:]]).code
          == "validation_error")
    }
  }
}
