import Glibc
import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ShowFollowingTests {
  @Test func `a followed note is printed again at each change of its text`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "one\n")
    let store = try await fixture.store()
    let run = try ProgramRun(
      ProgramRun.built("marfa"), ["show", "--follow", id], watching: .output,
      environment: fixture.variables)

    #expect(await run.lines.next() == "one")
    #expect(await run.lines.next() == "\u{0C}")
    let text = try await store.noteText(id: id)
    try await store.saveText(id: id, body: "one\ntwo\n", basedOn: text.revision)

    #expect(await run.lines.next() == "one")
    #expect(await run.lines.next() == "two")
    #expect(await run.lines.next() == "\u{0C}")
    run.signal(SIGINT)
    #expect(await run.exitStatus() == 130)
  }

  @Test func `as JSON each text is one line, and a changed tag counts, too`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "one\n")
    let run = try ProgramRun(
      ProgramRun.built("marfa"), ["show", "--follow", "--json", id], watching: .output,
      environment: fixture.variables)

    let first = try #require(await run.lines.next())
    #expect(first.contains(#""body":"one\n""#))
    try await fixture.succeeds("tag add bread \(id)")
    let second = try #require(await run.lines.next())
    #expect(second.contains(#""tags":["bread"]"#))
    run.signal(SIGINT)
    #expect(await run.exitStatus() == 130)
  }

  @Test func `a note that is purged ends it`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "one\n")
    let run = try ProgramRun(
      ProgramRun.built("marfa"), ["show", "--follow", id], watching: .output,
      environment: fixture.variables)
    #expect(await run.lines.next() == "one")
    #expect(await run.lines.next() == "\u{0C}")

    let items = MarfaClient(store: try await fixture.store()).items
    try await items.delete(id: id)
    try await items.purge(id: id)

    #expect(await run.exitStatus() == 3)
  }

  @Test func `several notes cannot be followed at once`() async throws {
    let fixture = try CommandFixture()
    let result = await fixture.run(["show", "--follow", "one", "two"])

    #expect(result.status == 2)
    #expect(result.error.contains("--follow needs one note"))
  }
}
