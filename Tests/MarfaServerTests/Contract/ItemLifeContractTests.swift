import MarfaModel
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct ItemLifeContractTests {
  @Test func `delete trashes, restore brings back`() async throws {
    try await withSubject { api in
      let id = try await api.note()

      let deleted = try await api.delete("/items/\(id)")
      let trashed = try await api.get("/items/\(id)")
      let restored = try await api.post("/items/\(id)/restore")

      #expect(deleted.status == 200)
      #expect(deleted.json == ["ok": true])
      #expect(trashed.json["item"]["state"] == "trashed")
      #expect(restored.status == 200)
      #expect(restored.json["item"]["state"] == "active")
      #expect(restored.json["item"]["version"] == 1)
    }
  }

  @Test func `a move to another state names its device, and the text keeps its own`() async throws {
    try await withSubject { api in
      let id = try await api.note("a", ["device": "desk"])
      let path = "/items/\(id)"
      func devices() async throws -> [String?] {
        let item: JSONValue = try await api.get(path).json["item"]
        return ["device", "state_device"].map { item.objectValue?[$0]?.stringValue }
      }
      #expect(try await devices() == ["desk", nil])

      _ = try await api.delete(path + "?device=the%20laptop")
      #expect(try await devices() == ["desk", "the laptop"])
      _ = try await api.post(path + "/restore")
      #expect(try await devices() == ["desk", nil])
      let moved = try await api.post(
        path + "/transition", ["state": "archived", "device": "phone"])
      #expect(moved.json["item"]["state_device"] == "phone")
      _ = try await api.patch(path, ["properties": ["body": "b"], "device": "desk"])
      #expect(try await devices() == ["desk", "phone"])
      _ = try await api.post(path + "/transition", ["state": "active", "device": ""])
      #expect(try await devices() == ["desk", nil])
      let long = try await api.post(
        path + "/transition",
        ["state": "archived", "device": .string(String(repeating: "x", count: 1001))])
      #expect(long.code == "validation_error")
      #expect(try await devices() == ["desk", nil])
    }
  }

  @Test func `a batch names the device of a move to the trash, and its event reports it`()
    async throws
  {
    try await withServer { server in
      let api = server.admin
      let id = try await api.note()

      let answer = try await api.post(
        "/mutations",
        [
          "mutations": [
            ["id": "one", "method": "DELETE", "path": .string("/items/\(id)?device=the%20laptop")]
          ]
        ])

      #expect(answer.json["results"][0]["status"] == 200, "\(answer.text)")
      #expect(try await api.get("/items/\(id)").json["item"]["state_device"] == "the laptop")
      let again = try await api.send(
        ContractRequest(
          "DELETE", "/items/\(id)?device=the%20laptop", headers: ["idempotency-key": "one"]))
      #expect(again.headers["idempotent-replayed"] == "true", "\(again.text)")
      let changes = try await api.get("/changes?after=0").text
      #expect(changes.contains(#""state_device":"the laptop""#))
    }
  }

  @Test func `the lifecycle has its steps and no others`() async throws {
    try await withSubject { api in
      let id = try await api.note()
      func move(_ state: String) async throws -> ContractAnswer {
        try await api.post("/items/\(id)/transition", ["state": .string(state)])
      }

      #expect(try await move("archived").json["item"]["state"] == "archived")
      #expect(try await move("trashed").status == 200)
      let wrong = try await move("archived")
      #expect(wrong.status == 400)
      #expect(wrong.code == "invalid_transition")
      #expect(try await move("active").status == 200)
      #expect(try await move("gone").code == "validation_error")
      let empty = try await api.post("/items/\(id)/transition")
      #expect(empty.code == "missing_required_field")
    }
  }

  @Test func `purging is for administrators and takes edges along`() async throws {
    try await withSubject { api in
      let id = try await api.note()
      let target = try await api.note()
      let edge = try await api.edge(id, "about", target)
      let member = try await api.member(["type_permissions": ["*": "write"]])

      let refused = try await member.delete("/items/\(id)/purge")
      let purged = try await api.delete("/items/\(id)/purge")

      #expect(refused.status == 403)
      #expect(refused.code == "forbidden")
      #expect(purged.json == ["ok": true])
      #expect(try await api.get("/items/\(id)").code == "item_not_found")
      #expect(try await api.delete("/edges/\(edge)").code == "edge_not_found")
    }
  }

  @Test func `stats count the items of each state`() async throws {
    // A server of its own: others count what other tests make meanwhile.
    try await withServer { server in
      let api = server.admin
      let before = try await api.get("/items/stats").json
      let id = try await api.note()
      _ = try await api.note()
      _ = try await api.delete("/items/\(id)")

      let after = try await api.get("/items/stats").json

      func count(_ json: JSONValue, _ state: String) -> Int64 {
        json[state].integerValue ?? 0
      }
      #expect(count(after, "active") == count(before, "active") + 1)
      #expect(count(after, "trashed") == count(before, "trashed") + 1)
    }
    try await withSubject { api in
      let stats = try await api.get("/items/stats").json.objectValue ?? [:]
      #expect(stats.keys.sorted().starts(with: ["active", "archived", "trashed"]))
      #expect(stats.values.allSatisfy { $0.integerValue ?? -1 >= 0 })
    }
  }

  @Test func `tags are set, added and removed`() async throws {
    try await withSubject { api in
      let id = try await api.note("x", ["tags": ["a"]])
      func tags(_ answer: ContractAnswer) -> Set<String> {
        Set(answer.json["metadata"]["tags"].arrayValue?.compactMap(\.stringValue) ?? [])
      }

      #expect(tags(try await api.post("/items/\(id)/tags", ["tags": ["b", "a"]])) == ["a", "b"])
      #expect(
        tags(try await api.patch("/items/\(id)/metadata", ["tags": ["c"]])) == [
          "a", "b", "c",
        ])
      #expect(tags(try await api.delete("/items/\(id)/tags/a")) == ["b", "c"])
      #expect(tags(try await api.delete("/items/\(id)/tags/a")) == ["b", "c"])
      #expect(tags(try await api.put("/items/\(id)/metadata", ["tags": ["z"]])) == ["z"])
      #expect(tags(try await api.get("/items/\(id)/metadata")) == ["z"])
      #expect(tags(try await api.put("/items/\(id)/metadata", [:])).isEmpty)
      let none = try await api.post("/items/\(id)/tags", ["tags": []])
      #expect(none.status == 400)
      #expect(none.code == "validation_error")
      #expect(try await api.post("/items/\(id)/tags").code == "missing_required_field")
    }
  }

  @Test func `a tag with a colon goes through a path`() async throws {
    try await withSubject { api in
      let id = try await api.note("x", ["tags": ["folder:a", "b"]])

      let answer = try await api.delete("/items/\(id)/tags/folder%3Aa")

      #expect(answer.json["metadata"]["tags"] == ["b"])
    }
  }

  @Test func `extensions live under their namespace`() async throws {
    try await withSubject { api in
      let id = try await api.note()

      let set = try await api.put("/items/\(id)/extensions/app.test", ["a": [1, nil]])
      let one = try await api.get("/items/\(id)/extensions/app.test")
      let all = try await api.get("/items/\(id)/extensions")
      let none = try await api.get("/items/\(id)/extensions/app.other")
      let removed = try await api.delete("/items/\(id)/extensions/app.test")
      let again = try await api.delete("/items/\(id)/extensions/app.test")

      #expect(set.status == 200)
      #expect(set.json["extensions"]["app.test"] == ["a": [1, nil]])
      #expect(one.json == ["namespace": "app.test", "data": ["a": [1, nil]]])
      #expect(all.json["extensions"]["app.test"] == ["a": [1, nil]])
      #expect(none.json == ["namespace": "app.other", "data": nil])
      #expect(removed.json["extensions"]["app.test"].isNull)
      #expect(again.status == 200)
      let large = try await api.put(
        "/items/\(id)/extensions/app.test",
        ["a": .string(String(repeating: "x", count: 110_000))])
      #expect(large.status == 400)
      #expect(try await api.put("/items/\(id)/extensions/app.test", [1]).status == 400)
    }
  }
}
