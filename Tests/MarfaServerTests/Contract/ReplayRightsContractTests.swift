import MarfaModel
import Testing

/// Repeated requests of keys whose rights changed in between.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct ReplayRightsContractTests {
  private struct Member {
    var api: ContractAPI
    var id: String
  }

  private func member(_ admin: ContractAPI) async throws -> Member {
    let made = try await admin.post(
      "/keys",
      [
        "label": "m", "source": .string(try await admin.unique("Member")),
        "type_permissions": ["core.note": "write", "core.task": "read"],
        "edge_permissions": ["*": "write"],
        "extension_permissions": ["app.mine": "write", "app.private": "read"],
      ])
    return Member(
      api: ContractAPI(subject: admin.subject, key: made.json["key"].stringValue),
      id: try #require(made.json["id"].stringValue, "\(made.text)"))
  }

  private func task(_ admin: ContractAPI) async throws -> String {
    let made = try await admin.post(
      "/items", ["type": "core.task", "properties": ["title": "hidden"]])
    return try #require(made.json["item"]["id"].stringValue, "\(made.text)")
  }

  @Test func `a replay shows no extension that was taken since`() async throws {
    try await withSubject { api in
      let note = try await api.note()
      _ = try await api.put("/items/\(note)/extensions/app.private", ["pin": 1234])
      let member = try await member(api)
      let name = try await api.unique("k")
      func extend() async throws -> ContractAnswer {
        try await member.api.send(
          ContractRequest(
            "PUT", "/items/\(note)/extensions/app.mine", json: ["a": 1],
            headers: ["idempotency-key": name + "1"]))
      }
      func tag() async throws -> ContractAnswer {
        try await member.api.post(
          "/items/\(note)/tags", ["tags": ["a"]], headers: ["idempotency-key": name + "2"])
      }
      let (first, tagged) = (try await extend(), try await tag())
      #expect(first.text.contains("1234"), "\(first.text)")
      #expect(tagged.status == 200, "\(tagged.text)")

      let same = try await extend()
      #expect(same.body == first.body)
      #expect(same.headers["idempotent-replayed"] == "true")
      let change: JSONValue = ["extension_permissions": ["app.mine": "write"]]
      #expect(try await api.patch("/keys/\(member.id)", change).status == 200)

      for again in [try await extend(), try await tag()] {
        #expect(again.status == 200, "\(again.text)")
        #expect(again.headers["idempotent-replayed"] == "true")
        #expect(!again.text.contains("1234"), "\(again.text)")
      }
    }
  }

  @Test func `a replay shows no edge to what was taken since`() async throws {
    try await withSubject { api in
      let (note, task) = (try await api.note(), try await task(api))
      let member = try await member(api)
      let name = try await api.unique("k")
      func create() async throws -> ContractAnswer {
        try await member.api.post(
          "/items",
          [
            "type": "core.note", "properties": ["body": "x"],
            "edges": ["about": [.string(task)]],
          ], headers: ["idempotency-key": name + "1"])
      }
      func link() async throws -> ContractAnswer {
        try await member.api.post(
          "/edges",
          [
            "source_id": .string(note), "target_id": .string(task), "edge_type": "about",
          ], headers: ["idempotency-key": name + "2"])
      }
      let (made, linked) = (try await create(), try await link())
      #expect(made.status == 201 && made.text.contains(task), "\(made.text)")
      #expect(linked.status == 201, "\(linked.text)")

      let change: JSONValue = ["type_permissions": ["core.note": "write"]]
      #expect(try await api.patch("/keys/\(member.id)", change).status == 200)
      let (madeAgain, linkedAgain) = (try await create(), try await link())

      #expect(madeAgain.status == 201, "\(madeAgain.text)")
      #expect(madeAgain.json["item"]["id"] == made.json["item"]["id"])
      #expect(!madeAgain.text.contains(task), "\(madeAgain.text)")
      #expect(linkedAgain.status == 404, "\(linkedAgain.text)")
      #expect(try await api.get("/items/\(note)/edges").text.contains(task))
    }
  }
}
