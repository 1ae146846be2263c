import Foundation
import MarfaSDK
import NoteFiles
import Testing

@Suite(.timeLimit(.minutes(20))) struct UndoImportTests {
  private func titles(_ fixture: CommandFixture, _ options: String = "") async -> String {
    await fixture.run("list \(options) --sort title --format {title}").output
  }

  @Test func `the notes that an import made are gone, with its notebooks`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "# A", "d/e/b.md": "# B"])
    _ = await fixture.note("--title Mine")
    _ = try await fixture.report()

    let undone = try await fixture.report("import undo --json")

    #expect(undone["removed"] == 4)
    #expect(await titles(fixture) == "Mine\n")
    #expect(await titles(fixture, "--trash").contains("A\nB\n"))
    #expect(try await fixture.store().notebooks().isEmpty)
    #expect(await fixture.run("import undo").status == 3)
  }

  @Test func `an undo removes notebooks that were made for the import, if they are empty`()
    async throws
  {
    let fixture = try CommandFixture.importing(["a.md": "# A", "d/b.md": "# B"])
    func paths() async -> String { await fixture.run("notebook list --format {path}").output }
    _ = await fixture.run("notebook new House")

    _ = try await fixture.report("import md notes --json --notebook House/Garden/Beds")
    #expect(await paths() == "House\nHouse/Garden\nHouse/Garden/Beds\nHouse/Garden/Beds/d\n")
    #expect(await fixture.run("import undo").status == 0)
    #expect(await paths() == "House\n")

    fixture.clock.advance(byMilliseconds: 1000)
    _ = try await fixture.report("import md notes --json --notebook House/Garden/Beds")
    _ = await fixture.note("--title Mine --notebook House/Garden")
    #expect(await fixture.run("import undo").status == 0)
    #expect(await paths() == "House\nHouse/Garden\n")
  }

  @Test func `the notes that an import changed are as before, tags too`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "---\ntags: [x]\n---\none"])
    _ = try await fixture.report()
    try fixture.directory.write("---\ntags: [y]\n---\ntwo", to: "notes/a.md")
    fixture.setTime(4_000_000_000, of: "a.md")
    fixture.clock.advance(byMilliseconds: 1000)
    _ = try await fixture.report()
    let id = await fixture.run("list --format {id}").output.trimmingCharacters(in: .newlines)
    #expect(await fixture.run("show \(id)").output == "two\n")

    let undone = try await fixture.report("import undo --json")

    #expect(undone["restored"] == 1)
    #expect(await fixture.run("show \(id)").output == "one\n")
    #expect(await fixture.run("tag list --format {tag}").output == "x\n")
  }

  @Test func `a note changed here since stays, with its notebook`() async throws {
    let fixture = try CommandFixture.importing(["d/a.md": "one", "d/b.md": "two"])
    _ = try await fixture.report()
    let ids = await fixture.run("list b --format {id}").output
    _ = await fixture.run("edit \(ids.trimmingCharacters(in: .newlines)) -", input: "mine")

    let undone = try await fixture.report("import undo --json")

    #expect(undone["removed"] == 1)
    #expect(undone["kept"]?.arrayValue?.count == 2)
    #expect(await titles(fixture) == "b\n")
    #expect(try await fixture.store().notebooks().map(\.title) == ["d"])
  }

  /// Why notes were kept, by id.
  private func undoReasons(_ report: [String: JSONValue]) -> [String: String] {
    let kept = (report["kept"]?.arrayValue ?? []).compactMap(\.objectValue)
    let pairs = kept.map { ($0["id"]?.stringValue ?? "", $0["reason"]?.stringValue ?? "") }
    return Dictionary(pairs) { first, _ in first }
  }

  @Test(arguments: [[], ["--dry-run"]])
  func `notes tagged, archived, linked or moved since are kept and reported`(
    options: [String]
  ) async throws {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"]
    let fixture = try CommandFixture.importing(
      Dictionary(names.map { ("d/\($0).md", "# \($0)\n[[g]]") }) { first, _ in first })
    _ = try await fixture.report()
    var ids: [String: String] = [:]
    for name in names {
      let line = await fixture.run("list title:\(name) --format {id}").output
      ids[name] = line.trimmingCharacters(in: .newlines)
    }
    func id(_ name: String) -> String { ids[name] ?? "" }
    _ = await fixture.note("--title Mine --notebook d")
    for line in [
      "tag add own \(id("a"))", "move --archive \(id("b"))", "move --inbox \(id("c"))",
      "link \(id("d")) Mine", "link Mine \(id("e"))", "tag add own \(id("f"))",
      "tag rm own \(id("f"))",
    ] {
      #expect(await fixture.run(line).status == 0)
    }

    let undone = await fixture.run(["import", "undo", "--json"] + options)

    let report = try #require(try JSONParser.parse(Array(undone.output.utf8)).objectValue)
    #expect(report["removed"] == (options.isEmpty ? 3 : 4))
    let tagged = "its tags were changed since the import"
    let linked = "linked since the import"
    var expected = [
      id("a"): tagged, id("b"): "archived since the import",
      id("c"): "moved to another notebook or to the inbox since the import",
      id("d"): linked, id("e"): linked,
    ]
    if options.isEmpty {
      let notebook = try #require(try await fixture.store().notebooks().first)
      expected[notebook.id] = "the notebook is not empty"
      #expect(await titles(fixture, "--state all") == "a\nb\nc\nd\ne\nMine\n")
    }
    #expect(undoReasons(report) == expected)
  }

  @Test func `a dry run changes nothing, and can be followed by the real one`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "# A"])
    _ = try await fixture.report()

    let dry = try await fixture.report("import undo --dry-run --json")

    #expect(dry["removed"] == 1)
    #expect(await titles(fixture) == "A\n")
    #expect(try await fixture.report("import undo --json")["removed"] == 1)
  }

  @Test func `after a purge the same files are imported again`() async throws {
    let fixture = try CommandFixture.importing(["d/a.md": "# A"])
    _ = try await fixture.report()

    let undone = try await fixture.report("import undo --purge --json")
    let again = try await fixture.report()

    #expect(undone["removed"] == 2)
    #expect(again["imported"] == 1)
    #expect(await titles(fixture) == "A\n")
  }

  @Test(arguments: ["# A", "---\nid: 01890a5d-ac96-774b-bcce-b302099a8057\n---\n# A"])
  func `after an undo the same files are imported again`(text: String) async throws {
    let fixture = try CommandFixture.importing(["d/a.md": text])
    let line = "import md notes --json --title heading"
    _ = try await fixture.report(line)
    _ = try await fixture.report("import undo --json")

    let again = try await fixture.report(line)
    let third = try await fixture.report(line)

    #expect(again["imported"] == 1 && again["skipped"] == [])
    #expect(third["imported"] == 0)
    #expect(await fixture.run("list --format {notebook}/{title}").output == "notes/d/A\n")
    _ = await fixture.run("rm A")
    #expect(reasons(try await fixture.report(line), "skipped") == ["d/a.md": "in the trash"])
  }

  @Test func `a chain of imports is undone step by step`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "---\ntags: [x]\n---\none", "b.md": "b"])
    _ = try await fixture.report()
    for (number, text) in ["---\ntags: [y]\n---\ntwo", "---\ntags: [z]\n---\nthree"].enumerated() {
      try fixture.directory.write(text, to: "notes/a.md")
      fixture.setTime(4_000_000_000 + number, of: "a.md")
      fixture.clock.advance(byMilliseconds: 1000)
      #expect(try await fixture.report()["imported"] == 1)
    }
    let id = await fixture.run("list a --format {id}").output.trimmingCharacters(in: .newlines)
    _ = await fixture.run("tag add own \(id)")

    for (text, tags) in [("two", "own\ny\n"), ("one", "own\nx\n")] {
      let undone = try await fixture.report("import undo --json")
      #expect(undone["restored"] == 1 && undone["kept"] == [])
      #expect(await fixture.run("show \(id)").output == text + "\n")
      #expect(await fixture.run("tag list --format {tag}").output == tags)
    }
    let first = try await fixture.report("import undo --json")

    #expect(first["removed"] == 1)
    #expect(undoReasons(first) == [id: "its tags were changed since the import"])
    #expect(await titles(fixture) == "a\n")
    #expect(await fixture.run("import undo").status == 3)
  }

  @Test func `an import of tags alone is undone`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "---\ntags: [x]\n---\none"])
    _ = try await fixture.report()
    try fixture.directory.write("---\ntags: [y]\n---\none", to: "notes/a.md")
    fixture.setTime(4_000_000_000, of: "a.md")
    fixture.clock.advance(byMilliseconds: 1000)
    _ = try await fixture.report()

    let undone = try await fixture.report("import undo --json")

    #expect(undone["restored"] == 1 && undone["kept"] == [])
    #expect(await fixture.run("tag list --format {tag}").output == "x\n")
  }

  @Test func `notes of a run that was killed before it recorded them are undone`() async throws {
    let fixture = try CommandFixture.importing(["d/a.md": "one", "b.md": "two"])
    _ = try await fixture.report()
    try fixture.directory.write("new", to: "notes/b.md")
    try fixture.directory.write("three", to: "notes/c.md")
    fixture.setTime(4_000_000_000, of: "b.md")
    fixture.clock.advance(byMilliseconds: 1000)
    _ = try await fixture.report()
    try fixture.breakOffLastImport()

    let undone = try await fixture.report("import undo --json")

    #expect(undone["removed"] == 1 && undone["restored"] == 1 && undone["kept"] == [])
    #expect(await titles(fixture) == "a\nb\n")
  }

  @Test func `a step that a killed run planned but did not take is not undone`() async throws {
    let fixture = try CommandFixture.importing(["d/a.md": "one"])
    _ = try await fixture.report()
    try fixture.breakOffLastImport()
    _ = try await fixture.report("import undo --json --purge")
    try fixture.directory.write("one", to: "notes/d/a.md")
    let id = await fixture.note("--title Mine")
    try fixture.directory.write(
      #"{"isPlan":true,"created":[{"id":"none","tags":[]}],"notebooks":["no"],"changed":["#
        + #"{"id":"\#(id)","before":1,"after":2,"addedTags":["x"]}]}"# + "\n",
      to: "data/imports/30.jsonl")

    let undone = try await fixture.report("import undo --json")

    #expect(undone["removed"] == 0 && undone["restored"] == 0 && undone["kept"] == [])
    #expect(await titles(fixture) == "Mine\n")
  }

  @Test func `nothing is undone while an import runs, and the other way round`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "# A"])
    _ = try await fixture.report()
    let path = fixture.directory.path + "/data/imports/lock"
    try fixture.directory.write("# B", to: "notes/b.md")

    try await withLock(path, .importing) {
      let undone = await fixture.run("import undo")
      #expect(undone.status == 1)
      #expect(undone.error.contains("is running; stop it or wait for it. Nothing was undone."))
      #expect(await titles(fixture) == "A\n")
    }
    try await withLock(path, .undoing) {
      let imported = await fixture.run("import md notes")
      #expect(imported.status == 1)
      #expect(imported.error.contains("is being undone; try again when it has finished."))
      #expect(await titles(fixture) == "A\n")
    }

    #expect(try await fixture.report("import undo --json")["removed"] == 1)
  }

  private func withLock(
    _ path: String, _ work: ImportLock.Work, _ body: () async throws -> Void
  ) async throws {
    let lock = try ImportLock(path: path, for: work)
    try await body()
    withExtendedLifetime(lock) {}
  }

  @Test func `an import that changed nothing leaves nothing to undo`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "# A"])
    _ = try await fixture.report()
    fixture.clock.advance(byMilliseconds: 1000)
    _ = try await fixture.report()

    _ = await fixture.run("import undo")

    #expect(await titles(fixture).isEmpty)
  }
}
