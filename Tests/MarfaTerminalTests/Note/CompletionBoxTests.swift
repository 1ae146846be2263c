import MarfaSDK
import MarfaTerminal
import Testing

@MainActor
@Suite struct CompletionBoxTests {
  @Test func `titles of one name are told apart by where the notes are or when they changed`()
    async throws
  {
    let fixture = try await ApplicationFixture(
      columns: 60, notes: ["# Garden", "# Garden", "# Gardening", "# Letter"])
    let house = try await fixture.notebook("House")
    let first = try #require(
      try await fixture.client.store.summaries(ListFilters(sort: .createdAt, limit: 4)).data
        .last { $0.title == "Garden" })
    _ = try await fixture.client.store.move(id: first.id, toNotebook: house)
    await fixture.settle()

    await fixture.press("2 g g i o")
    await fixture.type("[[gard")

    #expect(fixture.screen.contains(#/Garden {2,}House/#))
    #expect(fixture.screen.contains(#/Garden {2,}\d+m/#))
    #expect(fixture.screen.contains("Gardening"))
    #expect(!fixture.screen.contains(#/Gardening {2,}\d+m /#))
    await fixture.type("en\n")
    #expect(fixture.screen.contains("[[Garden]]"))
  }
}
