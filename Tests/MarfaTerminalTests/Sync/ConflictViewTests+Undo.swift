import MarfaSDK
import MarfaTerminal
import Testing

// Decisions that are undone, and made again.
extension ConflictViewTests {
  @Test func `text typed after a decision survives its undo, and its redo`() async throws {
    let (fixture, _, id) = try await conflicted()
    await fixture.press("c M enter")
    let decided = try await properties(fixture, id)
    try await fixture.client.store.replaceText(id: id, body: decided[1] + "\n\nA day's work")

    await fixture.press("u")

    #expect(fixture.screen.contains("The note changed since."), "\(fixture.screen)")
    #expect(try await properties(fixture, id) == [decided[0], decided[1] + "\n\nA day's work"])
    #expect(fixture.application.context.sync.status?.conflicts == 0)
    try await fixture.client.store.replaceText(id: id, body: decided[1])
    await fixture.press("ctrl-r")
    #expect(fixture.application.context.sync.status?.conflicts == 0)
  }

  @Test func `a decision that was undone is made again, but not over what was typed meanwhile`()
    async throws
  {
    let (fixture, _, id) = try await conflicted()
    await fixture.press("c T enter")
    let decided = try await properties(fixture, id)
    await fixture.press("u ctrl-r")
    #expect(try await properties(fixture, id) == decided)
    #expect(fixture.application.context.sync.status?.conflicts == 0)

    await fixture.press("u")
    let before = try await properties(fixture, id)
    try await fixture.client.store.replaceText(id: id, body: before[1] + "\n\nA day's work")
    await fixture.press("ctrl-r")

    #expect(fixture.screen.contains("The note changed since."), "\(fixture.screen)")
    #expect(try await properties(fixture, id) == [before[0], before[1] + "\n\nA day's work"])
  }
}
