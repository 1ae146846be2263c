import MarfaSDK
import Testing

/// How notes are named: by short ids and near titles.
@Suite(.timeLimit(.minutes(20))) struct ShortIdTests {
  @Test func `the eight characters that a list shows name the note`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "one\n")
    _ = await fixture.note("--title Oat", text: "two\n")

    let listed = await fixture.run("list title:rye").output
    let shown = await fixture.run("show \(id.suffix(8).uppercased())")
    let piped = await fixture.run("tag add grain -", input: listed)

    #expect(listed.hasPrefix("\(id.suffix(8))  2026-09-21 14:13  Rye"))
    #expect(shown.output == "one\n")
    #expect(piped.status == 0)
    #expect(await fixture.run("list tag:grain --format {short_id}").output == "\(id.suffix(8))\n")
  }

  @Test func `six of them are enough, and fewer are not`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "one\n")
    let short = id.suffix(8)

    #expect(await fixture.run("show \(short.prefix(6))").output == "one\n")
    #expect(await fixture.run("show \(short.prefix(5))").status == 3)
    #expect(await fixture.run("show --exact \(short)").output == "one\n")
    #expect(await fixture.run("show --exact \(short.prefix(6))").status == 3)
    #expect(await fixture.run("show --exact rye").output == "one\n")
  }

  @Test func `a title comes before the beginning of an id`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title First", text: "one\n")
    _ = await fixture.run(["new", "--title", String(id.prefix(4)), "two"])

    #expect(await fixture.run("show \(id.prefix(4))").output == "two\n")
  }

  @Test func `near titles are named, except to scripts`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Vim-test")
    _ = await fixture.note("--title Oat")

    let near = await fixture.run("show vim")
    let exact = await fixture.run("show vim --exact")
    let piped = await fixture.run("show -", input: "vim\n")

    #expect(near.status == 3)
    #expect(
      near.error
        == "marfa: No note named “vim”. Similar titles:\n  \(id.suffix(8))  Vim-test\n")
    #expect(exact.error == "marfa: No note named “vim”.\n" && exact.status == 3)
    #expect(piped.error == "marfa: No note named “vim”.\n" && piped.status == 3)
  }

  @Test func `on a terminal the person chooses among them`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Vim-test", text: "one\n")

    let chosen = await fixture.run(["show", "--raw", "vim"], terminal: true, line: "1")
    let none = await fixture.run(["show", "--raw", "vim"], terminal: true, line: "")

    #expect(chosen.output == "one\n" && chosen.status == 0)
    #expect(none.output.isEmpty && none.status == 3)
  }
}
