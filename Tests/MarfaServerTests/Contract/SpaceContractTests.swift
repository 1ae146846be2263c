import MarfaModel
import Testing

/// Webhooks, profile and batches.
@Suite(.everyStore) struct SpaceContractTests {
  @Test func `a webhook is made, changed, listed and removed`() async throws {
    try await withSubject { api in
      let made = try await api.post(
        "/webhooks",
        ["url": "http://127.0.0.1:9/hook", "events": ["item.created"], "type_filter": "core.note"])
      let id: String = try #require(made.json["id"].stringValue, "\(made.text)")

      let one = try await api.get("/webhooks/\(id)")
      let list = try await api.get("/webhooks")
      let changed = try await api.patch("/webhooks/\(id)", ["active": false])
      let deliveries = try await api.get("/webhooks/\(id)/deliveries")
      let removed = try await api.delete("/webhooks/\(id)")

      #expect(made.status == 201)
      #expect(made.json["secret"].stringValue?.isEmpty == false)
      // What the documentation names is there, also without a value.
      let plain = try await api.post(
        "/webhooks", ["url": "http://127.0.0.1:9/all", "events": ["*"]])
      #expect(plain.json.objectValue?["type_filter"] == .null)
      #expect(made.json["active"] == true)
      #expect(made.json["type_filter"] == ["core.note"])
      #expect(one.json["url"] == "http://127.0.0.1:9/hook")
      #expect(list.json["webhooks"].arrayValue?.contains { $0["id"] == .string(id) } == true)
      #expect(changed.json["active"] == false)
      #expect(deliveries.json["deliveries"].arrayValue != nil)
      #expect(removed.json == ["ok": true])
      for answer in [
        try await api.get("/webhooks/\(id)"), try await api.patch("/webhooks/\(id)", [:]),
        try await api.delete("/webhooks/\(id)"), try await api.get("/webhooks/\(id)/deliveries"),
      ] {
        #expect(answer.status == 404)
        #expect(answer.code == "webhook_not_found")
      }
    }
  }

  @Test(arguments: [
    ("{}", "missing_required_field"),
    (#"{"url": "http://a.example"}"#, "missing_required_field"),
    (#"{"url": "http://a.example", "events": []}"#, "validation_error"),
    (#"{"url": "http://a.example", "events": ["no.such"]}"#, "validation_error"),
    (#"{"url": "ftp://a.example", "events": ["item.created"]}"#, "validation_error"),
    (#"{"url": "not an address", "events": ["item.created"]}"#, "validation_error"),
    (#"{"url": "http://a.example:99999/", "events": ["item.created"]}"#, "validation_error"),
    (#"{"url": "http://a.example/\n", "events": ["item.created"]}"#, "validation_error"),
  ])
  func `a bad webhook is refused`(text: String, code: String) async throws {
    try await withSubject { api in
      let answer = try await api.post("/webhooks", try JSONParser.parse(text.utf8))

      #expect(answer.status == 400)
      #expect(answer.code == code)
      let member = try await api.member(["type_permissions": ["*": "write"]])
      #expect(try await member.get("/webhooks").status == 403)
    }
  }

  @Test func `the profile is empty, then what was written`() async throws {
    try await withSubject { api in
      let changed = try await api.patch(
        "/profile/me", ["username": "ada", "email": "ada@example.org"])
      let read = try await api.get("/profile/me")
      let member = try await api.member(["type_permissions": ["*": "write"]])

      #expect(changed.status == 200, "\(changed.text)")
      #expect(read.json["username"] == "ada")
      #expect(read.json["email_verified"] == false)
      #expect(
        Set(read.json.objectValue?.keys ?? [:].keys) == [
          "username", "first_name", "last_name", "bio", "avatar_url", "email", "email_verified",
          "created_at", "updated_at",
        ])
      #expect(try await member.get("/profile/me").json["username"] == "ada")
      #expect(try await member.patch("/profile/me", ["bio": "x"]).status == 403)
      for email in ["none", "@", "ada@", "@example.org", "a@b@c", "a d@example.org", "a@b..c"] {
        let refused = try await api.patch("/profile/me", ["email": .string(email)])
        #expect(refused.code == "validation_error", "\(email)")
        #expect(refused.json["error"]["details"]["field"] == "email")
      }
      #expect(try await api.patch("/profile/me", ["email": "ä+b@localhost"]).status == 200)
      #expect(try await api.patch("/profile/me", ["avatar_url": "x"]).code == "validation_error")
    }
  }

  @Test func `a batch is carried out in order, each entry once`() async throws {
    try await withSubject { api in
      let id = ItemIDGenerator().nextID()
      let other = try await api.note("other")
      let path = "/items/\(id)"
      let batch: JSONValue = [
        "mutations": [
          [
            "id": .string("create-" + id), "method": "POST", "path": "/items",
            "body": ["id": .string(id), "type": "core.note", "properties": ["body": "one"]],
          ],
          [
            "id": .string("patch-" + id), "method": "PATCH", "path": .string(path),
            "body": ["properties": ["body": "two"], "version": 1],
          ],
          [
            "id": .string("stale-" + id), "method": "PATCH", "path": .string(path),
            "body": ["properties": ["body": "three"], "version": 1],
          ],
          [
            "id": .string("late-" + id), "method": "POST", "path": .string(path + "/tags"),
            "body": ["tags": ["x"]],
          ],
          [
            "id": .string("free-" + id), "method": "DELETE", "path": .string("/items/\(other)"),
          ],
        ]
      ]

      let first = try await api.post("/mutations", batch)
      let again = try await api.post("/mutations", batch)

      let results = first.json["results"].arrayValue ?? []
      #expect(results.map { $0["status"] } == [201, 200, 409, 424, 200], "\(first.text)")
      #expect(results[2]["body"]["error"]["code"] == "version_conflict")
      #expect(results[2]["body"]["current"]["version"] == 2)
      #expect(results[3]["body"]["error"]["code"] == "dependency_failed")
      #expect(again.json["results"][1]["body"] == results[1]["body"])
      #expect(try await api.get(path).json["item"]["version"] == 2)
    }
  }

  @Test func `what is wrong with an entry is its own answer`() async throws {
    try await withSubject { api in
      let mark = try await api.unique("m")
      func entry(_ index: Int, _ method: String, _ path: String) -> JSONValue {
        ["id": .string("\(mark)-\(index)"), "method": .string(method), "path": .string(path)]
      }

      let answer = try await api.post(
        "/mutations",
        [
          "mutations": [
            entry(0, "POST", "/keys"), entry(1, "POST", "/items"), entry(2, "GET", "/items"),
            entry(3, "DELETE", "/items/nobody"),
          ]
        ])
      let doubled = try await api.post(
        "/mutations", ["mutations": [entry(9, "POST", "/items"), entry(9, "POST", "/items")]])

      #expect(answer.status == 200, "\(answer.text)")
      let codes = (answer.json["results"].arrayValue ?? []).map { $0["body"]["error"]["code"] }
      #expect(codes == ["not_found", "validation_error", "not_found", "item_not_found"])
      #expect(doubled.status == 400)
      #expect(try await api.post("/mutations").code == "missing_required_field")
    }
  }
}
