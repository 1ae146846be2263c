import MarfaSDK
import Testing

extension SearchTests {
  @Test func `a word of the title is marked in the title alone`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("Reed bed", "first line\nthe reed sings")

    let hit = try #require(try await fixture.client.search(query: "title:reed").hits.first)
    let texts = try await fixture.store.matchingText(
      of: [note.id], query: SearchQuery(parsing: "title:reed", now: Timestamp(milliseconds: 0)))

    #expect(hit.snippet == "first line the reed sings")
    #expect(texts[note.id]?.title == "\u{2}Reed\u{3} bed")
    #expect(texts[note.id]?.line == "")
  }

  @Test func `favourites are found by either spelling`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("Heron", tags: ["favorite"])
    try await fixture.note("Pond")

    #expect(try await fixture.titles(searching: "is:favourite") == ["Heron"])
    #expect(try await fixture.titles(searching: "-is:favorite") == ["Pond"])
  }
}
