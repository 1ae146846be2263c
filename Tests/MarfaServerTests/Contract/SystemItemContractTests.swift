import MarfaModel
import Testing

/// What the server keeps of its own, listed as items of system types.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct SystemItemContractTests {
  private func items(
    of type: String, _ api: ContractAPI, _ more: String = ""
  ) async throws -> [JSONValue] {
    let answer = try await api.get("/items?type=\(type)&limit=200&sort=created_at\(more)")
    try #require(answer.status == 200, "\(answer.text)")
    return answer.json["data"].arrayValue ?? []
  }

  @Test func `keys are items of system.credential without their secrets`() async throws {
    try await withSubject { api in
      let label = try await api.unique("key-")
      let made = try await api.post(
        "/keys",
        [
          "label": .string(label), "source": "Reader", "default_tier": "feed",
          "type_permissions": ["core.*": "read"],
        ])
      let id: String = try #require(made.json["id"].stringValue)
      let secret: String = try #require(made.json["key"].stringValue)

      let all = try await items(of: "system.credential", api)
      let filter = "&filter=properties.label%20eq%20%22\(label)%22"
      let filtered = try await items(of: "system.credential", api, filter)
      let one = try await api.get("/items/\(id)")

      let item: JSONValue = try #require(all.first { $0["id"].stringValue == id })
      #expect(filtered == [item])
      #expect(one.json["item"]["properties"] == item["properties"])
      #expect(item["type"] == "system.credential")
      #expect(item["state"] == "active")
      #expect(item["source"] == "Reader")
      #expect(item["tier"].isNull)
      #expect(item["created_at"] == made.json["created_at"])
      #expect(item["properties"]["kind"] == "api_key")
      #expect(item["properties"]["label"] == .string(label))
      #expect(item["properties"]["role"] == "member")
      #expect(item["properties"]["default_tier"] == "feed")
      #expect(item["properties"]["is_platform"] == false)
      #expect(item["properties"]["type_permissions"] == ["core.*": "read"])
      #expect(!JSONWriter.string(of: .array(all)).contains(secret))
      _ = try await api.delete("/keys/\(id)")
      #expect(try await items(of: "system.credential", api, filter) == [])
      #expect(try await api.get("/items/\(id)").code == "item_not_found")
    }
  }

  @Test func `webhooks are items of system.webhook without their secrets`() async throws {
    try await withSubject { api in
      let made = try await api.post(
        "/webhooks",
        [
          "url": "http://example.org/hook", "events": ["item.created"], "secret": "not shown",
          "type_filter": ["core.note"],
        ])
      let id: String = try #require(made.json["id"].stringValue)

      let all = try await items(of: "system.webhook", api, "&include=metadata")

      let item: JSONValue = try #require(
        all.first { $0["item"]["id"].stringValue == id }?["item"])
      #expect(
        item["properties"] == [
          "url": "http://example.org/hook", "events": ["item.created"],
          "type_filter": ["core.note"], "active": true,
        ])
      _ = try await api.delete("/webhooks/\(id)")
    }
  }

  @Test func `the profile is an item of system.profile`() async throws {
    try await withSubject { api in
      let name = try await api.unique("ada-")
      let changed = try await api.patch(
        "/profile/me", ["username": .string(name), "email": "ada@example.org"])
      let member = try await api.member(["type_permissions": ["system.profile": "read"]])
      let stranger = try await api.member(["type_permissions": ["core.*": "read"]])

      let filter = "&filter=properties.username%20eq%20%22\(name)%22"
      let found = try await items(of: "system.profile", api, filter)
      let item: JSONValue = try #require(found.first)
      let id: String = try #require(item["id"].stringValue)

      #expect(found.count == 1)
      #expect(UUIDv7.isValid(id))
      #expect(item["type"] == "system.profile")
      #expect(item["state"] == "active")
      #expect(item["tier"].isNull)
      #expect(item["properties"]["username"] == .string(name))
      #expect(item["properties"]["email"] == "ada@example.org")
      #expect(item["properties"]["email_verified"] == false)
      #expect(item["properties"].objectValue?["id"] == nil)
      #expect(item["created_at"] == changed.json["created_at"])
      #expect(item["updated_at"] == changed.json["updated_at"])
      #expect(try await items(of: "system.profile", member) == [item])
      #expect(try await member.get("/items/\(id)").json["item"]["properties"] == item["properties"])
      #expect(try await items(of: "system.profile", stranger) == [])
      #expect(try await stranger.get("/items/\(id)").code == "item_not_found")
      _ = try await api.patch("/profile/me", ["bio": .string(name)])
      #expect(try await items(of: "system.profile", api).first?["id"] == .string(id))
    }
  }

  @Test func `no route of items changes what the server keeps`() async throws {
    try await withSubject { api in
      _ = try await api.patch("/profile/me", ["bio": "a few words"])
      let hook = try await api.post(
        "/webhooks", ["url": "http://example.org/hook", "events": ["*"]])
      let note = try await api.note()

      for type in ["system.credential", "system.webhook", "system.profile"] {
        let before: JSONValue = try #require(try await items(of: type, api).first)
        let id: String = try #require(before["id"].stringValue)
        let path = "/items/\(id)"

        for answer in [
          try await api.patch(path, ["properties": ["label": "x", "bio": "x", "url": "x"]]),
          try await api.delete(path), try await api.post(path + "/restore"),
          try await api.post(path + "/transition", ["state": "archived"]),
          try await api.delete(path + "/purge"),
          try await api.post(path + "/tags", ["tags": ["x"]]),
          try await api.put(path + "/extensions/app.x", ["a": 1]),
          try await api.post(
            "/edges",
            ["source_id": .string(note), "target_id": .string(id), "edge_type": "about"]),
        ] {
          #expect(answer.status == 403, "\(answer.text)")
          #expect(answer.code == "type_not_permitted")
        }
        let purge = try await api.post(
          "/items/bulk_action",
          ["filter": ["type": .string(type)], "action": "purge", "confirm": "PURGE"])
        #expect(purge.json["matched"] == 0, "\(purge.text)")
        #expect(try await items(of: type, api).first { $0["id"] == .string(id) } == before)
        for part in ["/versions", "/metadata", "/extensions", "/edges", "/backrefs"] {
          #expect(try await api.get(path + part).status == 200, "\(part)")
        }
      }
      _ = try await api.delete("/webhooks/\(hook.json["id"].stringValue ?? "")")
    }
  }

  @Test func `only administrators see them, and pages follow each other`() async throws {
    try await withSubject { api in
      let member = try await api.member(["type_permissions": ["*": "write"]])
      _ = try await api.member()

      let first = try await api.get("/items?type=system.credential&limit=1")
      let cursor: String = try #require(first.json["cursor"].stringValue)
      let second = try await api.get("/items?type=system.credential&limit=1&cursor=\(cursor)")

      let ids = [first, second].compactMap { $0.json["data"][0]["id"].stringValue }
      #expect(Set(ids).count == 2)
      #expect(try await items(of: "system.credential", member) == [])
      #expect(try await member.get("/items/\(ids[0])").code == "item_not_found")
    }
  }

  @Test func `items of the other system types are listed, too`() async throws {
    try await withSubject { api in
      let name = try await api.unique("device-")
      let made = try await api.post(
        "/items", ["type": "system.device", "properties": ["name": .string(name)]])
      let id: String = try #require(made.json["item"]["id"].stringValue)

      let devices = try await items(of: "system.device", api)

      #expect(devices.contains { $0["id"].stringValue == id })
      #expect(try await items(of: "system.activity", api) == [])
    }
  }

  @Test(arguments: ["system.credential", "system.webhook", "system.profile"])
  func `nobody makes items that look like keys, webhooks or the profile`(type: String) async throws
  {
    try await withSubject { api in
      let label = try await api.unique("fake-")
      let member = try await api.member(["type_permissions": ["*": "write"]])
      let item: JSONValue = [
        "type": .string(type), "properties": ["label": .string(label)],
      ]

      for caller in [api, member] {
        let answer = try await caller.post("/items", item)
        #expect(answer.status == 400)
        #expect(answer.code == "invalid_type", "\(answer.text)")
      }
      let bulk = try await api.post("/items/bulk", ["items": [item], "atomic": false])
      #expect(bulk.json["results"][0]["error"]["code"] == "invalid_type", "\(bulk.text)")
      let filter = "&filter=properties.label%20eq%20%22\(label)%22"
      #expect(try await items(of: type, api, filter) == [])
    }
  }
}
