import Foundation
import MarfaSDK
import Testing

/// Tags of files that are imported again: what changed in the file since the last import counts.
@Suite(.timeLimit(.minutes(20))) struct ImportedTagsTests {
  private func tags(_ fixture: CommandFixture) async -> String {
    await fixture.run("list --format {tags}").output.trimmingCharacters(in: .newlines)
  }

  /// Writes the file later than anything here, and imports it.
  private func importAgain(
    _ text: String, at seconds: Int = 4_000_000_000, in fixture: CommandFixture
  ) async throws -> CommandFixture.Transcript {
    try fixture.directory.write(text, to: "notes/a.md")
    fixture.setTime(seconds, of: "a.md")
    fixture.clock.advance(byMilliseconds: 1000)
    return await fixture.run("import md notes")
  }

  @Test(arguments: ["---\ntags: [x, y]\n---\none\n", "one #x #y\n"])
  func `a tag that was removed by hand stays away`(text: String) async throws {
    let fixture = try CommandFixture.importing(["a.md": text])
    _ = await fixture.run("import md notes")
    #expect(await tags(fixture) == "x,y")
    _ = await fixture.run("tag rm y a")

    // The same file, saved again, and then with another text.
    _ = try await importAgain(text, in: fixture)
    #expect(await tags(fixture) == "x")
    let changed = text.replacing("one", with: "two")
    let second = try await importAgain(changed, at: 4_100_000_000, in: fixture)

    #expect(second.output.contains("1 imported"))
    #expect(await tags(fixture) == "x")
  }

  @Test func `a newer file replaces a text that was edited here, but not its tag, and says so`()
    async throws
  {
    let fixture = try CommandFixture.importing(["a.md": "#one #two\n"])
    _ = await fixture.run("import md notes")
    _ = await fixture.run("edit a -", input: "#one\n")
    #expect(await tags(fixture) == "one")

    let second = try await importAgain("#one #two #three\n", in: fixture)
    #expect(await tags(fixture) == "one,three")
    #expect(
      second.error.contains(
        "a.md: changed here, too; the file is newer, and the former text is in the note's history"
      ))

    // Nobody edited it since.
    let third = try await importAgain("#one\n", at: 4_100_000_000, in: fixture)
    #expect(third.output.contains("1 imported"))
    #expect(!third.error.contains("changed here"))
    #expect(await tags(fixture) == "one")
  }

  @Test func `a tag that is removed in the file leaves the note, the note's own tags stay`()
    async throws
  {
    let fixture = try CommandFixture.importing(["a.md": "---\ntags: [x, y]\n---\none #z\n"])
    _ = await fixture.run("import md notes")
    _ = await fixture.run("tag add own a")

    _ = try await importAgain("---\ntags: [y]\n---\none #z\n", in: fixture)
    #expect(await tags(fixture) == "own,y,z")
    // The text still names what the front matter no longer does.
    _ = try await importAgain("one #z and #y\n", at: 4_100_000_000, in: fixture)

    #expect(await tags(fixture) == "own,y,z")
  }

  @Test func `a tag that an import is given is added to each note`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "---\ntags: [x]\n---\none\n"])
    _ = await fixture.run("import md notes")

    fixture.setTime(4_000_000_000, of: "a.md")
    _ = await fixture.run("import md notes --tag Given")

    #expect(await tags(fixture) == "given,x")
  }

  @Test func `tags that an import removed come back when it is undone, and go again with the next`()
    async throws
  {
    let fixture = try CommandFixture.importing(["a.md": "---\ntags: [x]\n---\none #w\n"])
    _ = await fixture.run("import md notes")
    _ = try await importAgain("---\ntags: [y]\n---\ntwo\n", in: fixture)
    #expect(await tags(fixture) == "y")

    _ = await fixture.run("import undo")
    #expect(await tags(fixture) == "w,x")

    _ = try await importAgain("---\ntags: [y]\n---\ntwo\n", at: 4_100_000_000, in: fixture)
    #expect(await tags(fixture) == "y")
  }

  @Test func `a renamed file brings its changes`() async throws {
    let text = "---\ntags: [x, y]\n---\nThe reed bed\nis quiet today.\n\nTwo terns\nand a heron.\n"
    let fixture = try CommandFixture.importing(["a.md": text])
    _ = await fixture.run("import md notes")
    _ = await fixture.run("tag rm y a")
    let folder = fixture.directory.path + "/notes/"
    try FileManager.default.moveItem(atPath: folder + "a.md", toPath: folder + "b.md")
    try fixture.directory.write(text.replacing("[x, y]", with: "[y, z]"), to: "notes/b.md")

    _ = await fixture.run("import md notes")

    #expect(await tags(fixture) == "z")
  }
}
