import MarfaSDK
import Testing

/// A property of one's own that is bound to a document.
@Suite(.timeLimit(.minutes(20))) struct BoundFieldTests {
  @Test func `a number in place of a bound text is refused, and the text stays`() async throws {
    let desk = try await DocumentDesk("one", field: "mood")
    func mood() async throws -> JSONValue? {
      try await desk.store.item(id: desk.id)?.properties["mood"]
    }

    let error = #expect(throws: ValidationError.self) {
      try desk.local.update(id: desk.id) { _ in ["mood": 5, "title": "Other"] }
    }

    #expect(error?.details == ["field": "mood"])
    #expect(try await desk.text() == "one")
    #expect(try await mood() == "one")
    #expect(try await desk.store.noteText(id: desk.id).title != "Other")
    #expect(try desk.waiting().isEmpty)
    try desk.local.update(id: desk.id) { _ in ["mood": .null] }
    #expect(try await desk.text() == "")
  }
}
