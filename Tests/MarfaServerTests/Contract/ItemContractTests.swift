import MarfaModel
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct ItemContractTests {
  @Test func `a created item has all fields and its tags`() async throws {
    try await withSubject { api in
      let answer = try await api.post(
        "/items",
        [
          "type": "core.note", "properties": ["body": "hello", "colour": "red"],
          "tags": ["b", "a"], "device": "desk", "capture_latitude": 1.5,
        ])

      #expect(answer.status == 201)
      let item: JSONValue = answer.json["item"]
      #expect(item["type"] == "core.note")
      #expect(item["properties"] == ["body": "hello", "colour": "red"])
      #expect(item["state"] == "active")
      #expect(item["tier"] == "library")
      #expect(item["version"] == 1)
      #expect(item["schema_version"].integerValue != nil)
      #expect(item["source"].stringValue?.isEmpty == false)
      #expect(item["device"] == "desk")
      #expect(item["capture_latitude"] == 1.5)
      #expect(item["created_at"] == item["timestamp"])
      #expect(answer.json["metadata"]["item_id"] == item["id"])
      #expect(Set(answer.json["metadata"]["tags"].arrayValue ?? []) == ["a", "b"])
    }
  }

  @Test func `the server stamps the source of its key whatever the client says`() async throws {
    try await withSubject { api in
      let answer = try await api.post(
        "/items", ["type": "core.note", "properties": ["body": "x"], "source": "forged"])

      #expect(answer.json["item"]["source"].stringValue != "forged")
    }
  }

  @Test func `an id of the client is kept, and the same content again is no error`() async throws {
    try await withSubject { api in
      let id = ItemIdGenerator().nextId()
      let body: JSONValue = [
        "id": .string(id), "type": "core.note", "properties": ["body": "x"],
      ]

      let first = try await api.post("/items", body)
      let second = try await api.post("/items", body)

      #expect(first.status == 201)
      #expect(first.json["item"]["id"] == .string(id))
      #expect(second.status == 200)
    }
  }

  @Test func `a natural key updates the item that has it`() async throws {
    try await withSubject { api in
      let source = try await api.unique("natural-")
      let first = try await api.post(
        "/items",
        [
          "type": "core.note", "properties": ["body": "one", "title": "kept"],
          "source_id": .string(source), "tags": ["old"],
        ])
      let second = try await api.post(
        "/items",
        [
          "type": "core.note", "properties": ["body": "two"], "source_id": .string(source),
          "tags": ["new"],
        ])

      #expect(first.status == 201)
      #expect(second.status == 200)
      #expect(second.json["item"]["id"] == first.json["item"]["id"])
      #expect(second.json["item"]["properties"] == ["body": "two", "title": "kept"])
      #expect(second.json["metadata"]["tags"] == ["new"])
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var body: JSONValue
    var status = 400
    var code: String
    var testDescription: String { "\(code): \(JSONWriter.string(of: body))" }
  }

  @Test(arguments: [
    Refusal(body: [:], code: "missing_required_field"),
    Refusal(body: ["type": 5], code: "validation_error"),
    Refusal(body: ["type": "core.nothing"], code: "invalid_type"),
    Refusal(
      body: ["type": "core.note", "id": "x", "properties": ["body": "x"]], code: "invalid_id"),
    Refusal(body: ["type": "core.note"], code: "invalid_properties"),
    Refusal(body: ["type": "core.note", "properties": ["body": 5]], code: "invalid_properties"),
    Refusal(
      body: ["type": "core.note", "properties": ["body": "x"], "state": "gone"],
      code: "validation_error"),
    Refusal(
      body: ["type": "core.note", "properties": ["body": "x"], "timestamp": "soon"],
      code: "validation_error"),
    Refusal(
      body: ["type": "core.note", "properties": ["body": "x"], "unknown": 1],
      code: "validation_error"),
    Refusal(
      body: [
        "type": "core.note", "properties": ["body": "x"],
        "edges": ["about": ["01890a5d-ac96-774b-bcce-b302099a8057"]],
      ], status: 404, code: "item_not_found"),
    Refusal(body: [], code: "validation_error"),
  ])
  func `a bad item is refused with its code`(given: Refusal) async throws {
    try await withSubject { api in
      let answer = try await api.post("/items", given.body)

      #expect(answer.status == given.status, "\(answer.text)")
      #expect(answer.code == given.code)
      #expect(answer.json["error"]["message"].stringValue?.isEmpty == false)
    }
  }

  @Test func `an empty source_id is no natural key`() async throws {
    try await withSubject { api in
      let id = try await api.note("first")
      let body: JSONValue = ["type": "core.note", "properties": ["body": "x"], "source_id": ""]

      let answers = [
        try await api.post("/items", body), try await api.patch("/items/\(id)", ["source_id": ""]),
      ]
      let bulk = try await api.post("/items/bulk", ["items": [body, body], "atomic": false])

      #expect(answers.map(\.status) == [400, 400])
      #expect(answers.map { $0.json["error"]["details"]["field"] } == ["source_id", "source_id"])
      #expect(bulk.json["counts"]["errored"] == 2, "\(bulk.text)")
    }
  }

  @Test func `items of the system have no tags`() async throws {
    try await withSubject { api in
      let device: [String: JSONValue] = ["type": "system.device", "properties": ["name": "a"]]
      let made = try await api.post("/items", .object(device))
      let id: String = try #require(made.json["item"]["id"].stringValue, "\(made.text)")

      let tagged = try await api.post("/items/\(id)/tags", ["tags": ["x"]])
      let born = try await api.post(
        "/items", .object(device.merging(["tags": ["x"]]) { $1 }))

      #expect([tagged.status, born.status] == [400, 400])
      #expect(born.json["error"]["details"]["field"] == "tags")
    }
  }

  @Test func `an item is read with its outgoing edges and without extensions`() async throws {
    try await withSubject { api in
      let target = try await api.note("target")
      let id = try await api.note("source", ["edges": ["about": [.string(target)]]])
      _ = try await api.put("/items/\(id)/extensions/app.test", ["a": 1])

      let answer = try await api.get("/items/\(id)")

      #expect(answer.status == 200)
      let about: JSONValue = answer.json["item"]["edges"]["about"]
      #expect(about["edges"][0]["target_id"] == .string(target))
      #expect(about["has_more"] == false)
      #expect(answer.json["item"]["extensions"].isNull)
    }
  }

  @Test(arguments: ["GET", "PATCH", "DELETE"])
  func `an id that is none and an item that is not there have their codes`(
    method: String
  ) async throws {
    try await withSubject { api in
      let missing = "01890a5d-ac96-774b-bcce-b302099a8057"
      func send(_ path: String) async throws -> ContractAnswer {
        method == "PATCH"
          ? try await api.patch(path, ["properties": ["a": 1]])
          : try await api.send(ContractRequest(method, path))
      }

      let malformed = try await send("/items/not-an-id")
      let unknown = try await send("/items/\(missing)")

      #expect(malformed.status == (method == "PATCH" ? 400 : 404))
      #expect(malformed.code == (method == "PATCH" ? "invalid_id" : "item_not_found"))
      #expect(unknown.status == 404)
      #expect(unknown.code == "item_not_found")
    }
  }

  /// The rows of the documentation that name `invalid_id`, and those that have 404 alone.
  @Test(arguments: [
    ("GET", "/items/x/versions", "item_not_found"), ("GET", "/items/x/metadata", "item_not_found"),
    ("GET", "/items/x/edges", "item_not_found"), ("GET", "/items/x/backrefs", "item_not_found"),
    ("POST", "/items/x/restore", "item_not_found"), ("DELETE", "/items/x/purge", "item_not_found"),
    ("PUT", "/items/x/metadata", "item_not_found"),
    ("PATCH", "/items/x/metadata", "item_not_found"),
    ("POST", "/items/x/tags", "item_not_found"), ("DELETE", "/items/x/tags/a", "item_not_found"),
    ("GET", "/items/x/extensions/app.a", "item_not_found"),
    ("POST", "/items/x/transition", "invalid_id"), ("GET", "/items/x/extensions", "invalid_id"),
    ("PUT", "/items/x/extensions/app.a", "invalid_id"),
    ("DELETE", "/items/x/extensions/app.a", "invalid_id"),
    ("PATCH", "/edges/x", "edge_not_found"), ("DELETE", "/edges/x", "edge_not_found"),
  ])
  func `a text that is no id is answered as the route's row says`(
    method: String, path: String, code: String
  ) async throws {
    try await withSubject { api in
      let bodies: [String: JSONValue] = [
        "/items/x/transition": ["state": "archived"], "/edges/x": ["properties": [:]],
      ]
      let answer =
        ["GET", "DELETE"].contains(method)
        ? try await api.send(ContractRequest(method, path))
        : try await api.send(
          ContractRequest(method, path, json: bodies[path] ?? ["tags": ["a"]]))

      #expect(answer.status == (code == "invalid_id" ? 400 : 404), "\(answer.text)")
      #expect(answer.code == code)
    }
  }

  @Test(arguments: [
    "9223372036854775808", "-9223372036854775809", "123456789012345678901234567890",
  ])
  func `a whole number that would lose digits is refused with its place`(
    number: String
  ) async throws {
    try await withSubject { api in
      let text = #"{"type": "core.note", "properties": {"body": "x", "n": \#(number)}}"#

      let refused = try await api.send(ContractRequest("POST", "/items", body: Array(text.utf8)))
      let kept = try await api.post(
        "/items",
        ["type": "core.note", "properties": ["body": "x", "n": .integer(.max), "d": 9.5e300]])

      #expect(refused.status == 400)
      #expect(refused.code == "validation_error")
      #expect(refused.json["error"]["details"]["offset"] == 55, "\(refused.text)")
      #expect(kept.json["item"]["properties"]["n"] == .integer(.max))
      #expect(kept.json["item"]["properties"]["d"] == 9.5e300)
    }
  }

  @Test(arguments: ["", "photo.png", "sha256:", "sha256:0f", "0f", "md5:0f"])
  func `a file's blob is named by its hash`(reference: String) async throws {
    try await withSubject { api in
      let hash = "sha256:" + String(repeating: "0f", count: 32)
      for type in ["core.file", "core.file.image"] {
        let refused = try await api.post(
          "/items",
          ["type": .string(type), "properties": ["blob_ref": .string(reference)]])
        let made = try await api.post(
          "/items", ["type": .string(type), "properties": ["blob_ref": .string(hash)]])

        #expect(refused.status == 400)
        #expect(refused.code == "invalid_properties", "\(refused.text)")
        #expect(refused.text.contains("blob_ref"))
        #expect(made.status == 201, "\(made.text)")
      }
    }
  }
}
