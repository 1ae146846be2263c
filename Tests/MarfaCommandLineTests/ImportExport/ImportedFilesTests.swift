import Foundation
import Glibc
import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ImportedFilesTests {
  /// The names of a note's files.
  private func files(_ fixture: CommandFixture, of title: String) async throws -> [String] {
    let list = try await fixture.json("attach \(title) --json").arrayValue ?? []
    return list.compactMap { $0.objectValue?["name"]?.stringValue }
  }

  private func texts(_ value: JSONValue?) -> [String] {
    (value?.arrayValue ?? []).compactMap(\.stringValue)
  }

  @Test func `pictures of a folder come with the notes that show them`() async throws {
    let fixture = try CommandFixture.importing([
      "a/one.md": "![](img/x.png) and [plan](../plan.pdf)", "a/img/x.png": "X",
      "plan.pdf": "P", "left.png": "L",
    ])

    let report = try await fixture.report()

    #expect(try await files(fixture, of: "one") == ["x.png", "plan.pdf"])
    #expect(texts(report["attached"]).sorted() == ["a/img/x.png", "plan.pdf"])
    #expect(report["seen"] == 4)
    #expect(report["imported"] == 3)
    #expect(reasons(report, "skipped") == ["left.png": "not a Markdown file, and no note names it"])
  }

  @Test func `files beyond what the server takes of a note are left out, and the note goes there`()
    async throws
  {
    let server = try await ServedNotes.start()
    try server.folder.write("max_attachments: 1\n", to: "server.yaml")
    await server.kill()
    try await server.restart(["--config", server.folder.path + "/server.yaml"])
    let fixture = try CommandFixture.importing([
      "one.md": "![[x.png]] ![[y.png]] ![[x.png]]", "x.png": "X", "y.png": "Y",
    ])
    let login = try await fixture.logIn(to: server, key: try await server.key())
    #expect(login.status == 0, "\(login.error)")

    let report = try await fixture.report()

    #expect(reasons(report, "failed") == ["y.png": "the server takes 1 file of a note at most"])
    #expect(try await files(fixture, of: "one") == ["x.png"])
    try await fixture.succeeds("sync --wait")
    await server.kill()
  }

  @Test func `a file that only the front matter links to comes with its note`() async throws {
    let fixture = try CommandFixture.importing([
      "one.md": "---\ncover: \"[[x.png]]\"\n---\ntext\n", "img/x.png": "X",
    ])

    let report = try await fixture.report()

    #expect(report["skipped"] == [])
    #expect(try await files(fixture, of: "one") == ["x.png"])
  }

  @Test(arguments: [
    "![[x.png]]", "![[x.png|100]]", "![[deep/x.png]]", "![[X.PNG]]", "[[x.png]]", "![](x.png)",
    "![a](<x.png> \"t\")", "![](../img/deep/x.png)", "![](/img/deep/x.png)", "![[x.png#part]]",
    "![a][r]\n\n[r]: ../img/deep/x.png", "<audio controls src=\"../img/deep/x.png\">",
    "<A href='../img/deep/x.png'>x</A>",
  ])
  func `a vault's file is found wherever it is`(reference: String) async throws {
    let text = "before \(reference) after\n"
    let fixture = try CommandFixture.importing([
      "notes/one.md": "---\ntags: [a]\n---\n" + text, "img/deep/x.png": "X",
    ])

    let report = try await fixture.report("import obsidian notes --json")

    #expect(try await files(fixture, of: "one") == ["x.png"])
    #expect(texts(report["attached"]) == ["img/deep/x.png"])
    let store = try await fixture.store()
    let item = try #require(try await store.items(ListFilters(type: "core.note")).data.first)
    #expect(item.properties["body"] == .string(text))
  }

  @Test(arguments: ["![[Bild \u{e4}.png]]", "![](Bild%20%C3%A4.png)", "![[img/Bild \u{e4}.png]]"])
  func `a file whose name a Mac has taken apart is found by its whole letters`(
    reference: String
  ) async throws {
    let name = "Bild a\u{308}.png"
    let fixture = try CommandFixture.importing(["img/one.md": reference + "\n", "img/" + name: "X"])

    let report = try await fixture.report("import obsidian notes --json")
    try await fixture.succeeds("export obsidian --plain out")

    #expect(reasons(report, "failed").isEmpty)
    #expect(texts(report["attached"]).map { Array($0.utf8) } == [Array("img/\(name)".utf8)])
    let exported = fixture.directory.path + "/out/notes/img/" + name
    #expect(try Data(contentsOf: URL(filePath: exported)) == Data("X".utf8))
  }

  @Test func `a linked file without an ending comes, where one is at just that path`()
    async throws
  {
    let fixture = try CommandFixture.importing([
      "a/one.md": "[m](Makefile) [l](../LICENSE) [n](two) [o](nothing) [up](..) [out](../../etc)",
      "a/Makefile": "all:", "LICENSE": "MIT", "b/two": "2", "a/two.md": "[[Makefile]]",
    ])

    let report = try await fixture.report()

    #expect(try await files(fixture, of: "one") == ["Makefile", "LICENSE"])
    #expect(try await files(fixture, of: "two") == [])
    #expect(reasons(report, "skipped") == ["b/two": "not a Markdown file, and no note names it"])
  }

  @Test func `of several files of a name the one next to the note is meant`() async throws {
    let fixture = try CommandFixture.importing([
      "a/x.png": "far", "b/one.md": "![[x.png]]", "b/x.png": "near", "x.png": "root",
      "c/two.md": "![[x.png]] ![[a/x.png]]",
    ])

    let report = try await fixture.report()

    #expect(texts(report["attached"]) == ["a/x.png", "b/x.png", "x.png"])
    #expect(try await files(fixture, of: "two") == ["x.png", "x.png"])
    _ = await fixture.run("get one --output one.png")
    #expect(try fixture.directory.read("one.png") == "near")
  }

  @Test func `a second import attaches nothing, a changed file is attached again`() async throws {
    let fixture = try CommandFixture.importing(["one.md": "![](x.png)", "x.png": "X"])
    _ = try await fixture.report()
    let before = await fixture.run("export json")
    fixture.clock.advance(byMilliseconds: 60_000)

    let second = try await fixture.report()
    let same = await fixture.run("export json")
    try fixture.directory.write("Y", to: "notes/x.png")
    let third = try await fixture.report()

    #expect(second["imported"] == 0)
    #expect(reasons(second, "skipped") == ["one.md": "unchanged", "x.png": "unchanged"])
    #expect(same == before)
    #expect(texts(third["attached"]) == ["x.png"])
    #expect(third["imported"] == 1)
    #expect(try await files(fixture, of: "one") == ["x.png", "x.png"])
    // The text means the first: the file as it is now.
    let first = try await fixture.json("attach one --json").arrayValue?.first?.objectValue
    #expect(first?["hash"]?.stringValue?.hasPrefix("sha256:18f5384d") == true)
    try await fixture.succeeds("export md out")
    #expect(try fixture.directory.read("out/x.png") == "Y")
  }

  @Test func `a file that two notes show is kept once and belongs to both`() async throws {
    let fixture = try CommandFixture.importing([
      "one.md": "![[x.png]]", "two.md": "![[x.png]] ![[y.png]]", "x.png": "X", "y.png": "X",
    ])

    let report = try await fixture.report()

    #expect(texts(report["attached"]) == ["x.png", "y.png"])
    #expect(try await files(fixture, of: "one") == ["x.png"])
    #expect(try await files(fixture, of: "two") == ["x.png", "y.png"])
  }

  @Test func `each file that is left out has a reason`() async throws {
    let fixture = try CommandFixture.importing([
      "one.md":
        "![](../secret.txt) ![](/etc/hosts.conf) ![](/etc/hostname) ![[link.png]] ![[gone.png]] ![[shut.png]]",
      "shut.png": "s",
    ])
    try fixture.directory.write("secret", to: "secret.txt")
    let folder = fixture.directory.path + "/notes"
    symlink("../secret.txt", folder + "/link.png")
    try fixture.directory.write("h", to: "notes/.hidden/gone.png")

    let transcript = await fixture.run("import md notes --no-notebook --json")

    let report = try #require(try JSONParser.parse(Array(transcript.output.utf8)).objectValue)
    #expect(transcript.status == 8)
    #expect(
      reasons(report, "failed")
        == ["link.png": "a symbolic link out of the folder is not followed"])
    #expect(reasons(report, "skipped") == [".hidden": "hidden"])
    #expect(texts(report["attached"]) == ["shut.png"])
    for words in [
      "one.md: ../secret.txt is out of the folder; left out",
      "one.md: no file /etc/hosts.conf in the folder",
      "one.md: no file /etc/hostname in the folder", "one.md: no file gone.png in the folder",
    ] {
      #expect(transcript.error.contains(words), "\(transcript.error)")
    }
  }

  @Test func `a dry run copies nothing and says what it would take`() async throws {
    let fixture = try CommandFixture.importing(["one.md": "![[x.png]]", "x.png": "X"])

    let report = try await fixture.report("import md notes --json --dry-run")

    #expect(texts(report["attached"]) == ["x.png"])
    #expect(report["imported"] == 2)
    #expect(!FileManager.default.fileExists(atPath: fixture.directory.path + "/data/blobs"))
  }

  @Test func `undoing an import takes its files back, and keeps a note that got others`()
    async throws
  {
    let fixture = try CommandFixture.importing([
      "one.md": "![[x.png]]", "two.md": "![[x.png]]", "x.png": "X",
    ])
    _ = try await fixture.report()
    try fixture.directory.write("mine", to: "mine.txt")
    _ = await fixture.run("attach two mine.txt")

    let undone = await fixture.run("import undo")

    #expect(undone.output == "1 removed, 0 reverted, 1 kept\n")
    #expect(undone.error.contains("kept: files were attached to it since the import"))
    #expect(try await fixture.titles() == ["two"])
  }

  @Test func `undoing takes the files from a note that was there before`() async throws {
    let fixture = try CommandFixture.importing(["one.md": "text ![[x.png]]"])
    _ = try await fixture.report()
    try fixture.directory.write("X", to: "notes/x.png")
    fixture.clock.advance(byMilliseconds: 60_000)
    let second = try await fixture.report()

    let undone = await fixture.run("import undo")

    #expect(texts(second["attached"]) == ["x.png"])
    #expect(undone.output == "0 removed, 1 reverted, 0 kept\n")
    #expect(try await files(fixture, of: "one").isEmpty)
    #expect(try await fixture.titles() == ["one"])
  }

  @Test func `people read how many files came`() async throws {
    let fixture = try CommandFixture.importing(["one.md": "![[x.png]]", "x.png": "X"])

    let transcript = await fixture.run("import md notes")

    #expect(
      transcript.output
        == "2 seen, 2 imported, 0 skipped, 0 failed\n  1 attached file\n"
    )
  }
}
