import MarfaModel
import Testing

/// Keys that may see some types of system items, and no notes.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct NarrowKeyContractTests {
  @Test(
    arguments: [
      ["*": "read", "core.note": "none"], ["system.profile": "read"], ["system.*": "read"],
    ] as [JSONValue])
  func `a key that may see the profile sees no note by its id`(types: JSONValue) async throws {
    try await withSubject { api in
      let note = try await api.note("secret", ["tags": ["hidden"]])
      let other = try await api.note("another")
      _ = try await api.edge(note, "about", other)
      let narrow = try await api.member([
        "type_permissions": types, "edge_permissions": ["*": "write"],
        "extension_permissions": ["*": "write"],
      ])

      for path in ["", "/versions", "/metadata", "/extensions", "/edges", "/backrefs"] {
        let answer = try await narrow.get("/items/\(note)\(path)")
        #expect(answer.status == 404, "\(path): \(answer.text)")
        #expect(!answer.text.contains("secret"))
      }
      let changed = try await narrow.patch("/items/\(note)", ["tier": "feed"])
      #expect(changed.status == 404, "\(changed.text)")
    }
  }
}
