import MarfaModel
import Testing

/// Webhooks, profile and batches.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct SpaceContractTests {
  @Test func `a webhook is made, changed, listed and removed`() async throws {
    try await withSubject { api in
      let made = try await api.post(
        "/webhooks",
        [
          "url": "http://hooks.example/hook", "events": ["item.created"],
          "type_filter": "core.note",
        ])
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
        "/webhooks", ["url": "http://hooks.example/all", "events": ["*"]])
      #expect(plain.json.objectValue?["type_filter"] == .null)
      #expect(made.json["active"] == true)
      #expect(made.json["type_filter"] == ["core.note"])
      // The secret that signs the posts is shown only when it has just been set.
      #expect(one.json.objectValue?["secret"] == .null)
      #expect(list.json["webhooks"][0].objectValue?["secret"] == .null)
      #expect(changed.json.objectValue?["secret"] == .null)
      #expect(one.json["url"] == "http://hooks.example/hook")
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
    (#"{"url": "http://127.0.0.1:9/", "events": ["item.created"]}"#, "validation_error"),
    (#"{"url": "http://[::1]:9/", "events": ["item.created"]}"#, "validation_error"),
    (#"{"url": "http://2130706433/", "events": ["item.created"]}"#, "validation_error"),
    (#"{"url": "http://169.254.169.254/", "events": ["item.created"]}"#, "validation_error"),
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

  @Test func `an https webhook is made only by a server that can deliver to it`() async throws {
    try await withSubject { api in
      let answer = try await api.post(
        "/webhooks", ["url": "https://hooks.example/hook", "events": ["*"]])

      #if TLS
      #expect(answer.status == 201)
      #else
      #expect(answer.status == 400)
      #expect(answer.text.contains("trait TLS"), "\(answer.text)")
      #endif
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
      let id = ItemIdGenerator().nextId()
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

  @Test func `a mistake in an entry is its own answer`() async throws {
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

  @Test func `administrators' actions are known afterwards, newest first`() async throws {
    try await withSubject { api in
      let key = try await api.post("/keys", ["label": "audited", "source": "Audited"])
      let id: String = try #require(key.json["id"].stringValue)
      _ = try await api.patch("/keys/\(id)", ["label": "renamed"])
      _ = try await api.delete("/keys/\(id)")
      let note = try await api.note()
      _ = try await api.delete("/items/\(note)")
      _ = try await api.delete("/items/\(note)/purge")

      let first = try await api.get("/audit?limit=2")
      let cursor: String = try #require(first.json["cursor"].stringValue)
      let second = try await api.get("/audit?limit=2&cursor=\(cursor)")
      let member = try await api.member(["type_permissions": ["*": "write"]])
      let refused = try await member.get("/audit")

      let entries = [first, second].flatMap { $0.json["data"].arrayValue ?? [] }
      #expect(
        entries.map { $0["action"].stringValue }
          == ["item.purged", "key.revoked", "key.changed", "key.created"])
      #expect(entries.map { $0["target"].stringValue } == [note, id, id, id])
      #expect(entries[3]["details"]["source"] == "Audited")
      #expect(entries.allSatisfy { $0["credential_id"].stringValue != nil })
      #expect(first.json["has_more"] == true)
      #expect(refused.status == 403)
    }
  }

  @Test func `the space's configuration is set, counts at once, and is left to the settings again`()
    async throws
  {
    try await withServer { server in
      let api = server.admin
      let unknown: JSONValue = [
        "type": "core.note", "properties": ["body": "x", "unknown_one": 1],
      ]
      let set = try await api.put(
        "/tenants/current/config",
        ["trash_retention_days": 7, "enforcement": ["strict_mode": ["types": true]]])
      let refused = try await api.post("/items", unknown)
      let bad = try await api.put("/tenants/current/config", ["trash_retention_days": 0])
      let left = try await api.put("/tenants/current/config", [:])
      let taken = try await api.post("/items", unknown)
      let member = try await api.member(["type_permissions": ["*": "write"]])

      #expect(set.status == 200, "\(set.text)")
      #expect(set.json["trash_retention_days"] == 7)
      #expect(refused.code == "invalid_properties")
      #expect(bad.status == 400)
      #expect(left.json["trash_retention_days"] == 60)
      #expect(left.json["enforcement"]["strict_mode"]["types"] == false)
      #expect(taken.status == 201)
      #expect(try await member.put("/tenants/current/config", [:]).status == 403)
      #expect(try await api.get("/tenants/current/config").json == left.json)
    }
  }

  @Test func `the picture of the profile is a blob that is served`() async throws {
    try await withServer { server in
      let api = server.admin
      let set = try await api.send(
        ContractRequest(
          "POST", "/profile/me/avatar", headers: ["content-type": "image/png"], body: [1, 2, 3]))
      let path: String = try #require(set.json["avatar_url"].stringValue, "\(set.text)")
      let bytes = try await api.get(path)
      let text = try await api.send(
        ContractRequest(
          "POST", "/profile/me/avatar", headers: ["content-type": "text/plain"], body: [1]))
      let member = try await api.member(["type_permissions": ["*": "write"]])
      let refused = try await member.delete("/profile/me/avatar")
      let cleared = try await api.delete("/profile/me/avatar")

      #expect(bytes.body == [1, 2, 3])
      #expect(bytes.headers["content-type"] == "image/png")
      #expect(text.status == 400)
      #expect(refused.status == 403)
      #expect(cleared.json.objectValue?["avatar_url"] == .null)
      #expect(try await server.server.environment.store.check() == [])
    }
  }
}
