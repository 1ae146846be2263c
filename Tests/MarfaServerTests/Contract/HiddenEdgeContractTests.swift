import MarfaModel
import Testing

/// An edge that a key cannot list changes nothing of what the key is shown.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct HiddenEdgeContractTests {
  /// A note with edges that a member may not see, its twin without any, and that member.
  private struct Scene {
    var tag: String
    var linked: String
    var plain: String
    /// A task, which the member may not see.
    var task: String
    /// A note, which it may see; the edges to and from it are of a type that it may not.
    var note: String
    var member: ContractAPI
  }

  private static func scene(_ api: ContractAPI) async throws -> Scene {
    let tag = try await api.unique("edge-")
    let note = try await api.note("other end")
    let made = try await api.post("/items", ["type": "core.task", "properties": ["title": "t"]])
    let task: String = try #require(made.json["item"]["id"].stringValue)
    let linked = try await api.note(tag, ["tags": [.string(tag)]])
    let plain = try await api.note(tag, ["tags": [.string(tag)]])
    _ = try await api.edge(linked, "about", task)
    _ = try await api.edge(task, "about", linked)
    _ = try await api.edge(linked, "references", note)
    _ = try await api.edge(note, "references", linked)
    let member = try await api.member([
      "type_permissions": ["core.note": "write"], "edge_permissions": ["about": "write"],
    ])
    return Scene(
      tag: tag, linked: linked, plain: plain, task: task, note: note, member: member)
  }

  private static func ids(_ answer: ContractAnswer, _ list: String = "data") -> Set<String> {
    Set(
      (answer.json[list].arrayValue ?? []).compactMap {
        $0["id"].stringValue ?? $0["item"]["id"].stringValue
      })
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      byte &- 48 < 10 || (byte | 0x20) &- 97 < 26
        ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  @Test(arguments: ["edge[about]", "backref[about]", "edge[references]", "backref[references]"])
  func `a filter does not reveal whether an item has hidden edges`(
    path: String
  ) async throws {
    try await withSubject { api in
      let scene = try await Self.scene(api)
      let end = path.contains("about") ? scene.task : scene.note
      let twins: Set = [scene.linked, scene.plain]

      for condition in [
        "\(path) exists", "\(path) eq \"\(end)\"", "\(path) ne \"\(end)\"",
        "\(path) in (\"\(end)\")", "\(path) contains \"\(end)\"", "\(path) eq null",
        "not \(path) exists", "\(path) exists or \(path) eq \"\(end)\"",
      ] {
        let filter = Self.encoded(condition)
        let all = try await api.get("/items?tags=\(scene.tag)&filter=\(filter)")
        let list = try await scene.member.get("/items?tags=\(scene.tag)&filter=\(filter)")
        let found = try await scene.member.get("/search?q=\(scene.tag)&filter=\(filter)")

        #expect(Self.ids(all).count == 1, "an administrator: \(condition) \(all.text)")
        #expect([[], twins].contains(Self.ids(list)), "\(condition) \(list.text)")
        #expect(Self.ids(found, "results") == Self.ids(list), "\(condition) \(found.text)")
      }
      let short = Self.encoded(path)
      let all = try await api.get("/items?tags=\(scene.tag)&\(short)=\(end)")
      let list = try await scene.member.get("/items?tags=\(scene.tag)&\(short)=\(end)")
      #expect(Self.ids(all) == [scene.linked])
      #expect(list.status == 200)
      #expect(Self.ids(list) == [])
    }
  }

  @Test func `an edge that may be listed is found by every filter`() async throws {
    try await withSubject { api in
      let scene = try await Self.scene(api)
      _ = try await api.edge(scene.linked, "about", scene.note)

      for filter in [
        "edge[about] exists", "edge[about] eq \"\(scene.note)\"",
        "not edge[about] ne \"\(scene.note)\"",
      ] {
        let list = try await scene.member.get(
          "/items?tags=\(scene.tag)&filter=\(Self.encoded(filter))")
        #expect(Self.ids(list) == [scene.linked], "\(filter) \(list.text)")
      }
      let back = try await scene.member.get("/items?backref%5Babout%5D=\(scene.linked)")
      #expect(Self.ids(back) == [scene.note])
    }
  }

  @Test func `replacing edges keeps hidden ones and does not reveal them`()
    async throws
  {
    try await withSubject { api in
      let scene = try await Self.scene(api)
      func about(_ target: String, of item: String) async throws -> ContractAnswer {
        try await scene.member.patch("/items/\(item)", ["edges": ["about": [.string(target)]]])
      }

      let there = try await about(scene.task, of: scene.linked)
      let notThere = try await about(scene.task, of: scene.plain)
      let other = try await about(scene.note, of: scene.linked)
      let none = try await scene.member.patch("/items/\(scene.linked)", ["edges": ["about": []]])

      #expect(there.status == 404)
      #expect(there.code == notThere.code)
      #expect(other.status == 200, "\(other.text)")
      #expect(none.status == 200)
      let edges = try await api.get("/items/\(scene.linked)/edges?edge_type=about")
      #expect(edges.json["data"].arrayValue?.map { $0["target_id"] } == [.string(scene.task)])
    }
  }

  @Test func `an edge that stops another is named only to who may see it`() async throws {
    try await withSubject { api in
      let scene = try await Self.scene(api)
      let parent = try await api.edge(scene.task, "parent-of", scene.plain)
      let member = try await api.member([
        "type_permissions": ["core.note": "write"], "edge_permissions": ["*": "write"],
      ])
      let body: JSONValue = [
        "source_id": .string(scene.linked), "target_id": .string(scene.plain),
        "edge_type": "parent-of",
      ]

      let told = try await api.post("/edges", body)
      let refused = try await member.post("/edges", body)

      #expect(told.json["error"]["details"]["edge_id"] == .string(parent))
      #expect(refused.code == "edge_constraint_violation")
      #expect(refused.json["error"]["details"]["edge_id"].isNull)
      #expect(!refused.text.contains(parent))
    }
  }

  @Test func `the owner of a natural key is revealed only to callers that may see it`() async throws
  {
    try await withSubject { api in
      let name = try await api.unique("key-")
      func member(_ type: String) async throws -> ContractAPI {
        try await api.member(["type_permissions": [.init(type): "write"]])
      }
      let tasks = try await member("core.task")
      let notes = try await member("core.note")
      let made = try await tasks.post(
        "/items",
        ["type": "core.task", "properties": ["title": "t"], "source_id": .string(name)])
      let task: String = try #require(made.json["item"]["id"].stringValue)
      let note = try await notes.note("mine")

      let upsert = try await notes.post(
        "/items",
        ["type": "core.note", "properties": ["body": "b"], "source_id": .string(name)])
      let move = try await notes.patch("/items/\(note)", ["source_id": .string(name)])

      for answer in [upsert, move] {
        #expect(answer.status == 409, "\(answer.text)")
        #expect(answer.code == "source_id_conflict")
        #expect(!answer.text.contains(task))
        #expect(!answer.text.contains("core.task"))
      }
    }
  }
}
