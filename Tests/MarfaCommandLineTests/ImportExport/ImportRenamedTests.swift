import Foundation
import MarfaSDK
import Testing

/// Files of an imported folder that got another name since.
@Suite(.timeLimit(.minutes(20))) struct ImportRenamedTests {
  private func notes(_ fixture: CommandFixture) async -> String {
    await fixture.run("list --sort title --format {notebook}/{title}:{tags}").output
  }

  private func rename(_ old: String, _ new: String, in fixture: CommandFixture) throws {
    let folder = fixture.directory.path + "/notes/"
    let parent = URL(filePath: folder + new).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: folder + old, toPath: folder + new)
  }

  @Test func `a renamed file is the same note, with its own tags and another title`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "see [[b]]", "b.md": "text\n"])
    _ = try await fixture.report("import md notes --json")
    let id = await fixture.run("list b --format {id}").output
    _ = await fixture.run("tag add own b")
    try rename("b.md", "c.md", in: fixture)

    let second = try await fixture.report("import md notes --json")
    let third = try await fixture.report("import md notes --json")

    #expect(second["imported"] == 1 && second["failed"] == [])
    #expect(await notes(fixture) == "notes/a:\nnotes/c:own\n")
    #expect(await fixture.run("list title:c --format {id}").output == id)
    #expect(third["imported"] == 0)
  }

  @Test func `a file that was moved takes its note to the folder's notebook`() async throws {
    let fixture = try CommandFixture.importing(["x/a.md": "one\n", "x/b.md": "two\n"])
    _ = try await fixture.report("import md notes --json")
    _ = await fixture.run("move --inbox b")
    try rename("x/a.md", "y/z/a.md", in: fixture)
    try rename("x/b.md", "y/z/b.md", in: fixture)

    let second = try await fixture.report("import md notes --json")

    #expect(second["imported"] == 2 && second["failed"] == [])
    #expect(await notes(fixture) == "notes/y/z/a:\n/b:\n")
  }

  @Test func `a title that was given here stays when the file is renamed`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "one\n"])
    _ = try await fixture.report("import md notes --json")
    _ = await fixture.run("rename a Mine")
    try rename("a.md", "b.md", in: fixture)

    _ = try await fixture.report("import md notes --json")

    #expect(await notes(fixture) == "notes/Mine:\n")
  }

  @Test func `a copy is a note of its own, and an empty file is not the one that went`()
    async throws
  {
    let fixture = try CommandFixture.importing(["a.md": "one\n", "e.md": "\n"])
    _ = try await fixture.report("import md notes --json")
    try fixture.directory.write("one\n", to: "notes/b.md")
    try rename("e.md", "f.md", in: fixture)

    _ = try await fixture.report("import md notes --json")

    #expect(await notes(fixture) == "notes/a:\nnotes/b:\nnotes/e:\nnotes/f:\n")
  }

  @Test func `a file that was renamed and changed at once is the same note, and is reported`()
    async throws
  {
    let text = "The reed bed\nis quiet today.\n\nTwo terns\nand a heron.\n"
    let fixture = try CommandFixture.importing(["a.md": text, "b.md": "other\nlines\n"])
    _ = try await fixture.report("import md notes --json")
    let id = await fixture.run("list a --format {id}").output
    try rename("a.md", "c.md", in: fixture)
    let changed = text.replacing("quiet", with: "loud")
    try fixture.directory.write(changed, to: "notes/c.md")

    let second = await fixture.run("import md notes")

    #expect(second.error.contains("c.md: taken for a.md, renamed and changed"), "\(second.error)")
    #expect(await notes(fixture) == "notes/b:\nnotes/c:\n")
    #expect(await fixture.run("list title:c --format {id}").output == id)
    #expect(await fixture.run("show c").output == changed)
  }

  @Test func `a new file that has little of one that went is a note of its own`() async throws {
    let fixture = try CommandFixture.importing([
      "mon.md": "# Done\nreed bed counted twice\n# Next\nring records\n",
      "one.md": "same\nlines\nhere\n", "two.md": "same\nlines\nwere\n",
    ])
    _ = try await fixture.report("import md notes --json")
    for (old, new) in [("mon.md", "tue.md"), ("one.md", "three.md"), ("two.md", "four.md")] {
      try rename(old, new, in: fixture)
    }
    try fixture.directory.write(
      "# Done\nletters to the office\n# Next\nbike gear cable\n", to: "notes/tue.md")
    // As much of the one as of the other.
    try fixture.directory.write("same\nlines\n", to: "notes/three.md")
    try fixture.directory.write("unlike\n", to: "notes/four.md")

    _ = try await fixture.report("import md notes --json")

    #expect(
      await notes(fixture)
        == ["four", "mon", "one", "three", "tue", "two"]
        .map { "notes/\($0):\n" }.joined())
  }

  @Test func `the undo of an import gives a renamed note its title again`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "one\n"])
    _ = try await fixture.report("import md notes --json")
    try rename("a.md", "b.md", in: fixture)
    fixture.clock.advance(byMilliseconds: 1000)
    _ = try await fixture.report("import md notes --json")

    let undone = try await fixture.report("import undo --json")

    #expect(undone["restored"] == 1)
    #expect(await notes(fixture) == "notes/a:\n")
  }
}
