import MarfaModel
import Testing

/// What a device needs to be like the server; announced in `/capabilities`.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct SyncContractTests {
  private func lines(_ answer: ContractAnswer) throws -> [JSONValue] {
    try answer.text.split(separator: "\n").map { try JSONParser.parse($0.utf8) }
  }

  @Test func `capabilities say who the server is, what it offers, and what the key may do`()
    async throws
  {
    try await withSubject { api in
      let member = try await api.member(["type_permissions": ["core.note": "read"]])
      let first = try await api.get("/capabilities").json
      let second = try await member.get("/capabilities").json

      #expect(first["server_id"].stringValue?.isEmpty == false)
      #expect(first["server_id"] == second["server_id"])
      #expect(first["log_epoch"] == second["log_epoch"])
      #expect(first["snapshot"] == true)
      #expect(first["limits"]["tags"].integerValue == 200)
      #expect(first["may"]["types"] == ["*": "write"])
      #expect(second["may"]["types"] == ["core.note": "read"])
      #expect(second["may"]["purge"] == false)
    }
  }

  @Test func `capabilities name another version of the types after each change of them`()
    async throws
  {
    try await withSubject { api in
      func version() async throws -> String? {
        try await api.get("/capabilities").json["types_version"].stringValue
      }
      let first = try await version()
      _ = try await api.note("a")
      #expect(try await version() == first)
      let poem: JSONValue = ["id": "user.poem", "version": 1, "fields": [:]]
      #expect(try await api.post("/types", poem).status == 201)
      let second = try await version()
      let pairs: JSONValue = ["id": "app.pairs-with", "cardinality": "one-to-one"]
      #expect(try await api.post("/edges/types", pairs).status == 201)

      let versions = [first, second, try await version()].compactMap(\.self)
      #expect(Set(versions).count == 3)
    }
  }

  @Test func `items are given by their ids, in that order, without those that are hidden`()
    async throws
  {
    try await withSubject { api in
      let a = try await api.note("a", ["tags": ["t"]])
      let b = try await api.note("b")
      let gone = "01890a5d-ac96-774b-bcce-b302099a8057"

      let answer = try await api.get("/items?ids=\(b),\(gone),\(a.uppercased())&include=metadata")

      let data = answer.json["data"].arrayValue ?? []
      #expect(data.map { $0["item"]["id"].stringValue } == [b, a])
      #expect(data.last?["metadata"]["tags"] == ["t"])
      let member = try await api.member(["type_permissions": ["core.task": "read"]])
      #expect(try await member.get("/items?ids=\(a)").json["data"] == [])
      #expect(try await api.get("/items?ids=x").code == "validation_error")
    }
  }

  @Test func `an id is the same in upper and in lower case`() async throws {
    try await withSubject { api in
      let id = "01890A5D-AC96-774B-BCCE-B302099A8001"
      let body: JSONValue = ["id": .string(id), "type": "core.note", "properties": ["body": "x"]]

      let made = try await api.post("/items", body)
      let again = try await api.post("/items", body)

      #expect(made.json["item"]["id"] == .string(id.lowercased()))
      #expect([200, 201].contains(made.status))
      #expect(again.status == 200)
      #expect(try await api.get("/items/\(id)").status == 200)
      _ = try await api.delete("/items/\(id)/purge")
    }
  }

  @Test func `an edge may have an id of the client's choice`() async throws {
    try await withSubject { api in
      let (a, b) = (try await api.note("a"), try await api.note("b"))
      let name = try await api.note("for an id")
      _ = try await api.delete("/items/\(name)/purge")

      let made = try await api.post(
        "/edges",
        [
          "id": .string(name), "source_id": .string(a), "target_id": .string(b),
          "edge_type": "about",
        ])

      #expect(made.status == 201, "\(made.text)")
      #expect(made.json["edge"]["id"] == .string(name))
    }
  }

  @Test func `a snapshot has every item and edge once, and the position of the log`()
    async throws
  {
    try await withSubject { api in
      let a = try await api.note("a", ["tags": ["t"]])
      let b = try await api.note("b")
      let edge = try await api.edge(a, "about", b)
      _ = try await api.put("/items/\(a)/extensions/app.test", ["n": 1])
      let trashed = try await api.note("gone")
      _ = try await api.delete("/items/\(trashed)")
      var all: [JSONValue] = []
      var next: String?
      var eventIds: [Int] = []
      var totals: [Int64] = []

      repeat {
        let answer = try await api.get("/snapshot" + (next.map { "?after=\($0)" } ?? ""))
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == "application/x-ndjson")
        let part = try lines(answer)
        let head: JSONValue = try #require(part.first)
        next = head["next"].stringValue
        eventIds.append(Int(head["event_id"].stringValue ?? "") ?? -1)
        if let total = head["items"].integerValue { totals.append(total) }
        all += part.dropFirst()
      } while next != nil

      let items = all.filter { !$0["item"].isNull }
      let note: JSONValue = try #require(items.first { $0["item"]["id"] == .string(a) })
      #expect(note["metadata"]["tags"] == ["t"])
      #expect(note["item"]["extensions"]["app.test"] == ["n": 1])
      #expect(items.contains { $0["item"]["id"] == .string(trashed) })
      #expect(Set(totals) == [Int64(items.count)])
      #expect(all.filter { $0["edge"]["id"] == .string(edge) }.count == 1)
      #expect(eventIds.allSatisfy { $0 > 0 })
      let member = try await api.member(["type_permissions": ["core.task": "read"]])
      let ofMember = try lines(await member.get("/snapshot"))
      #expect(ofMember.count == 1)
      #expect(ofMember.first?["items"] == 0)
    }
  }

  @Test func `changes give each thing once as it is now, and what is gone`() async throws {
    try await withSubject { api in
      let keep = try await api.note("keep")
      let start = try lines(await api.get("/snapshot")).first?["event_id"].stringValue ?? ""
      for number in 0..<5 {
        _ = try await api.patch("/items/\(keep)", ["properties": ["body": .string("\(number)")]])
      }
      let purged = try await api.note("purged")
      let edge = try await api.edge(keep, "about", purged)
      _ = try await api.delete("/items/\(purged)/purge")

      let answer = try await api.get("/changes?after=\(start)")

      let found = try lines(answer)
      #expect(answer.status == 200)
      let states = found.filter { $0["item"]["id"] == .string(keep) }
      #expect(states.count == 1)
      #expect(states.first?["item"]["properties"]["body"] == "4")
      #expect(found.contains(["deleted": ["item_id": .string(purged)]]))
      #expect(found.contains(["deleted": ["edge_id": .string(edge)]]))
      #expect(try await api.get("/changes?after=999999999").status == 410)
      #expect(try await api.get("/changes?after=9007199254740993").code == "validation_error")
      #expect(try await api.get("/changes").code == "missing_required_field")
    }
  }

  @Test func `a brief answer leaves out what the client sent`() async throws {
    try await withSubject { api in
      let brief = ["Prefer": "return=minimal"]
      let made = try await api.post(
        "/items", ["type": "core.note", "properties": ["body": "x"]], headers: brief)
      let id: String = try #require(made.json["item"]["id"].stringValue)
      let change: JSONValue = ["version": 1, "properties": ["body": "y"]]
      let patched = try await api.patch("/items/\(id)", change, headers: brief)
      let unchecked = try await api.patch(
        "/items/\(id)", ["properties": ["body": "z"]], headers: brief)

      #expect(made.status == 201)
      #expect(made.json["item"].objectValue?.keys.sorted() == ["id", "updated_at", "version"])
      #expect(patched.json["item"]["version"] == 2)
      #expect(patched.json["item"]["properties"].isNull)
      #expect(unchecked.json["item"]["properties"]["body"] == "z")
    }
  }

  @Test func `one request asks which of several blobs are known`() async throws {
    try await withSubject { api in
      let blob = try await api.send(
        ContractRequest(
          "POST", "/blobs", headers: ["content-type": "text/plain"], body: Array("known".utf8)))
      let hash: String = try #require(blob.json["hash"].stringValue)
      let other = "sha256:" + String(repeating: "0", count: 64)

      let answer = try await api.post(
        "/blobs/known", ["hashes": [.string(other), .string(hash)]])

      #expect(answer.json["known"] == [.string(hash)])
      #expect(try await api.post("/blobs/known", ["hashes": ["x"]]).code == "validation_error")
    }
  }

  @Test func `nobody grants rights that they lack`() async throws {
    try await withSubject { api in
      let tenant = try await api.member([
        "role": "tenant_admin", "type_permissions": ["core.note": "write", "core.*": "read"],
      ])
      func made(_ types: JSONValue) async throws -> Int {
        let source = try await api.unique("Source")
        return try await tenant.post(
          "/keys", ["label": "a", "source": .string(source), "type_permissions": types]
        ).status
      }

      #expect(try await made(["*": "write"]) == 403)
      #expect(try await made(["core.task": "write"]) == 403)
      #expect(try await made(["core.*": "write"]) == 403)
      #expect(try await made(["core.task": "read"]) == 201)
      #expect(try await made(["core.note": "write"]) == 201)
      let own = try await api.get("/keys").json["keys"].arrayValue?.last?["id"].stringValue
      let widened = try await tenant.patch(
        "/keys/\(own ?? "")", ["type_permissions": ["*": "write"]])
      #expect(widened.status == 403)
    }
  }

  @Test func `a list is sorted by documented orders only`() async throws {
    try await withSubject { api in
      for sort in ["edited_at", "title", "x"] {
        let answer = try await api.get("/items?sort=\(sort)")
        #expect(answer.status == 400)
        #expect(!answer.text.contains("edited_at, "))
      }
    }
  }
}
