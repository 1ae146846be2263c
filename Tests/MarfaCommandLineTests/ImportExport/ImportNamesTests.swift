import Foundation
import MarfaSDK
import Testing

/// What imported notes are called, and the notebook they come into.
@Suite(.timeLimit(.minutes(20))) struct ImportNamesTests {
  private func note(_ fixture: CommandFixture) async throws -> Item {
    try #require(
      try await fixture.store().items(ListFilters(type: "core.note")).data.first)
  }

  @Test(arguments: [
    ("# Heading\ntext", ["Heading"]), ("## file name\n", []), ("plain text", []), ("", []),
    ("# FILE NAME\n", []),
  ])
  func `a note is called like its file, and a heading that differs is an alias`(
    text: String, aliases: [String]
  ) async throws {
    let fixture = try CommandFixture.importing([
      "file name.md": text, "other.md": "---\ntitle: file\n---\n",
    ])

    _ = try await fixture.report("import md notes --json")

    let notes = try await fixture.store().items(ListFilters(type: "core.note")).data
    let named = try #require(notes.first { $0.origin?.path == "file name.md" })
    #expect(try await fixture.store().noteText(id: named.id).title == "file name")
    #expect(
      (named.properties["aliases"]?.arrayValue ?? []).compactMap(\.stringValue) == aliases)
  }

  @Test func `a link to the heading leads to the note`() async throws {
    let fixture = try CommandFixture.importing([
      "2026-09 notes.md": "# Terns\n", "list.md": "see [[Terns]]\n",
    ])

    _ = try await fixture.report("import md notes --json")

    let found = await fixture.run(["backlinks", "2026-09 notes", "--format", "{title}"])
    #expect(found.output == "list\n")
  }

  @Test func `front matter names a note before its file does`() async throws {
    let fixture = try CommandFixture.importing(["x.md": "---\ntitle: Rye\n---\n# Heading\n"])

    _ = try await fixture.report("import md notes --json")

    let note = try await note(fixture)
    #expect(note.properties["title"] == "Rye")
    #expect(note.properties["aliases"] == ["x"])
  }

  @Test func `notes imported by the old rule are left as they are by the new one`() async throws {
    let fixture = try CommandFixture.importing([
      "a.md": "# Heading\ntext #word", "sub/b.md": "plain", "sub/c.md": "---\ntitle: T\n---\n# H\n",
    ])
    _ = await fixture.run("config set tags.inline false")
    _ = await fixture.run("import md notes --no-notebook --title heading")
    _ = await fixture.run("config set tags.inline true")
    let before = await fixture.run("export json")
    fixture.clock.advance(byMilliseconds: 3_600_000)

    let second = try await fixture.report("import md notes --json")

    #expect(second["imported"] == 0)
    #expect(await fixture.run("export json") == before)
  }

  @Test func `a known note keeps its title when its file changes`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "# Heading\none", "b.md": "one"])
    _ = await fixture.run("import md notes --title heading --name x")
    _ = await fixture.run("rename b Mine")
    for (name, text) in [("a.md", "# Changed\ntwo"), ("b.md", "two")] {
      try fixture.directory.write(text, to: "notes/" + name)
      fixture.setTime(4_000_000_000, of: name)
    }

    _ = await fixture.run("import md notes --name x")

    let titles = await fixture.run("list --sort title --format {title}").output
    #expect(titles == "Changed\nMine\n")
  }

  @Test func `the folder is a notebook, another one, or none`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "one", "sub/b.md": "two"])
    _ = await fixture.run("notebook new House/Vault")

    _ = await fixture.run("import md notes --name default")
    _ = await fixture.run("import md notes --name titled --notebook Mine")
    _ = await fixture.run("import md notes --name there --notebook House/Vault")
    _ = await fixture.run("import md notes --name made --notebook House/New")
    _ = await fixture.run("import md notes --name none --no-notebook")

    #expect(
      await fixture.run("notebook list --format {path}:{count}").output == """
        default:1
        default/sub:1
        House:0
        House/New:1
        House/New/sub:1
        House/Vault:1
        House/Vault/sub:1
        Mine:1
        Mine/sub:1
        sub:1

        """)
    #expect(await fixture.run("import md notes --notebook x --no-notebook").status == 2)
    let again = try await fixture.report("import md notes --name default --json")
    #expect(again["imported"] == 0)
  }

  @Test func `undoing an import takes its notebook away`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "one", "sub/b.md": "two"])
    _ = await fixture.run("import md notes")

    #expect(await fixture.run("import undo").status == 0)

    #expect(await fixture.run("notebook list --json").output == "[]\n")
  }
}
