import Foundation
import Glibc
import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct ImportMarkdownTests {
  @Test func `the report has exactly five members in their order`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "# A", "b.txt": "x"])

    let transcript = await fixture.run("import md notes --json")

    #expect(
      transcript.output
        == "{\"seen\":2,\"imported\":1,\"skipped\":[{\"path\":\"b.txt\","
        + "\"reason\":\"not a Markdown file, and no note names it\"}],\"failed\":[],\"attached\":[]}\n"
    )
    #expect(transcript.error.isEmpty)
    #expect(transcript.status == 0)
  }

  @Test func `the report names the files that are left out, the first ten of a reason`()
    async throws
  {
    var files = ["a.md": "x", "board.canvas": "{}", ".obsidian/app.json": "{}"]
    for number in 10..<21 { files["n\(number).base"] = "v" }
    let fixture = try CommandFixture.importing(files)

    let first = await fixture.run("import md notes").output
    let second = await fixture.run("import md notes").output

    #expect(first.hasPrefix("14 seen, 1 imported, 13 skipped, 0 failed\n"))
    #expect(
      first.contains(
        "  skipped 12: not a Markdown file, and no note names it\n    board.canvas\n    n10.base\n")
    )
    #expect(first.contains("    n18.base\n    … 2 more, which --json names\n"))
    #expect(first.hasSuffix("  skipped 1: hidden\n    .obsidian\n"))
    #expect(!second.contains("a.md"))
  }

  @Test func `front matter becomes title, tags, aliases and times, and the rest is kept`()
    async throws
  {
    let fixture = try CommandFixture.importing([
      "x.md": """
      ---
      title: Rye bread
      tags: [Bread, "#old"]
      aliases: [Loaf]
      created: 2020-01-02
      updated: 2021-03-04T05:06:07Z
      author: Ana
      ---
      Body
      """
    ])

    _ = try await fixture.report()

    let store = try await fixture.store()
    let item = try #require(try await store.items(ListFilters(type: "core.note")).data.first)
    #expect(item.properties["title"] == "Rye bread")
    #expect(item.properties["body"] == "Body")
    #expect(item.properties["aliases"] == ["Loaf", "x"])
    #expect(item.properties["front_matter"] == ["author": "Ana"])
    #expect(item.createdAt == "2020-01-02T00:00:00.000Z")
    #expect(item.updatedAt == "2021-03-04T05:06:07.000Z")
    #expect(try await store.metadata(id: item.id).tags == ["bread", "old"])
  }

  @Test func `without front matter the times are the file's`() async throws {
    let fixture = try CommandFixture.importing(["x.md": "# X"])
    let time = timespec(tv_sec: 1_500_000_000, tv_nsec: 250_000_000)
    utimensat(AT_FDCWD, fixture.directory.path + "/notes/x.md", [time, time], 0)

    _ = try await fixture.report()

    let note = try await fixture.json("list --json").arrayValue?.first?.objectValue
    #expect(note?["created_at"] == "2017-07-14T02:40:00.250Z")
    #expect(note?["updated_at"] == "2017-07-14T02:40:00.250Z")
  }

  @Test(arguments: [
    ("# Heading\ntext", "Heading"), ("Setext\n======\ntext", "Setext"),
    ("\n \n  # Late ##\ntext", "Late"), ("    # code", "file name"), ("- a\n---", "file name"),
    ("plain text", "file name"), ("", "file name"), ("\n\n## Second\n", "Second"),
  ])
  func `a title of the heading is asked for, or else the file's name`(
    text: String, title: String
  ) async throws {
    let fixture = try CommandFixture.importing(["file name.md": text])

    _ = try await fixture.report("import md notes --json --title heading")

    let note = try await fixture.json("list --json").arrayValue?.first?.objectValue
    #expect(note?["title"] == .string(title))
  }

  @Test func `folders become notebooks within notebooks`() async throws {
    let fixture = try CommandFixture.importing([
      "top.md": "t", "a/one.md": "1", "a/b/two.md": "2", "c/x.txt": "",
    ])

    _ = try await fixture.report("import md notes --json")

    let notebooks = try await fixture.store().notebooks().paths
    #expect(notebooks.map(\.path) == ["/notes", "/notes/a", "/notes/a/b"])
    #expect(notebooks.map(\.notebook.count) == [1, 1, 1])
  }

  @Test func `relative and wiki links become edges whichever file comes first`() async throws {
    let fixture = try CommandFixture.importing([
      "a/first.md": "see [z](../z/last%20one.md) and [[middle]]",
      "m/middle.md": "back to [[first]]",
      "z/last one.md": "to [f](../a/first.md#part) and [none](gone.md)",
    ])

    _ = try await fixture.report()

    let store = try await fixture.store()
    let titles = Dictionary(
      try await store.titles().map { ($0.id, $0.title) }
    ) { first, _ in first }
    let edges = try await store.edges(EdgeFilters(edgeTypes: ["references"])).data
    let pairs = edges.map { "\(titles[$0.sourceId] ?? "")>\(titles[$0.targetId] ?? "")" }
    #expect(pairs.sorted() == ["first>last one", "first>middle", "last one>first", "middle>first"])
  }

  @Test func `a second import changes nothing`() async throws {
    let fixture = try CommandFixture.importing([
      "a.md": "# A\n[[b]]", "d/b.md": "---\ntags: [x]\n---\nb", "d/c.md": "---\nbroken: [\n---\nc",
    ])
    _ = try await fixture.report()
    let before = await fixture.run("export json")
    fixture.clock.advance(byMilliseconds: 3_600_000)

    let second = try await fixture.report()

    #expect(second["seen"] == 3)
    #expect(second["imported"] == 0)
    #expect(Set(reasons(second, "skipped").values) == ["unchanged"])
    #expect(await fixture.run("export json") == before)
  }

  @Test func `a file that changed later changes its note, which keeps its own tags`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "---\ntags: [x]\n---\none"])
    _ = try await fixture.report()
    let id = try #require(
      try await fixture.json("list --json").arrayValue?.first?.objectValue?["id"]?.stringValue)
    _ = await fixture.run("tag add mine \(id)")
    try fixture.directory.write("---\ntags: [y]\n---\ntwo", to: "notes/a.md")
    fixture.setTime(4_000_000_000, of: "a.md")

    let second = try await fixture.report()

    #expect(second["imported"] == 1)
    #expect(await fixture.run("show \(id)").output == "two\n")
    #expect(await fixture.run("tag list --format {tag}").output == "mine\ny\n")
    #expect(try await fixture.json("history \(id) --json").arrayValue?.count == 2)
  }

  @Test func `later edits are not undone`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "one"])
    fixture.setTime(1_500_000_000, of: "a.md")
    _ = try await fixture.report()
    let id = try #require(
      try await fixture.json("list --json").arrayValue?.first?.objectValue?["id"]?.stringValue)
    _ = await fixture.run("edit \(id) -", input: "mine")

    let second = try await fixture.report()

    #expect(reasons(second, "skipped") == ["a.md": "changed here since then; the file is older"])
    #expect(await fixture.run("show \(id)").output == "mine\n")
  }

  @Test func `a note in the trash stays there`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "one"])
    _ = try await fixture.report()
    let id = try #require(
      try await fixture.json("list --json").arrayValue?.first?.objectValue?["id"]?.stringValue)
    _ = await fixture.run("rm \(id)")

    let second = try await fixture.report()

    #expect(reasons(second, "skipped") == ["a.md": "in the trash"])
    #expect(try await fixture.json("list --json") == [])
  }

  @Test func `a dry run writes nothing`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "one", "d/b.md": "two"])

    let dry = try await fixture.report("import md notes --json --dry-run")

    #expect(dry["imported"] == 2)
    #expect(try await fixture.json("list --json") == [])
    #expect(try await fixture.store().notebooks().isEmpty)
  }
}
