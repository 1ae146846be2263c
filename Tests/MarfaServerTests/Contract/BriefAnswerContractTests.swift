import MarfaModel
import Testing

/// `Prefer: return=minimal`: a creation is answered briefly where what is stored is what was sent.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct BriefAnswerContractTests {
  @Test(
    arguments: [
      (["tags": ["ab-c"], "timestamp": "2026-01-02T03:04:05.000Z"], true),
      (["tags": ["b", "a"]], true), (["tags": ["Ab C", "ab-c"]], false),
      (["properties": ["body": "x", "z": nil]], false),
      (["timestamp": "2026-01-02T03:04:05+02:00"], false),
    ] as [([String: JSONValue], Bool)])
  func `only what is stored as sent is left out`(
    more: [String: JSONValue], isBrief: Bool
  ) async throws {
    try await withSubject { api in
      let known: [String: JSONValue] = ["type": "core.note", "properties": ["body": "x"]]
      let body = JSONValue.object(known.merging(more) { _, new in new })

      let made = try await api.post("/items", body, headers: ["Prefer": "return=minimal"])

      #expect(made.status == 201, "\(made.text)")
      #expect(made.json["item"]["type"].isNull == isBrief, "\(made.text)")
      // The header says which of both it is.
      let applied = isBrief ? "return=minimal" : nil
      #expect(made.headers["preference-applied"] == applied)
    }
  }

  @Test func `a batch says whether anything is left out`() async throws {
    try await withSubject { api in
      for (headers, applied) in [
        (["Prefer": "return=minimal"], "return=minimal"), ([:], nil),
      ] as [([String: String], String?)] {
        let entry: JSONValue = [
          "id": .string(try await api.unique("k")), "method": "POST", "path": "/items",
          "body": ["type": "core.note", "properties": ["body": "x"]],
        ]
        let answer = try await api.post(
          "/mutations", ["mutations": [entry]], headers: headers)

        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.headers["preference-applied"] == applied)
      }
    }
  }

  @Test func `edges that come along have ids that the client does not know`() async throws {
    try await withSubject { api in
      let target = try await api.note()
      let made = try await api.post(
        "/items",
        [
          "type": "core.note", "properties": ["body": "x"], "edges": ["about": [.string(target)]],
        ], headers: ["Prefer": "return=minimal"])

      #expect(made.status == 201 && made.text.contains(target), "\(made.text)")
    }
  }
}
