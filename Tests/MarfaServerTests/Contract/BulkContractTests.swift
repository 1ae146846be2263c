import MarfaModel
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct BulkContractTests {
  private func note(_ body: String, _ more: [String: JSONValue] = [:]) -> JSONValue {
    .object(
      ["type": "core.note", "properties": ["body": .string(body)]].merging(more) { _, new in new })
  }

  @Test func `a bulk makes, updates and counts`() async throws {
    try await withSubject { api in
      let key = try await api.unique("bulk-")
      let entries: JSONValue = [note("one", ["source_id": .string(key)]), note("two")]

      let first = try await api.post("/items/bulk", ["items": entries])
      let second = try await api.post("/items/bulk", ["items": entries])
      let skipped = try await api.post("/items/bulk", ["items": entries, "mode": "create_only"])

      #expect(first.status == 200, "\(first.text)")
      #expect(first.json["counts"]["created"] == 2)
      #expect(first.json["results"][0]["outcome"] == "created")
      #expect(first.json["results"][1]["index"] == 1)
      #expect(second.json["counts"]["created"] == 1)
      #expect(second.json["results"][0]["id"] == first.json["results"][0]["id"])
      #expect(skipped.json["results"][0]["outcome"] == "skipped")
    }
  }

  @Test func `an atomic bulk writes nothing when one entry fails`() async throws {
    try await withSubject { api in
      let tag = try await api.unique("atomic-")
      let entries: JSONValue = [note("good", ["tags": [.string(tag)]]), ["type": "core.note"]]

      let atomic = try await api.post("/items/bulk", ["items": entries])
      let after = try await api.get("/items?tags=\(tag)")
      let loose = try await api.post("/items/bulk", ["items": entries, "atomic": false])

      #expect(atomic.status == 400)
      #expect(atomic.code == "bulk_atomic_rollback")
      #expect(after.json["data"] == [])
      #expect(loose.status == 200)
      #expect(loose.json["counts"]["created"] == 1)
      #expect(loose.json["counts"]["errored"] == 1)
      #expect(loose.json["results"][1]["error"]["code"] == "invalid_properties")
    }
  }

  @Test func `a bulk of edges skips what is there`() async throws {
    try await withSubject { api in
      let one = try await api.note()
      let two = try await api.note()
      let edges: JSONValue = [
        ["source_id": .string(one), "target_id": .string(two), "edge_type": "about"]
      ]

      let first = try await api.post("/edges/bulk", ["edges": edges])
      let second = try await api.post("/edges/bulk", ["edges": edges, "mode": "create_only"])

      #expect(first.json["counts"]["created"] == 1, "\(first.text)")
      #expect(second.json["results"][0]["outcome"] == "skipped")
      #expect(second.json["results"][0]["reason"] == "duplicate_edge")
    }
  }

  @Test func `a member acts on what it may write, and purges nothing`() async throws {
    try await withSubject { api in
      let tag = try await api.unique("mine-")
      let id = try await api.note("x", ["tags": [.string(tag)]])
      let filter: JSONValue = ["tags": [.string(tag)]]
      let writer = try await api.member(["type_permissions": ["core.note": "write"]])
      let reader = try await api.member(["type_permissions": ["core.note": "read"]])
      let body: JSONValue = ["action": "transition", "state": "archived", "filter": filter]

      let refused = try await reader.post("/items/bulk_action", body)
      #expect(refused.status == 403, "\(refused.text)")
      #expect(refused.code == "type_not_permitted")
      let done = try await writer.post("/items/bulk_action", body)
      #expect(done.json["updated"] == 1, "\(done.text)")
      #expect(try await api.get("/items/\(id)").json["item"]["state"] == "archived")
      let purge = try await writer.post(
        "/items/bulk_action", ["action": "purge", "confirm": "PURGE", "filter": filter])
      #expect(purge.status == 403)
    }
  }

  @Test func `a bulk is for administrators and has a size`() async throws {
    try await withSubject { api in
      let member = try await api.member(["type_permissions": ["*": "write"]])

      let refused = try await member.post("/items/bulk", ["items": "not even a list"])
      let empty = try await api.post("/items/bulk", ["items": []])
      let missing = try await api.post("/items/bulk")
      let large = try await api.post(
        "/items/bulk", ["items": .array(Array(repeating: note("x"), count: 5001))])

      #expect(refused.status == 403)
      #expect(refused.code == "forbidden")
      #expect(empty.json["counts"]["created"] == 0)
      #expect(missing.code == "missing_required_field")
      #expect(large.code == "validation_error")
    }
  }

  @Test func `an action changes what its filter finds`() async throws {
    try await withSubject { api in
      let tag = try await api.unique("action-")
      var ids: [String] = []
      for _ in 0..<3 { ids.append(try await api.note("x", ["tags": [.string(tag)]])) }
      func act(_ more: [String: JSONValue]) async throws -> ContractAnswer {
        let body: [String: JSONValue] = ["filter": ["tags": [.string(tag)]]]
        return try await api.post(
          "/items/bulk_action", .object(body.merging(more) { _, new in new }))
      }

      let dry = try await act(["action": "update_tier", "tier": "feed", "dry_run": true])
      let tier = try await act(["action": "update_tier", "tier": "feed"])
      let tags = try await act(["action": "update_tags", "add": ["new"], "remove": []])
      let text = try await act(["action": "update_properties", "properties": ["title": "t"]])
      let time = try await act(["action": "update_timestamp", "timestamp": "2020-01-01T00:00:00Z"])
      let capped = try await act(["action": "update_tier", "tier": "feed", "max_items": 2])
      let unconfirmed = try await act(["action": "purge"])
      let item = try await api.get("/items/\(ids[0])")
      let moved = try await act(["action": "transition", "state": "archived"])
      let purged = try await act(["action": "purge", "confirm": "PURGE"])

      #expect(dry.json["matched"] == 3, "\(dry.text)")
      #expect(dry.json["dry_run"] == true)
      for answer in [tier, tags, text, time, moved, purged] {
        #expect(answer.status == 200, "\(answer.text)")
      }
      #expect(item.json["item"]["tier"] == "feed")
      #expect(item.json["item"]["properties"]["title"] == "t")
      #expect(item.json["metadata"]["tags"].arrayValue?.contains("new") == true)
      #expect(capped.code == "bulk_cap_exceeded")
      #expect(unconfirmed.code == "bulk_confirmation_required")
      #expect(try await api.get("/items/\(ids[0])").status == 404)
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var body: JSONValue
    var code: String
    var testDescription: String { "\(code): \(JSONWriter.string(of: body))" }
  }

  @Test(arguments: [
    Refusal(body: ["action": "update_tier", "filter": [:]], code: "missing_required_field"),
    Refusal(body: ["filter": [:]], code: "missing_required_field"),
    Refusal(body: ["action": "update_tier", "tier": "feed"], code: "missing_required_field"),
    Refusal(body: ["action": "explode", "filter": [:]], code: "validation_error"),
    Refusal(body: ["action": "purge", "filter": ["unknown": 1]], code: "validation_error"),
    Refusal(
      body: ["action": "update_tier", "tier": "feed", "filter": [:], "max_items": 50_001],
      code: "validation_error"),
    Refusal(
      body: ["action": "update_timestamp", "timestamp": "soon", "filter": [:]],
      code: "validation_error"),
  ])
  func `a bad bulk action is refused`(given: Refusal) async throws {
    try await withSubject { api in
      let answer = try await api.post("/items/bulk_action", given.body)

      #expect(answer.status == 400)
      #expect(answer.code == given.code)
    }
  }
}
