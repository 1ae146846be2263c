import MarfaSDK
import MarfaTerminal
import Testing

/// Conflicts of notes without a server: a mirror parked them.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct FileConflictScreenTests {
  private func conflicted() async throws -> (ApplicationFixture, id: String) {
    let fixture = try await ApplicationFixture(columns: 120, notes: ["# Oat\n\nmine\n", "# Rye"])
    fixture.application.context.sync.begin(in: fixture.store)
    let store = fixture.client.store
    let items = try await store.summaries(ListFilters(type: "core.note")).data
    let id = try #require(items.first { $0.title == "Oat" }?.id)
    _ = try await store.park(
      FileConflict(
        path: "/home/ana/notes/Oat.md", itemId: id, base: ["body": "# Oat\n\none\n"],
        file: ["body": "# Oat\n\ntheirs\n"]), as: nil)
    await fixture.settle()
    return (fixture, id)
  }

  @Test func `they are counted, listed and marked`() async throws {
    let (fixture, _) = try await conflicted()

    #expect(fixture.screen.contains("Conflicts"))
    #expect(fixture.screen.contains("1 conflict"))
    fixture.application.run("go.conflicts")
    await fixture.settle()

    #expect(fixture.screen.contains("Oat"))
    #expect(!fixture.screen.contains("Rye"))
  }

  @Test(arguments: [("m", "theirs"), ("t", "mine")])
  func `the view names the file and the note, and the decision is in the note`(
    key: String, word: String
  ) async throws {
    let (fixture, id) = try await conflicted()
    fixture.application.run("go.conflicts")
    await fixture.settle()

    await fixture.press("c")
    #expect(fixture.screen.contains("mine (in Oat.md)"))
    #expect(fixture.screen.contains("theirs (in the note now)"))
    await fixture.press("\(key) enter")

    let body = try await fixture.client.items.get(id: id).properties["body"]
    #expect(body == .string("# Oat\n\n\(word)\n"))
    #expect(try await fixture.client.store.parkedConflicts().isEmpty)
    #expect(!fixture.screen.contains("1 conflict"))
  }

  @Test func `the undo of a decision lets the conflict wait again`() async throws {
    let (fixture, id) = try await conflicted()
    let parked = try await fixture.client.store.parkedConflicts()
    fixture.application.run("go.conflicts")
    await fixture.settle()
    await fixture.press("c m enter")

    await fixture.press("u")

    #expect(
      try await fixture.client.items.get(id: id).properties["body"] == "# Oat\n\nmine\n")
    #expect(try await fixture.client.store.parkedConflicts().map(\.id) == parked.map(\.id))
    #expect(
      try await fixture.client.store.standing(ofFileConflict: parked.first?.id ?? "") == .waits)
  }
}
