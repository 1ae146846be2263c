import Foundation
import MarfaSDK
import Testing

/// Versions of a note on the command line.
@Suite(.timeLimit(.minutes(20))) struct VersionCommandTests {
  @Test func `a version without a title of its own is called by its first line`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("", text: "# Reeds\n\none\n")
    fixture.clock.advance(byMilliseconds: 60_000)
    _ = await fixture.run("edit \(id) -", input: "# Sedges\n\none\n")

    let history = try await fixture.json("history \(id) --json")
    #expect(history.arrayValue?.map { $0.objectValue?["title"] } == ["Sedges", "Reeds"])
  }

  @Test func `history and diff show what changed, and restore goes back`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title A", text: "one\ntwo\n")
    fixture.clock.advance(byMilliseconds: 60_000)
    _ = await fixture.run("edit \(id) -", input: "one\nthree\n")

    let history = try await fixture.json("history \(id) --json")
    let difference = await fixture.run("diff \(id)")
    _ = await fixture.run("restore \(id) --to-version 1")

    #expect(history.arrayValue?.map { $0.objectValue?["version"] } == [2, 1])
    #expect(history.arrayValue?.map { $0.objectValue?["title"] } == ["A", "A"])
    #expect(
      difference.output.split(separator: "\n").dropFirst(2).joined(separator: "\n")
        == "@@ -1,3 +1,3 @@\n title: A\n one\n-two\n+three")
    #expect(await fixture.run("show \(id)").output == "one\ntwo\n")
  }
}
