import MarfaSDK
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct NoteFindTests {
  @Test func `the words of the filter are gone through in the opened note`() async throws {
    let filler = String(repeating: "filler\n\n", count: 40)
    let body = "# Birds\n\n" + filler + "A reed. Another REED.\n"
    let fixture = try await ApplicationFixture(notes: ["# Other", body])
    await fixture.press("/")
    await fixture.type("reed\n")

    await fixture.press("enter")

    #expect(fixture.application.workspace.note.reader.hits.place == "2 hits")
    #expect(fixture.screen.contains("Another REED"))

    await fixture.press("n n")
    #expect(fixture.screen.contains("hit 2 of 2"))
    await fixture.press("n")
    #expect(fixture.screen.contains("hit 1 of 2"))
    await fixture.press("N")

    #expect(fixture.screen.contains("hit 2 of 2"))
  }

  @Test func `without hits n makes a note as everywhere else`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Old"])
    await fixture.press("enter")

    await fixture.type("nNew")
    await fixture.passDelays()

    #expect(try await fixture.id(titled: "New") != nil)
  }

  @Test func `words that must not be there are no hits`() async throws {
    let fixture = try await ApplicationFixture(notes: ["alpha beta"])
    await fixture.press("/")
    await fixture.type("alpha -gamma\n")

    await fixture.press("enter")

    #expect(fixture.application.workspace.note.reader.hits.place == "1 hit")
  }
}
