import MarfaModel
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct ItemChangeContractTests {
  @Test func `a patch merges shallowly and null removes`() async throws {
    try await withSubject { api in
      let id = try await api.note("x", ["properties": ["body": "x", "a": ["b": 1], "c": 2]])

      let answer = try await api.patch(
        "/items/\(id)", ["properties": ["a": ["d": 1], "c": nil], "version": 1])

      #expect(answer.status == 200)
      #expect(answer.json["item"]["properties"] == ["body": "x", "a": ["d": 1]])
      #expect(answer.json["item"]["version"] == 2)
    }
  }

  @Test func `a stale version is answered with all that a decision needs`() async throws {
    try await withSubject { api in
      let id = try await api.note("one", ["properties": ["body": "one", "title": "t"]])
      _ = try await api.patch("/items/\(id)", ["properties": ["body": "two"], "version": 1])

      let answer = try await api.patch(
        "/items/\(id)", ["properties": ["body": "three"], "version": 1])

      #expect(answer.status == 409)
      #expect(answer.code == "version_conflict")
      #expect(answer.json["error"]["status"] == 409)
      #expect(answer.json["error"]["message"].stringValue?.isEmpty == false)
      #expect(answer.json["current"]["version"] == 2)
      #expect(answer.json["current"]["properties"] == ["body": "two", "title": "t"])
      #expect(answer.json["ancestor"]["version"] == 1)
      #expect(answer.json["ancestor"]["properties"] == ["body": "one", "title": "t"])
      #expect(answer.json["conflicting_fields"] == ["body"])
      #expect(answer.json["merge_policy"]["fields"]["body"] == "keep_both_copies")
      #expect(answer.json["merge_policy"]["default"] == "last_writer_wins")
      #expect(
        Set(answer.json.objectValue?.keys ?? [:].keys) == [
          "error", "current", "ancestor", "conflicting_fields", "merge_policy",
        ])
      let unchanged = try await api.get("/items/\(id)")
      #expect(unchanged.json["item"]["properties"]["body"] == "two")
    }
  }

  @Test func `a patch without a version is not checked`() async throws {
    try await withSubject { api in
      let id = try await api.note("one")
      _ = try await api.patch("/items/\(id)", ["properties": ["body": "two"]])

      let answer = try await api.patch("/items/\(id)", ["properties": ["body": "three"]])

      #expect(answer.status == 200)
      #expect(answer.json["item"]["version"] == 3)
    }
  }

  @Test func `tier and timestamp never conflict and raise no version`() async throws {
    try await withSubject { api in
      let id = try await api.note()
      _ = try await api.patch("/items/\(id)", ["properties": ["body": "new"]])

      let answer = try await api.patch(
        "/items/\(id)", ["tier": "feed", "timestamp": "2020-01-01T00:00:00Z"])

      #expect(answer.status == 200)
      #expect(answer.json["item"]["tier"] == "feed")
      #expect(answer.json["item"]["version"] == 2)
    }
  }

  @Test func `a taken source id is a conflict and its own is none`() async throws {
    try await withSubject { api in
      let name = try await api.unique("taken-")
      _ = try await api.note("one", ["source_id": .string(name)])
      let id = try await api.note("two", ["source_id": .string(name + "-other")])

      let taken = try await api.patch("/items/\(id)", ["source_id": .string(name)])
      let own = try await api.patch("/items/\(id)", ["source_id": .string(name + "-other")])

      #expect(taken.status == 409)
      #expect(taken.code == "source_id_conflict")
      #expect(own.status == 200)
    }
  }

  @Test func `edges of a patch replace type by type`() async throws {
    try await withSubject { api in
      let one = try await api.note("one")
      let two = try await api.note("two")
      let id = try await api.note(
        "source", ["edges": ["about": [.string(one)], "references": [.string(one)]]])

      _ = try await api.patch("/items/\(id)", ["edges": ["about": [.string(two)]]])
      let answer = try await api.get("/items/\(id)")

      #expect(answer.json["item"]["edges"]["about"]["edges"][0]["target_id"] == .string(two))
      #expect(answer.json["item"]["edges"]["references"]["edges"][0]["target_id"] == .string(one))
      _ = try await api.patch("/items/\(id)", ["edges": ["about": []]])
      let after = try await api.get("/items/\(id)")
      #expect(after.json["item"]["edges"]["about"].isNull)
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var body: JSONValue
    var status = 400
    var code: String
    var testDescription: String { "\(code): \(JSONWriter.string(of: body))" }
  }

  @Test(arguments: [
    Refusal(body: ["version": -1], code: "validation_error"),
    Refusal(body: ["version": "1"], code: "validation_error"),
    Refusal(body: ["properties": ["body": nil]], code: "invalid_properties"),
    Refusal(body: ["timestamp": "soon"], code: "validation_error"),
    Refusal(body: ["type": "core.task"], code: "validation_error"),
    Refusal(body: ["edges": ["no-such-edge": []]], status: 404, code: "edge_type_not_found"),
  ])
  func `a bad patch is refused with its code`(given: Refusal) async throws {
    try await withSubject { api in
      let id = try await api.note()

      let answer = try await api.patch("/items/\(id)", given.body)

      #expect(answer.status == given.status, "\(answer.text)")
      #expect(answer.code == given.code)
    }
  }

  @Test func `versions are listed newest first`() async throws {
    try await withSubject { api in
      let id = try await api.note("one")
      _ = try await api.patch("/items/\(id)", ["properties": ["body": "two"]])
      _ = try await api.patch("/items/\(id)", ["properties": ["body": "three"]])

      let answer = try await api.get("/items/\(id)/versions")

      let versions = answer.json["versions"].arrayValue ?? []
      #expect(versions.map { $0["version"] } == [2, 1])
      #expect(versions.map { $0["properties"]["body"] } == ["two", "one"])
      #expect(versions.allSatisfy { $0["item_id"] == .string(id) && !$0["id"].isNull })
    }
  }

  @Test func `a key that repeats a change gets the first answer and changes nothing`() async throws
  {
    try await withSubject { api in
      let id = try await api.note("one")
      let headers = ["idempotency-key": "retry-\(id)"]
      let body: JSONValue = ["properties": ["body": "two"], "version": 1]

      let first = try await api.patch("/items/\(id)", body, headers: headers)
      let again = try await api.patch("/items/\(id)", body, headers: headers)
      let other = try await api.patch(
        "/items/\(id)", ["properties": ["body": "three"]], headers: headers)

      #expect(first.status == 200)
      #expect(again.status == 200)
      #expect(again.body == first.body)
      #expect(other.status == 400)
      #expect(other.code == "invalid_request")
      #expect(try await api.get("/items/\(id)").json["item"]["version"] == 2)
    }
  }
}
