import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct SearchNotebookTests {
  @Test func `a notebook is searched by its path, and a missing one is reported`() async throws {
    let fixture = try await StoreFixture()
    let house = try await fixture.notebook("House")
    let garden = try await fixture.notebook("Gärten")
    let other = try await fixture.notebook("Gärten")
    try await fixture.put(garden, in: house)
    try await fixture.put(try await fixture.note("Beans"), in: garden)
    try await fixture.put(try await fixture.note("Roses"), in: other)

    func notes(_ search: String) async throws -> [String] {
      try await fixture.titles(searching: search).filter { $0 != "Gärten" }.sorted()
    }
    for path in ["House/Gärten", "house/garten", "/House/Gärten", "House/Gärten/", "House/"] {
      #expect(try await notes("in:\(path)") == ["Beans"], "\(path)")
    }
    #expect(try await notes("in:/Gärten") == ["Roses"])
    #expect(try await notes("in:Gärten/") == ["Beans", "Roses"])
    #expect(try await notes("-in:House/Gärten roses") == ["Roses"])
    #expect(try await notes("in:Work/Gärten") == [])

    let query = fixture.store.query(
      "in:House/Gärten in:Work/Gärten notebook:Shed in:House in:Shed ")
    #expect(try await fixture.store.missingNotebooks(of: query) == ["Work/Gärten", "Shed"])
  }
}
