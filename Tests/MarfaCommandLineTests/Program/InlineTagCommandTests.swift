import Foundation
import MarfaSDK
import TestSupport
import Testing

/// `#word` in texts of the command line, an external editor and files.
@Suite(.timeLimit(.minutes(20))) struct InlineTagCommandTests {
  private func tags(_ fixture: CommandFixture, _ name: String) async -> String {
    await fixture.run(["list", "--format", "{tags}", "title:\"\(name)\""]).output
      .trimmingCharacters(in: .newlines)
  }

  @Test func `a note gets the tags of its text, and loses those that are deleted there`()
    async throws
  {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye --tag own", text: "with #grain and `#code`\n")
    #expect(await tags(fixture, "Rye") == "grain,own")

    _ = await fixture.run("edit \(id) -", input: "with #water and #own\n")
    #expect(await tags(fixture, "Rye") == "own,water")

    _ = await fixture.run("tag rm water \(id)")
    _ = await fixture.run("edit \(id) -", input: "with #water\n")
    #expect(await tags(fixture, "Rye") == "", "a tag removed by hand stays away")
  }

  @Test func `the editor's text counts, and nothing does when it is turned off`() async throws {
    let fixture = try CommandFixture()
    fixture.set("EDITOR", "ed")
    let id = await fixture.note("--title Rye", text: "x\n")
    #expect(await edit(id, "#grain\n", fixture) == 0)
    #expect(await tags(fixture, "Rye") == "grain")

    _ = await fixture.run("config set tags.inline false")
    #expect(await edit(id, "#other\n", fixture) == 0)
    _ = await fixture.note("--title Oat", text: "#grain\n")

    #expect(await tags(fixture, "Rye") == "grain")
    #expect(await tags(fixture, "Oat") == "")
  }

  /// Edits a note in an editor that adds a text; answers the exit code.
  private func edit(_ id: String, _ text: String, _ fixture: CommandFixture) async -> Int32 {
    await fixture.run(
      ["edit", id],
      editor: { words in
        let file = words.last ?? ""
        do {
          let old = try String(contentsOfFile: file, encoding: .utf8)
          try (old + text).write(toFile: file, atomically: true, encoding: .utf8)
        } catch {
          return .failed("\(error)")
        }
        return .code(0)
      }
    ).status
  }

  @Test func `restored texts and renamed links change no tag`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "#grain\n")
    _ = await fixture.run("edit \(id) -", input: "nothing\n")
    #expect(await tags(fixture, "Rye") == "")

    _ = await fixture.run("restore --to-version 1 \(id)")

    #expect(await fixture.run("show \(id)").output == "#grain\n")
    #expect(await tags(fixture, "Rye") == "")
  }

  @Test func `an import tags new notes, and later only what changed in a file`() async throws {
    let fixture = try CommandFixture()
    let vault = try TemporaryDirectory()
    try vault.write("#one #two\n", to: "Rye.md")
    _ = await fixture.run("import md \(vault.path)")
    #expect(await tags(fixture, "Rye") == "one,two")
    _ = await fixture.run("tag rm two Rye")
    fixture.clock.advance(byMilliseconds: 1000)

    let again = await fixture.run("import md \(vault.path)")
    #expect(again.output.contains("0 imported"))
    #expect(await tags(fixture, "Rye") == "one")

    try vault.write("#two #three\n", to: "Rye.md")
    let later = timespec(tv_sec: 4_000_000_000, tv_nsec: 0)
    utimensat(AT_FDCWD, vault.path + "/Rye.md", [later, later], 0)
    _ = await fixture.run("import md \(vault.path)")
    #expect(await tags(fixture, "Rye") == "three")
  }
}
