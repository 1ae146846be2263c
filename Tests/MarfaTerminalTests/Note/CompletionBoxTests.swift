import MarfaSDK
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct CompletionBoxTests {
  @Test func `titles of one name are distinguished by where the notes are or when they changed`()
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

    await fixture.press("2 g g e o")
    await fixture.type("[[gard")

    #expect(fixture.screen.contains(#/Garden {2,}House/#))
    #expect(fixture.screen.contains(#/Garden {2,}\d+m/#))
    #expect(fixture.screen.contains("Gardening"))
    #expect(!fixture.screen.contains(#/Gardening {2,}\d+m /#))
    await fixture.type("ening\n")
    #expect(fixture.screen.contains("[[Gardening]]"))
  }

  @Test(arguments: ["# garden\n\nother", "---\naliases: x\n---\n# Gärden"])
  func `a note whose title others have is linked by its id, which leads to no other`(
    other: String
  ) async throws {
    let fixture = try await ApplicationFixture(
      columns: 100, rows: 30, notes: ["# Garden\n\nfirst", other, "# Letter"])
    let summaries = try await fixture.client.store.summaries(
      ListFilters(sort: .createdAt, limit: 4)
    ).data
    let first = try #require(summaries.last { $0.title == "Garden" })

    await fixture.press("2 g g e o")
    await fixture.type("[[gard")
    await fixture.press("down enter")
    await fixture.passDelays()

    let letter = try #require(fixture.application.workspace.note.id)
    let text = try await fixture.client.store.noteText(id: letter).body
    #expect(text == "# Letter\n[[\(first.id)|Garden]]")
    let edges = try await fixture.client.store.edges(toTargets: [first.id], edgeType: "references")
    #expect(edges[first.id]?.map(\.sourceId) == [letter])
    await fixture.press("esc esc tab enter")
    #expect(fixture.application.workspace.note.id == first.id)
  }

  @Test(arguments: ["C# notes", "Plan [draft]", "this | that"])
  func `a title that cannot be in a link is written next to the id`(title: String) async throws {
    let fixture = try await ApplicationFixture(columns: 100, notes: ["# x", "# Letter"])
    let id = try await fixture.client.items.create(
      CreateItemInput(
        type: "core.note", properties: ["title": .string(title), "body": .string("text")])
    ).id
    await fixture.settle()
    let letter = try #require(try await fixture.id(titled: "Letter"))
    fixture.application.actions.navigation.open(id: letter)
    await fixture.settle()

    await fixture.press("e o")
    await fixture.type("[[")
    await fixture.press("enter")
    await fixture.passDelays()

    let text = try await fixture.client.store.noteText(id: letter).body
    #expect(text.hasPrefix("# Letter\n[[\(id)|"), "\(text)")
    let edges = try await fixture.client.store.edges(toTargets: [id], edgeType: "references")
    #expect(edges[id]?.map(\.sourceId) == [letter])
    await fixture.press("esc esc tab enter")
    #expect(fixture.application.workspace.note.id == id)
  }

  @Test func `a link whose title several notes have says so when it is followed or copied`()
    async throws
  {
    let fixture = try await ApplicationFixture(
      columns: 100, notes: ["# Garden", "# Garden", "# Letter\n\n[[garden]]"])

    await fixture.press("3 tab enter")

    let told = "2 notes have this title; this is the nearest, or the latest. [[ offers each."
    #expect(fixture.screen.contains(told), "\(fixture.screen)")
    fixture.application.actions.copying.copy(.link)
    await fixture.settle()
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    #expect(fixture.host.copied == ["[[\(id)|Garden]]"])
  }
}
