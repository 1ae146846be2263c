import MarfaModel
import Testing

/// `GET /snapshot` and `GET /changes` together, and what extensions have to do with them.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct SnapshotContractTests {
  /// What a device has, by the id of each thing.
  private struct Device {
    var items: [String: JSONValue] = [:]
    var edges: [String: JSONValue] = [:]
    var deleted: Set<String> = []
    var mustResync = false

    /// Takes the lines of an answer.
    ///
    /// - Returns: The first line.
    mutating func take(_ answer: ContractAnswer) throws -> JSONValue {
      try #require(answer.status == 200, "\(answer.text)")
      let lines = try answer.text.split(separator: "\n").map { try JSONParser.parse($0.utf8) }
      for line in lines.dropFirst() {
        if let id = line["item"]["id"].stringValue {
          items[id] = line
        } else if let id = line["edge"]["id"].stringValue {
          edges[id] = line["edge"]
        } else if line["resync"] == true {
          mustResync = true
        } else if let id = line["deleted"]["item_id"].stringValue {
          items[id] = nil
          deleted.insert(id)
        } else if let id = line["deleted"]["edge_id"].stringValue {
          edges[id] = nil
          deleted.insert(id)
        }
      }
      return lines.first ?? .null
    }

    /// Takes the rest of a snapshot.
    mutating func finish(_ api: ContractAPI, from next: String?) async throws {
      var next = next
      while let place = next {
        next = try take(await api.get("/snapshot?after=\(place)"))["next"].stringValue
      }
    }

    /// Takes everything that changed after an event.
    mutating func catchUp(_ api: ContractAPI, after id: String?) async throws {
      var id = id
      while let place = id {
        let head = try take(await api.get("/changes?after=\(place)"))
        id = head["next"].stringValue
      }
    }
  }

  @Test func `items that move, go and come between two parts are right after the changes`()
    async throws
  {
    try await withSubject { api in
      // Long enough for several parts of items.
      let long = String(repeating: "x", count: 900_000)
      var ids: [String] = []
      for _ in 0..<8 { ids.append(try await api.note(long)) }
      let edge = try await api.edge(ids[0], "about", ids[7])
      let kept = try await api.edge(ids[2], "about", ids[1])
      var device = Device()

      let first = try device.take(await api.get("/snapshot"))
      #expect(first["next"].stringValue?.hasPrefix("items-") == true)
      // One that was sent and one that was not, of each kind of change.
      _ = try await api.delete("/items/\(ids[1])")
      _ = try await api.post("/items/\(ids[6])/transition", ["state": "archived"])
      _ = try await api.delete("/items/\(ids[0])/purge")
      _ = try await api.delete("/items/\(ids[7])/purge")
      let made = try await api.note("made meanwhile")
      _ = try await api.put("/items/\(ids[2])/extensions/app.test", ["n": 1])
      try await device.finish(api, from: first["next"].stringValue)
      try await device.catchUp(api, after: first["event_id"].stringValue)

      var fresh = Device()
      try await fresh.finish(api, from: "items-0")
      #expect(device.items == fresh.items)
      #expect(device.edges == fresh.edges)
      #expect(device.items[made] != nil && device.items[ids[0]] == nil)
      #expect(device.items[ids[1]]?["item"]["state"] == "trashed")
      #expect(device.edges[kept] != nil)
      #expect(fresh.deleted.isSuperset(of: [ids[0], ids[7], edge]))
    }
  }

  @Test func `a snapshot ends with what was removed, without what is there again or hidden`()
    async throws
  {
    try await withSubject { api in
      let member = try await api.member(["type_permissions": ["core.note": "read"]])
      let id = try await api.note("gone")
      _ = try await api.delete("/items/\(id)/purge")
      let task = try await api.post(
        "/items", ["type": "core.task", "properties": ["title": "hidden"]])
      let hidden: String = try #require(task.json["item"]["id"].stringValue, "\(task.text)")
      _ = try await api.delete("/items/\(hidden)/purge")
      let back = try await api.note("back")
      _ = try await api.delete("/items/\(back)/purge")
      _ = try await api.note("again", ["id": .string(back)])
      var (all, some) = (Device(), Device())

      try await all.finish(api, from: "items-0")
      try await some.finish(member, from: "items-0")

      #expect(all.deleted.isSuperset(of: [id, hidden]))
      #expect(!all.deleted.contains(back) && all.items[back] != nil)
      #expect(some.deleted.contains(id) && !some.deleted.contains(hidden))
    }
  }

  @Test func `changes say after a silent bulk that no event names what changed`() async throws {
    try await withSubject { api in
      var device = Device()
      let start = try device.take(await api.get("/snapshot"))["event_id"].stringValue
      let bulk: JSONValue = [
        "mode": "upsert", "items": [["type": "core.note", "properties": ["body": "silent"]]],
      ]
      let answer = try await api.post("/items/bulk", bulk)
      #expect(answer.status == 200, "\(answer.text)")

      try await device.catchUp(api, after: start)

      #expect(device.mustResync)
      #expect(!device.deleted.contains(""))
    }
  }

  @Test func `an item is created with its extensions, which have events of their own`()
    async throws
  {
    try await withSubject { api in
      let member = try await api.member([
        "type_permissions": ["core.note": "write"], "extension_permissions": ["app.a": "write"],
      ])
      let reader = try await api.member([
        "type_permissions": ["core.note": "read"], "extension_permissions": ["app.b": "read"],
      ])
      let before = try await api.get("/snapshot").text.split(separator: "\n").first ?? ""
      let start = try JSONParser.parse(before.utf8)["event_id"].stringValue ?? ""
      let source = try await api.unique("with-extensions")
      let both: JSONValue = ["app.a": ["n": 1], "app.b": ["n": 2]]

      let refused = try await member.post(
        "/items", ["type": "core.note", "properties": ["body": "x"], "extensions": both])
      let id = try await api.note("x", ["extensions": both, "source_id": .string(source)])
      let again = try await api.post(
        "/items",
        [
          "type": "core.note", "properties": ["body": "x"], "source_id": .string(source),
          "extensions": ["app.a": ["n": 3]],
        ])
      _ = try await api.delete("/items/\(id)/extensions/app.b")

      #expect(refused.status == 403)
      #expect(again.status == 200)
      let stored = try await api.get("/items/\(id)/extensions").json["extensions"]
      #expect(stored == ["app.a": ["n": 3]])
      let seen = try await Self.extensionEvents(api, of: id, after: start, count: 4)
      #expect(seen.map { $0["namespace"] } == ["app.a", "app.b", "app.a", "app.b"])
      #expect(seen.map { $0["data"] } == [["n": 1], ["n": 2], ["n": 3], .null])
      #expect(seen.allSatisfy { $0["updated_at"].stringValue != nil })
      let shown = try await Self.extensionEvents(reader, of: id, after: start, count: 2)
      #expect(shown.map { $0["namespace"] } == ["app.b", "app.b"])
    }
  }

  /// The data of the first events about extensions of an item.
  private static func extensionEvents(
    _ api: ContractAPI, of item: String, after id: String, count: Int
  ) async throws -> [JSONValue] {
    var request = ContractRequest("GET", "/events?event=extensions_changed").with(key: api.key)
    request.headers["last-event-id"] = id
    return try await api.subject.stream(request) { head, bytes in
      try #require(head.status == 200)
      var found: [JSONValue] = []
      while found.count < count, let line = try await bytes.line() {
        guard line.hasPrefix("data: ") else { continue }
        let data = try JSONParser.parse(line.dropFirst(6).utf8)
        if data["item_id"] == .string(item) { found.append(data) }
      }
      return found
    }
  }
}
