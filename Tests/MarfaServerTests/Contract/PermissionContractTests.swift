import MarfaModel
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct PermissionContractTests {
  @Test func `without a key nothing is read and nothing is written`() async throws {
    try await withSubject { api in
      let nobody = ContractAPI(subject: api.subject, key: nil)
      let stranger = ContractAPI(subject: api.subject, key: "marfa_k1_unknown")

      for caller in [nobody, stranger] {
        for answer in [
          try await caller.get("/items"), try await caller.post("/items", ["type": "core.note"]),
          try await caller.get("/types"), try await caller.get("/keys"),
          try await caller.get("/capabilities"), try await caller.post("/keys", [:]),
        ] {
          #expect(answer.status == 401, "\(answer.text)")
          #expect(answer.code == "unauthorized")
          #expect(answer.headers["www-authenticate"] == "Bearer")
        }
      }
    }
  }

  @Test func `an item that may not be read is as if it were not there`() async throws {
    try await withSubject { api in
      let tag = try await api.unique("hidden-")
      let id = try await api.note(tag, ["tags": [.string(tag)]])
      let target = try await api.note()
      let edge = try await api.edge(id, "about", target)
      let member = try await api.member([
        "type_permissions": ["core.task": "write"], "edge_permissions": ["*": "write"],
      ])

      #expect(try await member.get("/items/\(id)").code == "item_not_found")
      #expect(try await member.patch("/items/\(id)", [:]).code == "item_not_found")
      #expect(try await member.delete("/items/\(id)").code == "item_not_found")
      #expect(try await member.get("/items/\(id)/versions").code == "item_not_found")
      #expect(try await member.get("/items/\(id)/edges").code == "item_not_found")
      #expect(try await member.get("/items?tags=\(tag)").json["data"] == [])
      #expect(try await member.get("/search?q=\(tag)").json["results"] == [])
      #expect(try await member.delete("/edges/\(edge)").code == "edge_not_found")
      let tags = try await member.get("/metadata/tags").json["tags"].arrayValue ?? []
      #expect(!tags.contains { $0["tag"] == .string(tag) })
    }
  }

  @Test func `a reader may not write, which is said before the body is looked at`() async throws {
    try await withSubject { api in
      let id = try await api.note()
      let reader = try await api.member(["type_permissions": ["core.note": "read"]])

      let read = try await reader.get("/items/\(id)")
      let invalid = try await reader.post("/items", ["type": "core.note"])
      let misshapen = try await reader.post("/items", ["type": "core.note", "tags": 5])
      let patch = try await reader.patch("/items/\(id)", ["properties": ["body": 5]])
      let trash = try await reader.delete("/items/\(id)")
      let tags = try await reader.post("/items/\(id)/tags", ["tags": ["x"]])

      #expect(read.status == 200)
      for answer in [invalid, misshapen, patch, trash, tags] {
        #expect(answer.status == 403, "\(answer.text)")
        #expect(answer.code == "type_not_permitted")
      }
    }
  }

  @Test func `reads inherit down the type tree and writes do not`() async throws {
    try await withSubject { api in
      let name = try await api.unique("user.")
      _ = try await api.post(
        "/types", ["id": .string(name), "parent": "core.note", "fields": [:], "version": 1])
      let made = try await api.post(
        "/items", ["type": .string(name), "properties": ["body": "x"]])
      let id: String = try #require(made.json["item"]["id"].stringValue)
      let member = try await api.member(["type_permissions": ["core.note": "write"]])

      #expect(try await member.get("/items/\(id)").status == 200)
      let write = try await member.patch("/items/\(id)", ["properties": ["body": "y"]])
      #expect(write.status == 403)
      #expect(write.code == "type_not_permitted")
    }
  }

  @Test func `an edge needs its own type and the source's type`() async throws {
    try await withSubject { api in
      let source = try await api.note()
      let target = try await api.note()
      let body: JSONValue = [
        "source_id": .string(source), "target_id": .string(target), "edge_type": "about",
      ]
      let edgeOnly = try await api.member([
        "type_permissions": ["*": "read"], "edge_permissions": ["about": "write"],
      ])
      let typeOnly = try await api.member(["type_permissions": ["*": "write"]])
      let both = try await api.member([
        "type_permissions": ["*": "write"], "edge_permissions": ["about": "write"],
      ])

      let first = try await edgeOnly.post("/edges", body)
      let second = try await typeOnly.post("/edges", body)
      let inline = try await typeOnly.post(
        "/items",
        ["type": "core.note", "properties": ["body": "x"], "edges": ["about": [.string(target)]]])
      let third = try await both.post("/edges", body)

      #expect(first.status == 403)
      #expect(first.code == "type_not_permitted")
      #expect(second.status == 403)
      #expect(second.code == "edge_permission_denied")
      #expect(inline.status == 403)
      #expect(inline.code == "edge_permission_denied")
      #expect(third.status == 201, "\(third.text)")
    }
  }

  @Test func `a tenant_admin administers the space within its maps`() async throws {
    try await withSubject { api in
      let tag = try await api.unique("maps-")
      let note = try await api.note(tag, ["tags": [.string(tag)]])
      let task = try await api.post(
        "/items",
        ["type": "core.task", "properties": ["title": "x"], "tags": [.string(tag)]])
      let id: String = try #require(task.json["item"]["id"].stringValue)
      let tenant = try await api.member([
        "role": "tenant_admin", "type_permissions": ["core.task": "write", "core.note": "read"],
      ])
      let bare = try await api.member(["role": "tenant_admin"])
      let entry: JSONValue = ["type": "core.note", "properties": ["body": "x"]]

      #expect(try await bare.get("/items?tags=\(tag)").json["data"] == [])
      #expect(try await bare.get("/items/\(id)").code == "item_not_found")
      #expect(try await bare.get("/items?type=system.credential").json["data"] == [])
      #expect(try await bare.post("/types", ["id": "user.x"]).code == "forbidden")
      #expect(try await bare.patch("/profile/me", ["bio": "x"]).code == "forbidden")
      #expect(try await bare.get("/keys").status == 200)
      #expect(try await bare.get("/webhooks").status == 200)
      #expect(try await bare.get("/metrics").status == 200)
      #expect(try await tenant.patch("/items/\(note)", [:]).code == "type_not_permitted")
      #expect(try await tenant.delete("/items/\(note)/purge").code == "type_not_permitted")
      let bulk = try await tenant.post("/items/bulk", ["items": [entry], "atomic": false])
      #expect(bulk.json["results"][0]["error"]["code"] == "type_not_permitted", "\(bulk.text)")
      let purge = try await tenant.post(
        "/items/bulk_action",
        ["filter": ["tags": [.string(tag)]], "action": "purge", "confirm": "PURGE"])
      #expect(purge.json["matched"] == 2, "\(purge.text)")
      #expect(purge.json["updated"] == 1)
      #expect(purge.json["errors"][0]["code"] == "type_not_permitted")
      #expect(try await api.get("/items/\(note)").status == 200)
      #expect(try await api.get("/items/\(id)").status == 404)
    }
  }

  @Test func `an edge is refused in the same words before and after its rows are read`()
    async throws
  {
    try await withSubject { api in
      let source = try await api.note()
      let target = try await api.note()
      let edge = try await api.edge(source, "about", target)
      let member = try await api.member([
        "type_permissions": ["*": "write"], "edge_permissions": ["*": "read"],
      ])

      let made = try await member.post(
        "/edges",
        ["source_id": .string(target), "target_id": .string(source), "edge_type": "about"])
      let changed = try await member.patch("/edges/\(edge)", ["properties": ["a": 1]])
      let inline = try await member.patch(
        "/items/\(source)", ["edges": ["about": [.string(target)]]])

      #expect(made.status == 403)
      #expect(made.json["error"]["message"] == "The key may not write edges about.")
      #expect(changed.json["error"] == made.json["error"])
      #expect(inline.json["error"] == made.json["error"])
    }
  }

  @Test func `extensions follow their own map`() async throws {
    try await withSubject { api in
      let id = try await api.note()
      _ = try await api.put("/items/\(id)/extensions/app.open", ["a": 1])
      _ = try await api.put("/items/\(id)/extensions/app.closed", ["b": 2])
      let member = try await api.member([
        "type_permissions": ["*": "write"], "extension_permissions": ["app.open": "read"],
      ])

      let all = try await member.get("/items/\(id)/extensions")
      let closed = try await member.get("/items/\(id)/extensions/app.closed")
      let write = try await member.put("/items/\(id)/extensions/app.open", ["a": 2])

      #expect(all.json["extensions"] == ["app.open": ["a": 1]])
      #expect(closed.status == 403)
      #expect(closed.code == "forbidden")
      #expect(write.status == 403)
    }
  }
}
