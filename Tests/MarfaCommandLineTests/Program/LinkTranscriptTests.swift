import Foundation
import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct LinkTranscriptTests {
  private typealias Transcript = CommandFixture.Transcript

  @Test func `a new title rewrites links to the old one`() async throws {
    let fixture = try CommandFixture()
    let target = await fixture.note("--title Rye")
    let source = await fixture.note("--title Bread", text: "see [[Rye]]")

    let dry = await fixture.run("edit \(target) --title Barley --dry-run")
    let done = await fixture.run("edit \(target) --title Barley")

    #expect(dry.error == "Bread: 1 link would be rewritten\n")
    #expect(done == Transcript(output: "", error: "Bread: 1 link rewritten\n", status: 0))
    #expect(await fixture.run("show \(source)").output == "see [[Barley]]\n")
  }

  @Test func `backlinks print the lines`() async throws {
    let fixture = try CommandFixture()
    let target = await fixture.note("--title Rye")
    let source = await fixture.note("--title Bread", text: "one\nsee [[Rye]]\n")

    let found = try await fixture.json("backlinks \(target) --json")

    #expect(
      found == [
        [
          "id": .string(source), "title": "Bread",
          "lines": [["number": 2, "text": "see [[Rye]]"]], "state": "active",
        ]
      ])
  }

  @Test func `linking twice creates one link and says so`() async throws {
    let fixture = try CommandFixture()
    let first = await fixture.note("--title A")
    let second = await fixture.note("--title B")

    let made = await fixture.run("link \(first) \(second)")
    let again = await fixture.run("link \(first) \(second)")
    let removed = await fixture.run("link --rm \(first) \(second)")
    let missing = await fixture.run("link --rm \(first) \(second)")

    #expect(made.status == 0 && made.output == again.output)
    #expect(again.error == "The notes are already linked.\n")
    #expect(removed.status == 0)
    #expect(missing.status == 3)
  }
}
