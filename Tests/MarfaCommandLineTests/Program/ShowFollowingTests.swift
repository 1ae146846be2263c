import Documents
import Foundation
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

  @Test func `typing on another device comes through the note's document`() async throws {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let (one, two) = (try CommandFixture.device(1), try CommandFixture.device(2))
    let id = await one.note("--title Rye", text: "flour\n")
    for device in [one, two] {
      #expect(try await device.logIn(to: server, key: key).status == 0)
    }
    let url = try #require(URL(string: server.url))
    let other = try await MarfaClient.synced(
      url: url, apiKey: key, storePath: two.databasePath)
    let note = try #require(await other.noteDocuments?.note(id: id))
    var copy = try await note.open()
    let run = try ProgramRun(
      ProgramRun.built("marfa"), ["show", "--follow", id], watching: .output,
      environment: one.variables)
    #expect(await run.lines.next() == "flour")
    #expect(await run.lines.next() == "\u{0C}")

    let field = copy.field
    try copy.replica.update { root, _ in try root.jsonText(field)?.edit(0, 0, "rye ") }
    _ = try await note.commit(
      copy.replica.localChanges, over: copy.generation, text: "rye flour\n", tags: .none)

    #expect(await run.lines.next() == "rye flour")
    #expect(await run.lines.next() == "\u{0C}")
    run.signal(SIGINT)
    #expect(await run.exitStatus() == 130)
    await note.close()
    await server.kill()
    // Only a note that was opened as a document can be so without its server.
    let mine = try await MarfaClient.synced(url: url, apiKey: key, storePath: one.databasePath)
    #expect(await mine.noteDocuments?.note(id: id) != nil)
  }

  @Test func `several notes cannot be followed at once`() async throws {
    let fixture = try CommandFixture()
    let result = await fixture.run(["show", "--follow", "one", "two"])

    #expect(result.status == 2)
    #expect(result.error.contains("--follow needs one note"))
  }
}
