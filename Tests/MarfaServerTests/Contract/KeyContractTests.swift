import MarfaModel
import MarfaServer
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct KeyContractTests {
  @Test func `a key shows its secret once and its maps always`() async throws {
    try await withSubject { api in
      let made = try await api.post(
        "/keys",
        [
          "label": "phone", "source": "Phone", "default_tier": "feed",
          "type_permissions": ["core.*": "write"],
        ])
      let secret: String = try #require(made.json["key"].stringValue, "\(made.text)")
      let list = try await api.get("/keys")

      #expect(made.status == 201)
      #expect(secret.hasPrefix("marfa_k1_"))
      #expect(made.json["role"] == "member")
      #expect(made.json["edge_permissions"] == [:])
      #expect(made.json["metadata_permissions"] == [:])
      #expect(made.json["last_used_at"].isNull)
      let shown = list.json["keys"].arrayValue?.first { $0["id"] == made.json["id"] }
      #expect(shown?["type_permissions"] == ["core.*": "write"])
      #expect(shown?.objectValue?["key"] == nil)
      #expect(!list.text.contains(secret))
    }
  }

  @Test func `items that a key makes carry its source and tier`() async throws {
    try await withSubject { api in
      let made = try await api.post(
        "/keys",
        [
          "label": "feed", "source": "Feeder", "default_tier": "feed",
          "type_permissions": ["*": "write"],
        ])
      let secret: String = try #require(made.json["key"].stringValue)
      let member = ContractAPI(subject: api.subject, key: secret)

      let answer = try await member.post(
        "/items", ["type": "core.note", "properties": ["body": "x"]])

      #expect(answer.json["item"]["source"] == "Feeder")
      #expect(answer.json["item"]["tier"] == "feed")
    }
  }

  @Test func `a key is changed in label, tier and maps, and in nothing else`() async throws {
    try await withSubject { api in
      let made = try await api.post("/keys", ["label": "a", "source": "b"])
      let id: String = try #require(made.json["id"].stringValue)

      let changed = try await api.patch(
        "/keys/\(id)", ["label": "c", "type_permissions": ["*": "read"]])
      let source = try await api.patch("/keys/\(id)", ["source": "x"])
      let role = try await api.patch("/keys/\(id)", ["role": "admin"])
      let none = try await api.patch("/keys/nobody", ["label": "x"])

      #expect(changed.status == 200)
      #expect(changed.json["label"] == "c")
      #expect(changed.json["source"] == "b")
      #expect(changed.json["type_permissions"] == ["*": "read"])
      #expect(source.code == "validation_error")
      #expect(role.code == "validation_error")
      #expect(none.status == 404)
      #expect(none.code == "not_found")
    }
  }

  @Test func `a revoked key is refused at once`() async throws {
    try await withSubject { api in
      let made = try await api.post(
        "/keys", ["label": "a", "source": "b", "type_permissions": ["*": "read"]])
      let secret: String = try #require(made.json["key"].stringValue)
      let id: String = try #require(made.json["id"].stringValue)
      let member = ContractAPI(subject: api.subject, key: secret)
      #expect(try await member.get("/items").status == 200)

      let revoked = try await api.delete("/keys/\(id)")

      #expect(revoked.json == ["ok": true])
      #expect(try await member.get("/items").status == 401)
      #expect(try await api.delete("/keys/\(id)").code == "not_found")
    }
  }

  @Test func `keys are the business of administrators, and admin keys of admins`() async throws {
    try await withSubject { api in
      let member = try await api.member(["type_permissions": ["*": "write"]])
      let tenant = try await api.member(["role": "tenant_admin"])

      for answer in [
        try await member.get("/keys"), try await member.post("/keys", [:]),
        try await member.patch("/keys/x", [:]), try await member.delete("/keys/x"),
        try await tenant.post("/keys", ["label": "a", "source": "b", "role": "admin"]),
      ] {
        #expect(answer.status == 403)
        #expect(answer.code == "forbidden")
      }
      let source = try await api.unique("Source")
      let own = try await tenant.post("/keys", ["label": "a", "source": .string(source)])
      #expect(own.status == 201)
    }
  }

  @Test func `a key that may not make an admin's key may not change or revoke one`() async throws {
    try await withSubject { api in
      let tenant = try await api.member(["role": "tenant_admin"])
      let made = try await api.post("/keys", ["label": "a", "source": "b", "role": "admin"])
      let id: String = try #require(made.json["id"].stringValue)
      let source = try await api.unique("Source")
      let weak = try await tenant.post("/keys", ["label": "a", "source": .string(source)])
      let member: String = try #require(weak.json["id"].stringValue)

      let changed = try await tenant.patch("/keys/\(id)", ["label": "mine"])
      let revoked = try await tenant.delete("/keys/\(id)")

      #expect(changed.code == "forbidden")
      #expect(revoked.code == "forbidden")
      #expect(try await tenant.delete("/keys/\(member)").status == 200)
      #expect(try await tenant.delete("/keys/nobody").code == "not_found")
      #expect(try await api.delete("/keys/\(id)").status == 200)
    }
  }

  @Test(arguments: [
    ("{}", "missing_required_field"), (#"{"label": "a"}"#, "missing_required_field"),
    (#"{"label": "", "source": "b"}"#, "validation_error"),
    (#"{"label": "a\u001b[31m", "source": "b"}"#, "validation_error"),
    (#"{"label": "a", "source": "b\nc"}"#, "validation_error"),
    (#"{"label": "a", "source": "b", "role": "king"}"#, "validation_error"),
    (#"{"label": "a", "source": "b", "type_permissions": {"a b": "read"}}"#, "validation_error"),
    (#"{"label": "a", "source": "b", "type_permissions": {"*": "all"}}"#, "validation_error"),
    (#"{"label": "a", "source": "b", "edge_permissions": {"*": "none"}}"#, "validation_error"),
    (#"{"label": "a", "source": "b", "key": "mine"}"#, "validation_error"),
  ])
  func `a key with bad fields is refused`(text: String, code: String) async throws {
    try await withSubject { api in
      let answer = try await api.post("/keys", try JSONParser.parse(text.utf8))

      #expect(answer.status == 400)
      #expect(answer.code == code)
    }
  }

  @Test(arguments: [
    "", ".", "..", "core.", "core..", ".core", "core..note", "core.*.x", "*.note", "core.**", "**",
    ".*", "..*", "core..*", " core.note", "core*",
  ])
  func `a pattern that fits no name is refused with its field`(pattern: String) async throws {
    try await withSubject { api in
      let made = try await api.post("/keys", ["label": "a", "source": "b"])
      let id: String = try #require(made.json["id"].stringValue)

      for map in [
        "type_permissions", "extension_permissions", "edge_permissions", "metadata_permissions",
      ] {
        let permissions: JSONValue = [pattern: "read"]
        let key = try await api.post(
          "/keys", .object(["label": "a", "source": "b", map: permissions]))
        let patch = try await api.patch("/keys/\(id)", .object([map: permissions]))

        for answer in [key, patch] {
          #expect(answer.status == 400, "\(answer.text)")
          #expect(answer.code == "validation_error")
          #expect(answer.json["error"]["details"]["field"] == .string("\(map).\(pattern)"))
        }
      }
    }
  }

  @Test func `a repeated creation makes one key and shows its secret once`() async throws {
    try await withSubject { api in
      let name = try await api.unique("repeat")
      func create(_ label: String) async throws -> ContractAnswer {
        try await api.post(
          "/keys", ["label": .string(label), "source": "S"], headers: ["idempotency-key": name])
      }

      let first = try await create(name)
      let again = try await create(name)
      let other = try await create("another")

      #expect(first.status == 201)
      #expect(first.json["key"].stringValue?.hasPrefix("marfa_k1_") == true)
      #expect(again.status == 201)
      #expect(again.headers["idempotent-replayed"] == "true")
      #expect(again.json["id"] == first.json["id"])
      #expect(again.json["key"].isNull)
      #expect(other.status == 400)
      #expect(other.code == "invalid_request")
      let keys = try await api.get("/keys").json["keys"].arrayValue ?? []
      #expect(keys.count { $0["label"] == .string(name) } == 1)
    }
  }

  @Test func `repeated changes of keys and profile are answered as the first time`() async throws {
    try await withSubject { api in
      let name = try await api.unique("repeat")
      let key = try await api.post("/keys", ["label": .string(name), "source": "S"])
      let id: String = try #require(key.json["id"].stringValue)
      let changes = [
        ContractRequest("PATCH", "/keys/\(id)", json: ["label": "b"]),
        ContractRequest("DELETE", "/keys/\(id)"),
        ContractRequest("PATCH", "/profile/me", json: ["bio": .string(name)]),
      ]

      for (number, change) in changes.enumerated() {
        var request = change
        request.headers["idempotency-key"] = "\(name)-\(number)"
        let first = try await api.send(request)
        let again = try await api.send(request)

        #expect(first.status == 200, "\(first.text)")
        #expect(first.headers["idempotent-replayed"] == nil)
        #expect(again.headers["idempotent-replayed"] == "true")
        #expect(again.body == first.body)
      }
    }
  }

  @Test func `the last admin cannot be revoked`() async throws {
    try await withServer { server in
      let keys = try await server.admin.get("/keys")
      let id: String = try #require(keys.json["keys"][0]["id"].stringValue)

      let answer = try await server.admin.delete("/keys/\(id)")

      #expect(answer.status == 409)
      #expect(answer.code == "conflict")
      #expect(try await server.admin.get("/items").status == 200)
    }
  }

  @Test func `a key that may not do everything makes no key that speaks for another`() async throws
  {
    try await withSubject { api in
      let source = try await api.unique("Source")
      let made = try await api.post(
        "/keys",
        ["label": "t", "source": .string(source), "role": "tenant_admin"])
      let tenant = ContractAPI(subject: api.subject, key: made.json["key"].stringValue)
      let other = try await api.unique("Other")
      _ = try await api.post("/keys", ["label": "o", "source": .string(other)])

      let own = try await tenant.post("/keys", ["label": "a", "source": .string(source)])
      let new = try await tenant.post("/keys", ["label": "a", "source": .string(source + "2")])
      let taken = try await tenant.post("/keys", ["label": "a", "source": .string(other)])
      let free = try await api.post("/keys", ["label": "a", "source": .string(other)])

      #expect(own.status == 201, "\(own.text)")
      #expect(new.status == 201)
      #expect(taken.status == 403)
      #expect(free.status == 201)
    }
  }

  @Test func `a webhook that another key changes gets what that key may see`() async throws {
    try await withSubject { api in
      let made = try await api.post(
        "/webhooks", ["url": "http://hooks.example/", "events": ["*"]])
      let id: String = try #require(made.json["id"].stringValue)
      let key = try await api.post(
        "/keys", ["label": "t", "source": "Tenant", "role": "tenant_admin"])
      let tenant = ContractAPI(subject: api.subject, key: key.json["key"].stringValue)

      let changed = try await tenant.patch(
        "/webhooks/\(id)", ["url": "http://hooks.example/mine"])

      #expect(made.json["owner_id"].stringValue != nil)
      #expect(changed.json["owner_id"] == key.json["id"])
      _ = try await api.delete("/webhooks/\(id)")
    }
  }
}
