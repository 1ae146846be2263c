import MarfaModel
import Testing

/// Ids in capitals mean the same as in lower case, wherever a client writes them.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct FoldedIdContractTests {
  @Test func `an id in capitals in a filter leaves out and finds the same items`() async throws {
    try await withSubject { api in
      let tag: JSONValue = .string(try await api.unique("dz").lowercased())
      let kept = try await api.note("kept", ["tags": [tag]])
      let gone = try await api.note("gone", ["tags": [tag]])
      _ = try await api.edge(gone, "about", kept)
      func found(_ filter: String) async throws -> [String] {
        let query = filter.replacing(" ", with: "%20").replacing("\"", with: "%22")
          .replacing("[", with: "%5B").replacing("]", with: "%5D")
        let answer = try await api.get("/items?filter=\(query)")
        try #require(answer.status == 200, "\(answer.text)")
        return answer.json["data"].arrayValue?.compactMap { $0["id"].stringValue } ?? []
      }

      #expect(try await found("id eq \"\(kept.uppercased())\"") == [kept])
      #expect(try await found("id in (\"\(kept.uppercased())\")") == [kept])
      #expect(try await found("edge[about] eq \"\(kept.uppercased())\"") == [gone])
      #expect(try await found("edge[about] in (\"\(kept.uppercased())\")") == [gone])
      #expect(try await found("backref[about] eq \"\(gone.uppercased())\"") == [kept])
      #expect(try await found("backref[about] in (\"\(gone.uppercased())\")") == [kept])
      let purged = try await api.post(
        "/items/bulk_action",
        [
          "filter": ["tags": [tag], "filter": .string("id ne \"\(kept.uppercased())\"")],
          "action": "purge", "confirm": "PURGE",
        ])
      #expect(purged.json["matched"] == 1, "\(purged.text)")
      #expect(try await api.get("/items/\(kept)").status == 200)
      #expect(try await api.get("/items/\(gone)").status == 404)
    }
  }

  @Test func `keys and webhooks are found by ids in capitals`() async throws {
    try await withSubject { api in
      let key = try await api.post(
        "/keys", ["label": "a", "source": .string(try await api.unique("Source"))])
      let madeKey: String = try #require(key.json["id"].stringValue)
      let hook = try await api.post(
        "/webhooks", ["url": "http://hooks.example/", "events": ["item.created"]])
      let madeHook: String = try #require(hook.json["id"].stringValue)
      let (keyId, hookId) = (madeKey.uppercased(), madeHook.uppercased())

      #expect(try await api.patch("/keys/\(keyId)", ["label": "b"]).status == 200)
      #expect(try await api.delete("/keys/\(keyId)").status == 200)
      #expect(try await api.get("/webhooks/\(hookId)").status == 200)
      #expect(try await api.get("/webhooks/\(hookId)/deliveries").status == 200)
      #expect(try await api.patch("/webhooks/\(hookId)", ["active": false]).status == 200)
      #expect(try await api.delete("/webhooks/\(hookId)").status == 200)
    }
  }
}
