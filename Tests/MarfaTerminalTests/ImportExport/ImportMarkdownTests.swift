import Foundation
import Glibc
import MarfaSDK
import MarfaTerminal
import Testing

@Suite struct ImportMarkdownTests {
  private func folder(_ files: [String: String]) throws -> CommandFixture {
    let fixture = try CommandFixture()
    try FileManager.default.createDirectory(
      atPath: fixture.directory.path + "/notes", withIntermediateDirectories: true)
    for (path, text) in files { try fixture.directory.write(text, to: "notes/" + path) }
    return fixture
  }

  private func report(_ fixture: CommandFixture, _ line: String = "import md notes --json")
    async throws -> [String: JSONValue]
  {
    try #require(try await fixture.json(line).objectValue)
  }

  private func reasons(_ report: [String: JSONValue], _ kind: String) -> [String: String] {
    let entries = (report[kind]?.arrayValue ?? []).compactMap(\.objectValue)
    return Dictionary(
      entries.map { ($0["path"]?.stringValue ?? "", $0["reason"]?.stringValue ?? "") }
    ) { first, _ in first }
  }

  @Test func `the report has exactly four members in their order`() async throws {
    let fixture = try folder(["a.md": "# A", "b.txt": "x"])

    let transcript = await fixture.run("import md notes --json")

    #expect(
      transcript.output
        == "{\"seen\":2,\"imported\":1,\"skipped\":[{\"path\":\"b.txt\","
        + "\"reason\":\"not a Markdown file\"}],\"failed\":[]}\n")
    #expect(transcript.error.isEmpty)
    #expect(transcript.status == 0)
  }

  @Test func `front matter becomes title, tags, aliases and times, and the rest is kept`()
    async throws
  {
    let fixture = try folder([
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

    _ = try await report(fixture)

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
    let fixture = try folder(["x.md": "# X"])
    let time = timespec(tv_sec: 1_500_000_000, tv_nsec: 250_000_000)
    utimensat(AT_FDCWD, fixture.directory.path + "/notes/x.md", [time, time], 0)

    _ = try await report(fixture)

    let note = try await fixture.json("list --json").arrayValue?.first?.objectValue
    #expect(note?["created_at"] == "2017-07-14T02:40:00.250Z")
    #expect(note?["updated_at"] == "2017-07-14T02:40:00.250Z")
  }

  @Test(arguments: [
    ("# Heading\ntext", "Heading"), ("Setext\n======\ntext", "Setext"),
    ("plain text", "file name"), ("", "file name"), ("\n\n## Second\n", "Second"),
  ])
  func `the title is the first heading or else the file's name`(text: String, title: String)
    async throws
  {
    let fixture = try folder(["file name.md": text])

    _ = try await report(fixture)

    let note = try await fixture.json("list --json").arrayValue?.first?.objectValue
    #expect(note?["title"] == .string(title))
  }

  @Test func `folders become notebooks within notebooks`() async throws {
    let fixture = try folder(["top.md": "t", "a/one.md": "1", "a/b/two.md": "2", "c/x.txt": ""])

    _ = try await report(fixture)

    let notebooks = try await fixture.store().notebooks()
    #expect(notebooks.map(\.title) == ["a"])
    #expect(notebooks.first?.count == 1)
    #expect(notebooks.first?.children.map(\.title) == ["b"])
    #expect(notebooks.first?.children.first?.count == 1)
  }

  @Test func `relative and wiki links become edges whichever file comes first`() async throws {
    let fixture = try folder([
      "a/first.md": "see [z](../z/last%20one.md) and [[middle]]",
      "m/middle.md": "back to [[first]]",
      "z/last one.md": "to [f](../a/first.md#part) and [none](gone.md)",
    ])

    _ = try await report(fixture)

    let store = try await fixture.store()
    let titles = Dictionary(
      try await store.titles().map { ($0.id, $0.title) }
    ) { first, _ in first }
    let edges = try await store.edges(EdgeFilters(edgeTypes: ["references"])).data
    let pairs = edges.map { "\(titles[$0.sourceID] ?? "")>\(titles[$0.targetID] ?? "")" }
    #expect(pairs.sorted() == ["first>last one", "first>middle", "last one>first", "middle>first"])
  }

  @Test func `a second import changes nothing`() async throws {
    let fixture = try folder([
      "a.md": "# A\n[[b]]", "d/b.md": "---\ntags: [x]\n---\nb", "d/c.md": "---\nbroken: [\n---\nc",
    ])
    _ = try await report(fixture)
    let before = await fixture.run("export json")
    fixture.clock.advance(byMilliseconds: 3_600_000)

    let second = try await report(fixture)

    #expect(second["seen"] == 3)
    #expect(second["imported"] == 0)
    #expect(Set(reasons(second, "skipped").values) == ["unchanged"])
    #expect(await fixture.run("export json") == before)
  }

  @Test func `a file that changed later changes its note and keeps its tags`() async throws {
    let fixture = try folder(["a.md": "---\ntags: [x]\n---\none"])
    _ = try await report(fixture)
    let id = try #require(
      try await fixture.json("list --json").arrayValue?.first?.objectValue?["id"]?.stringValue)
    _ = await fixture.run("tag add mine \(id)")
    try fixture.directory.write("---\ntags: [y]\n---\ntwo", to: "notes/a.md")
    setTime(4_000_000_000, of: fixture.directory.path + "/notes/a.md")

    let second = try await report(fixture)

    #expect(second["imported"] == 1)
    #expect(await fixture.run("show \(id)").output == "two\n")
    #expect(await fixture.run("tag list --format {tag}").output == "mine\nx\ny\n")
    #expect(try await fixture.json("history \(id) --json").arrayValue?.count == 2)
  }

  @Test func `what was written here later is not taken back`() async throws {
    let fixture = try folder(["a.md": "one"])
    setTime(1_500_000_000, of: fixture.directory.path + "/notes/a.md")
    _ = try await report(fixture)
    let id = try #require(
      try await fixture.json("list --json").arrayValue?.first?.objectValue?["id"]?.stringValue)
    _ = await fixture.run("edit \(id) -", input: "mine")

    let second = try await report(fixture)

    #expect(reasons(second, "skipped") == ["a.md": "changed here since; the file is older"])
    #expect(await fixture.run("show \(id)").output == "mine\n")
  }

  @Test func `a note in the trash stays there`() async throws {
    let fixture = try folder(["a.md": "one"])
    _ = try await report(fixture)
    let id = try #require(
      try await fixture.json("list --json").arrayValue?.first?.objectValue?["id"]?.stringValue)
    _ = await fixture.run("rm \(id)")

    let second = try await report(fixture)

    #expect(reasons(second, "skipped") == ["a.md": "in the trash"])
    #expect(try await fixture.json("list --json") == [])
  }

  @Test func `a dry run writes nothing`() async throws {
    let fixture = try folder(["a.md": "one", "d/b.md": "two"])

    let dry = try await report(fixture, "import md notes --json --dry-run")

    #expect(dry["imported"] == 2)
    #expect(try await fixture.json("list --json") == [])
    #expect(try await fixture.store().notebooks().isEmpty)
  }

  // MARK: - Bad input

  @Test func `malformed front matter is kept as text and told`() async throws {
    let text = "---\ntitle: [unclosed\n---\nbody\n"
    let fixture = try folder(["bad.md": text])

    let transcript = await fixture.run("import md notes")

    #expect(transcript.status == 0)
    #expect(transcript.error.hasPrefix("bad.md: front matter kept as text, line "))
    let id = try #require(
      try await fixture.json("list --json").arrayValue?.first?.objectValue?["id"]?.stringValue)
    #expect(await fixture.run("show \(id)").output == text)
  }

  @Test func `files that cannot be notes are told, and the others come in`() async throws {
    let fixture = try folder(["good.md": "fine", ".hidden.md": "h", "image.png": "x"])
    let path = fixture.directory.path + "/notes"
    try Data([0x61, 0xff, 0x62]).write(to: URL(filePath: path + "/latin.md"))
    symlink("loop.md", path + "/loop.md")
    symlink("..", path + "/parent")
    symlink("nowhere", path + "/broken.md")
    mkfifo(path + "/pipe.md", 0o600)
    let large = open(path + "/large.md", O_WRONLY | O_CREAT, 0o600)
    ftruncate(large, 50 << 20)
    close(large)

    let transcript = await fixture.run("import md notes --json")

    let report = try #require(
      try JSONParser.parse(Array(transcript.output.utf8)).objectValue)
    #expect(transcript.status == 8)
    #expect(report["imported"] == 1)
    #expect(
      reasons(report, "skipped") == [
        ".hidden.md": "hidden", "image.png": "not a Markdown file",
        "parent": "a symbolic link to a folder is not followed", "pipe.md": "not a regular file",
      ])
    #expect(
      reasons(report, "failed") == [
        "latin.md": "not UTF-8 text", "large.md": "larger than 32 MB",
        "loop.md": "Too many levels of symbolic links",
        "broken.md": "No such file or directory",
      ])
    #expect(report["seen"] == 9)
  }

  @Test(.enabled(if: getuid() != 0, "root reads everything"))
  func `a file that may not be read is told`() async throws {
    let fixture = try folder(["a.md": "x", "secret.md": "y"])
    chmod(fixture.directory.path + "/notes/secret.md", 0)

    let report = try await report(fixture)

    #expect(reasons(report, "failed") == ["secret.md": "Permission denied"])
  }

  @Test func `NUL, a byte order mark and UTF-16 are read`() async throws {
    let fixture = try folder([:])
    let path = fixture.directory.path + "/notes/"
    try Data("a\0b".utf8).write(to: URL(filePath: path + "nul.md"))
    try Data([0xef, 0xbb, 0xbf] + "# Bom".utf8).write(to: URL(filePath: path + "bom.md"))
    let wide = "# Wide ✓".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    try Data([0xff, 0xfe] + wide).write(to: URL(filePath: path + "wide.md"))

    let report = try await report(fixture)

    #expect(report["imported"] == 3)
    let titles = await fixture.run("list --sort title --format {title}").output
    #expect(titles == "Bom\nnul\nWide ✓\n")
    let items = try await fixture.store().items(ListFilters()).data
    #expect(items.contains { $0.properties["body"] == "a\0b" })
  }

  @Test(arguments: ["import md nowhere", "import md notes/a.md"])
  func `what is no folder is refused`(line: String) async throws {
    let fixture = try folder(["a.md": "x"])

    let transcript = await fixture.run(line)

    #expect(transcript.status == (line.hasSuffix("nowhere") ? 3 : 2))
    #expect(transcript.output.isEmpty)
  }

  @Test func `an interrupted import ends with 130 and can go on`() async throws {
    let files = Dictionary(
      uniqueKeysWithValues: (0..<1200).map { ("d\($0 % 7)/n\($0).md", "# Note \($0)") })
    let fixture = try folder(files)

    let interrupted = await fixture.run(["import", "md", "notes"], interrupted: true)
    let rest = try await report(fixture)

    #expect(interrupted.status == 130)
    #expect(interrupted.output.isEmpty)
    #expect(rest["seen"] == 1200)
    #expect(try await fixture.json("list --json").arrayValue?.count == 1200)
    #expect(try await fixture.store().notebooks().map(\.count).reduce(0, +) == 1200)
  }

  private func setTime(_ seconds: Int, of path: String) {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    utimensat(AT_FDCWD, path, [time, time], 0)
  }
}
