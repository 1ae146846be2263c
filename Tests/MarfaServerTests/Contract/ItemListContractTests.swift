import MarfaModel
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct ItemListContractTests {
  private func ids(_ answer: ContractAnswer) -> [String] {
    (answer.json["data"].arrayValue ?? []).compactMap {
      ($0["item"].isNull ? $0 : $0["item"])["id"].stringValue
    }
  }

  @Test func `a list is lean, and full of what it is asked to include`() async throws {
    try await withSubject { api in
      let tag = try await api.unique("list-")
      let target = try await api.note("target")
      let id = try await api.note(
        "x", ["tags": [.string(tag)], "edges": ["about": [.string(target)]]])
      _ = try await api.put("/items/\(id)/extensions/app.test", ["a": 1])

      let lean = try await api.get("/items?tags=\(tag)")
      let full = try await api.get("/items?tags=\(tag)&include=edges,metadata,extensions")

      let plain: JSONValue = lean.json["data"][0]
      #expect(plain["id"] == .string(id))
      #expect(plain["edges"].isNull && plain["metadata"].isNull && plain["extensions"].isNull)
      #expect(lean.json["cursor"].isNull)
      #expect(lean.json["has_more"] == false)
      let rich: JSONValue = full.json["data"][0]
      #expect(rich["item"]["edges"]["about"]["edges"][0]["target_id"] == .string(target))
      #expect(rich["metadata"]["tags"] == [.string(tag)])
      #expect(rich["item"]["extensions"]["app.test"] == ["a": 1])
    }
  }

  @Test func `pages follow each other without loss or repetition`() async throws {
    try await withSubject { api in
      let tag = try await api.unique("page-")
      var made: [String] = []
      for index in 0..<7 { made.append(try await api.note("\(index)", ["tags": [.string(tag)]])) }

      var seen: [String] = []
      var path = "/items?tags=\(tag)&limit=3&sort=created_at&direction=asc"
      for _ in 0..<4 {
        let page = try await api.get(path)
        seen += ids(page)
        guard page.json["has_more"] == true else { break }
        let cursor: String = try #require(page.json["cursor"].stringValue)
        path = "/items?tags=\(tag)&limit=3&sort=created_at&direction=asc&cursor=\(cursor)"
      }

      #expect(seen == made)
    }
  }

  @Test func `filters narrow the list of items`() async throws {
    try await withSubject { api in
      let tag = try await api.unique("filter-")
      let tags: JSONValue = [.string(tag)]
      let target = try await api.note("target")
      let feed = try await api.note("feed", ["tags": tags, "tier": "feed"])
      let old = try await api.note(
        "old", ["tags": [.string(tag), "second"], "timestamp": "2001-02-03T04:05:06Z"])
      let linked = try await api.note(
        "linked", ["tags": tags, "edges": ["about": [.string(target)]]])
      let archived = try await api.note("archived", ["tags": tags, "state": "archived"])
      let trashed = try await api.note("trashed", ["tags": tags])
      _ = try await api.delete("/items/\(trashed)")
      func list(_ query: String) async throws -> Set<String> {
        Set(ids(try await api.get("/items?tags=\(tag)\(query)")))
      }

      // Without a state: everything but trashed.
      #expect(try await list("") == [feed, old, linked, archived])
      #expect(try await list("&state=trashed") == [trashed])
      #expect(try await list("&state=archived") == [archived])
      #expect(try await list("&tier=feed") == [feed])
      #expect(try await list("&tier=all") == [feed, old, linked, archived])
      #expect(try await list(",second") == [old])
      #expect(try await list("&until=2002-01-01") == [old])
      #expect(try await list("&since=2002-01-01") == [feed, linked, archived])
      #expect(try await list("&edge%5Babout%5D=\(target)") == [linked])
      #expect(
        try await list("&filter=properties.body%20eq%20%22old%22%20or%20tier%20eq%20%22feed%22")
          == [old, feed])
      #expect(try await list("&type=core.task").isEmpty)
      #expect(
        Set(ids(try await api.get("/items?backref%5Babout%5D=\(linked)"))) == [target])
    }
  }

  @Test func `subtypes are listed with their type`() async throws {
    try await withSubject { api in
      let name = try await api.unique("user.list")
      _ = try await api.post(
        "/types", ["id": .string(name), "parent": "core.note", "fields": [:], "version": 1])
      let answer = try await api.post(
        "/items",
        [
          "type": .string(name), "properties": ["body": "x"],
          "tags": [.string("t" + name.suffix(9))],
        ])
      let id: String = try #require(answer.json["item"]["id"].stringValue, "\(answer.text)")

      let list = try await api.get("/items?type=core.note&tags=t\(name.suffix(9))")

      #expect(ids(list) == [id])
    }
  }

  @Test func `a sweep after a time gives what changed since, oldest change first`() async throws {
    try await withSubject { api in
      let first = try await api.note("first")
      let second = try await api.note("second")
      let start: String = try #require(
        try await api.get("/items/\(second)").json["item"]["updated_at"].stringValue)
      _ = try await api.patch("/items/\(first)", ["properties": ["body": "changed"]])

      let answer = try await api.get("/items?updated_after=\(start)")

      // The change of the very millisecond belongs to the sweep.
      #expect(Set(ids(answer)).isSuperset(of: [first, second]))
      let times = (answer.json["data"].arrayValue ?? []).compactMap { $0["updated_at"].stringValue }
      #expect(times == times.sorted())
    }
  }

  @Test(arguments: [
    "limit=0", "limit=201", "limit=x", "state=gone", "tier=gold", "sort=title", "direction=up",
    "cursor=nonsense", "cursor=AAAA", "include=all", "since=soon", "filter=and", "filter=a%20b",
    "unknown=1", "tags=%ff", "limit=1&limit=2",
  ])
  func `a bad parameter is refused`(query: String) async throws {
    try await withSubject { api in
      let answer = try await api.get("/items?\(query)")

      #expect(answer.status == 400, "\(answer.text)")
      #expect(answer.code == "validation_error")
    }
  }

  @Test func `a list may name 100 tags, and no more`() async throws {
    try await withSubject { api in
      let names = (0...100).map { "t\($0)" }
      let most = names.dropLast().joined(separator: ",")
      let more = names.joined(separator: ",")
      let same = Array(repeating: "t0", count: 2000).joined(separator: ",")

      for path in ["/items?tags=", "/search?q=a&tags="] {
        #expect(try await api.get(path + most).status == 200)
        #expect(try await api.get(path + same).status == 200)
        let answer = try await api.get(path + more)
        #expect(answer.status == 400)
        #expect(answer.json["error"]["details"]["field"] == "tags")
      }
      let action = try await api.post(
        "/items/bulk_action",
        [
          "action": "update_tier", "tier": "feed",
          "filter": ["tags": .array(names.map(JSONValue.string))],
        ])
      #expect(action.status == 400)
    }
  }

  @Test(arguments: [
    (#"not created_at gt "yesterday""#, 19), (#"state ne "deleted""#, 10), (#"version ne "1""#, 12),
  ])
  func `a filter that nothing can fit is a mistake and not all items`(
    filter: String, column: Int64
  ) async throws {
    try await withSubject { api in
      let answer = try await api.post(
        "/items/bulk_action",
        [
          "action": "update_tier", "tier": "feed", "dry_run": true,
          "filter": ["filter": .string(filter)],
        ])

      #expect(answer.status == 400, "\(answer.text)")
      #expect(answer.json["error"]["details"]["column"] == .integer(column))
    }
  }

  @Test func `a bad filter names the column of its mistake`() async throws {
    try await withSubject { api in
      let answer = try await api.get("/items?filter=tier%20eq")

      #expect(answer.code == "validation_error")
      #expect(answer.json["error"]["details"]["column"].integerValue != nil)
    }
  }
}
