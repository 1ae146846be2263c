import MarfaModel
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct SearchContractTests {
  @Test func `a search finds words in text and tags with a score and a snippet`() async throws {
    try await withSubject { api in
      let word = try await api.unique("zebra")
      let id = try await api.note("a \(word) runs", ["tags": ["animal"]])
      _ = try await api.note("something else")

      let answer = try await api.get("/search?q=\(word)")

      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.json["results"].arrayValue?.count == 1)
      let result: JSONValue = answer.json["results"][0]
      #expect(result["item"]["id"] == .string(id))
      #expect(result["metadata"]["tags"] == ["animal"])
      #expect(result["relevance_score"].doubleValue != nil)
      #expect(
        (result["snippet"].stringValue ?? result["snippet_html"].stringValue)?.contains(word)
          == true)
    }
  }

  @Test func `trashed items are not found, archived ones are`() async throws {
    try await withSubject { api in
      let word = try await api.unique("heron")
      let trashed = try await api.note(word)
      let archived = try await api.note(word, ["state": "archived"])
      _ = try await api.delete("/items/\(trashed)")

      let answer = try await api.get("/search?q=\(word)")

      let found = (answer.json["results"].arrayValue ?? []).compactMap {
        $0["item"]["id"].stringValue
      }
      #expect(found == [archived])
    }
  }

  @Test func `a search is narrowed and paged by offset`() async throws {
    try await withSubject { api in
      let word = try await api.unique("otter")
      for index in 0..<3 {
        _ = try await api.note("\(word) \(index)", ["tags": [.string("t\(index)")]])
      }

      func count(_ query: String) async throws -> Int? {
        try await api.get("/search?q=\(word)\(query)").json["results"].arrayValue?.count
      }

      #expect(try await count("") == 3)
      #expect(try await count("&limit=2") == 2)
      #expect(try await count("&limit=2&offset=2") == 1)
      #expect(try await count("&tags=t1") == 1)
      #expect(try await count("&type=core.task") == 0)
    }
  }

  @Test(arguments: [
    ("", "missing_required_field"), ("q=", "missing_required_field"),
    ("q=a&limit=101", "validation_error"), ("q=a&offset=10001", "validation_error"),
    ("q=a&cursor=x", "validation_error"),
  ])
  func `a search with bad parameters is refused`(query: String, code: String) async throws {
    try await withSubject { api in
      let answer = try await api.get("/search?\(query)")

      #expect(answer.status == 400)
      #expect(answer.code == code)
    }
  }

  @Test(arguments: ["%22", "*", "AND", "a%22b", "(", "-", "NEAR(a b)", "%F0%9F%A6%93", "a:b", "^a"])
  func `no text of a search is an error of the server`(query: String) async throws {
    try await withSubject { api in
      let answer = try await api.get("/search?q=\(query.replacing(" ", with: "%20"))")

      #expect(answer.status == 200 || answer.status == 400, "\(answer.text)")
    }
  }

  @Test func `tags are counted, most frequent first`() async throws {
    try await withSubject { api in
      let tag = try await api.unique("count-")
      let rare = try await api.unique("rare-")
      for _ in 0..<2 { _ = try await api.note("x", ["tags": [.string(tag)]]) }
      _ = try await api.note("x", ["tags": [.string(rare)]])
      let gone = try await api.note("x", ["tags": [.string(tag)]])
      _ = try await api.delete("/items/\(gone)")

      let answer = try await api.get("/metadata/tags")

      let tags = answer.json["tags"].arrayValue ?? []
      #expect(tags.contains(["tag": .string(tag), "count": 2]))
      #expect(tags.contains(["tag": .string(rare), "count": 1]))
      let counts = tags.compactMap { $0["count"].integerValue }
      #expect(counts == counts.sorted(by: >))
    }
  }
}
