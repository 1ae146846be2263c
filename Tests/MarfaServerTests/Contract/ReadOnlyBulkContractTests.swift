import MarfaModel
import Testing

/// A bulk action of a key that may change nothing of what it may see.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct ReadOnlyBulkContractTests {
  @Test func `is refused at once, and a dry run counts`() async throws {
    try await withSubject { api in
      let tag: JSONValue = .string(try await api.unique("b").lowercased())
      let note = try await api.note("x", ["tags": [tag]])
      let reader = try await api.member(["type_permissions": ["core.note": "read"]])
      let other = try await api.member([
        "type_permissions": ["core.note": "read", "core.task": "write"]
      ])
      func act(_ key: ContractAPI, dryRun: Bool = false) async throws -> ContractAnswer {
        try await key.post(
          "/items/bulk_action",
          [
            "filter": ["type": "core.note", "tags": [tag]], "action": "transition",
            "state": "archived", "dry_run": .bool(dryRun),
          ])
      }

      for key in [reader, other] {
        let refused = try await act(key)
        #expect(refused.status == 403, "\(refused.text)")
        #expect(refused.code == "type_not_permitted")
        #expect(try await act(key, dryRun: true).json["matched"] == 1)
      }
      #expect(try await api.get("/items/\(note)").json["item"]["state"] == "active")
    }
  }
}
