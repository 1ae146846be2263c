import Foundation
import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ExportedFilesTests {
  /// Bytes that no text has, different for each number.
  private func picture(_ number: UInt64) -> Data {
    var random = SplitMix64(seed: number)
    return Data((0..<3_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
  }

  /// A folder `notes` with pictures of several ways to name them, and more of them, ten to a note.
  private func vault(morePictures count: Int = 0) throws -> CommandFixture {
    let fixture = try CommandFixture.importing([
      "Start.md": "---\ntags:   [a,  b]   # mine\ntitle: Start\n---\r\n\n![[one.png|100]]\r\n",
      "plain.md": "# Plain\n\n![two](img/two%20three.png) #inline\n",
      "deep/er/Note.md": "---\n---\n![](../../img/one.png) and [doc](plan.pdf) ![[TWO three.png]]",
      "deep/er/plan.pdf": "%PDF", "deep/empty.md": "", "rule.md": "---\nnot: [front\n---\nx",
      "mark.md": "\u{FEFF}---\ntags: [a]\n---\nx", "bare.md": "\u{FEFF}x",
    ])
    let folder = fixture.directory.path + "/notes/img"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try picture(1).write(to: URL(filePath: folder + "/one.png"))
    try picture(2).write(to: URL(filePath: folder + "/two three.png"))
    for number in 0..<count {
      try picture(UInt64(number + 3)).write(to: URL(filePath: folder + "/p\(number).png"))
    }
    for start in stride(from: 0, to: count, by: 10) {
      let pictures = (start..<start + 10).map { "![[p\($0).png]]\n" }.joined()
      try fixture.directory.write(pictures, to: "notes/album/\(start).md")
    }
    return fixture
  }

  @Test func `a vault comes out as it went in, byte for byte`() async throws {
    let fixture = try vault()
    let imported = await fixture.run("import obsidian notes --no-notebook")

    let exported = await fixture.run("export obsidian out --plain")

    #expect(imported.status == 0, "\(imported.error)")
    #expect(exported.status == 0, "\(exported.error)")
    #expect(exported.output.contains("3 attached files, 3 written, 0 unchanged, 0 failed"))
    let root = fixture.directory.path
    #expect(try tree(root + "/out") == tree(root + "/notes"))
  }

  @Test func `imported files keep their names, whatever these are`() async throws {
    let long = String(repeating: "n", count: 200)
    let names = [
      "👩‍👩‍👧 family", "\"quoted\" <tag>", long, "trailing ", "tab\there", "what?*|:\\",
    ]
    let fixture = try CommandFixture.importing(
      Dictionary(uniqueKeysWithValues: names.map { ($0 + ".md", "text\n") }))
    _ = await fixture.run("import obsidian notes --no-notebook")

    let exported = await fixture.run("export obsidian out --plain")

    #expect(exported.status == 0 && exported.error.isEmpty, "\(exported.error)")
    let root = fixture.directory.path
    #expect(try tree(root + "/out") == tree(root + "/notes"))
  }

  @Test func `a file that cannot keep its name is reported`() async throws {
    let fixture = try CommandFixture.importing(["A.md": "one\n", "sub/a.md": "two\n"])
    _ = await fixture.run("import obsidian notes --no-notebook")
    let id = await fixture.run("list two --format {id}").output.trimmingCharacters(in: .newlines)
    _ = await fixture.run("move \(id) --inbox")

    let exported = await fixture.run("export obsidian out --plain")

    #expect(exported.error.contains(".md: its name was “"), "\(exported.error)")
  }

  @Test(arguments: ["", "---\nattachments: [mine.txt]\n---\n"])
  func `files that no text names belong to their note again after an import elsewhere`(
    matter: String
  ) async throws {
    let fixture = try CommandFixture.importing(["a/Rye.md": "\(matter)x\n"])
    // Before the fixture's clock: a note is not made after its last change.
    fixture.setTime(1_500_000_000, of: "a/Rye.md")
    _ = await fixture.run("import md notes --no-notebook")
    _ = await fixture.note("--title Spelt", text: "[here](b.txt)\n")
    for (name, text) in [("a.txt", "A"), ("b.txt", "B")] {
      try fixture.directory.write(text, to: name)
      try await fixture.succeeds("attach Rye \(name)")
    }
    try await fixture.succeeds("attach Spelt b.txt")
    let other = try CommandFixture(seed: 8)
    try await fixture.succeeds("export md out")
    let out = fixture.directory.path + "/out"

    let report = try await other.report("import md \(out) --no-notebook --json")
    let again = try await other.report("import md \(out) --no-notebook --json")
    try await other.succeeds("export md second")

    #expect(report["failed"] == [])
    #expect(again["imported"] == 0)
    #expect(await other.run("attach Rye").output == "here  1 byte  a.txt\nhere  1 byte  b.txt\n")
    #expect(await other.run("attach Spelt").output == "here  1 byte  b.txt\n")
    #expect(try tree(other.directory.path + "/second") == tree(out))
    let plain = await fixture.run("export md plain --plain")
    #expect(plain.status == 0)
    let text = try String(
      contentsOfFile: fixture.directory.path + "/plain/a/Rye.md", encoding: .utf8)
    #expect(!text.contains("a.txt"))
  }

  @Test(arguments: ["t\n", "![[x.txt]]\n", "[x](x.txt)\n"])
  func `two files of a note with one name belong to it again after an import elsewhere`(
    text: String
  ) async throws {
    let fixture = try CommandFixture()
    let other = try CommandFixture(seed: 8)
    _ = await fixture.note("--title Rye", text: text)
    for (folder, content) in [("a", "A"), ("b", "BB")] {
      try fixture.directory.write(content, to: folder + "/x.txt")
      try await fixture.succeeds("attach Rye \(folder)/x.txt")
    }

    try await fixture.succeeds("export md out")
    try await other.succeeds("import md \(fixture.directory.path)/out --no-notebook")

    let there = try await other.json("attach Rye --json").arrayValue ?? []
    #expect(there.compactMap { $0.objectValue?["size"]?.integerValue }.sorted() == [1, 2])
  }

  @Test func `in a notebook of its own it comes out below that`() async throws {
    let fixture = try vault()
    _ = await fixture.run("import obsidian notes")

    _ = await fixture.run("export obsidian out --plain")

    let root = fixture.directory.path
    #expect(try tree(root + "/out/notes") == tree(root + "/notes"))
  }

  @Test func `with 130 pictures it goes through a server to another device and comes out the same`()
    async throws
  {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let (one, two) = (try CommandFixture.device(1), try CommandFixture.device(2))
    let source = try vault(morePictures: 130).directory
    for device in [one, two] {
      #expect(try await device.logIn(to: server, key: key).status == 0)
    }

    try await one.succeeds("import obsidian \(source.path)/notes --no-notebook")
    try await one.succeeds("sync --quiet")
    let again = try await one.report(
      "import obsidian \(source.path)/notes --no-notebook --json")
    let waiting = await one.run("uploads --json")
    try await two.succeeds("sync --quiet")
    let exported = await two.run("export obsidian out --plain")

    #expect(exported.status == 0, "\(exported.error)")
    #expect(again["imported"] == 0)
    #expect(waiting.output == "[]\n")
    #expect(try tree(two.directory.path + "/out") == tree(source.path + "/notes"))
  }

  @Test func `an export with ids has the texts byte for byte, and comes in again`() async throws {
    let fixture = try vault()
    let other = try CommandFixture(seed: 8)
    let root = fixture.directory.path
    _ = await fixture.run("import md notes --no-notebook")
    _ = await fixture.run("export md out")

    let again = try await fixture.json("export md out --json").objectValue
    let imported = await other.run("import md \(root)/out --no-notebook")

    #expect(again?["files_written"] == 0)
    #expect(again?["files_unchanged"] == 3)
    #expect(again?["written"] == 0)
    #expect(try tree(root + "/out")["img/one.png"] == picture(1))
    #expect(imported.status == 0, "\(imported.error)")
    let text = try fixture.directory.read("out/Start.md")
    #expect(text.hasSuffix("\ntitle: Start\n---\r\n\n![[one.png|100]]\r\n"))
    #expect(await other.run("attach Start").output == "here  3.0 kB  one.png\n")
  }

  @Test func `an export with ids keeps the front matter of a note that was not changed`()
    async throws
  {
    let front = "---\ndate: 2020-01-02\nzeta: 1\ntags:   [a]   # mine\nalpha: \"x\"\n"
    let fixture = try CommandFixture.importing(["one.md": front + "---\n# One\n"])
    let other = try CommandFixture(seed: 8)
    _ = await fixture.run("import md notes --no-notebook")
    let id = try #require(
      try await fixture.json("list --json").arrayValue?.first?.objectValue?["id"]?.stringValue)

    _ = await fixture.run("export md out")
    let text = try fixture.directory.read("out/one.md")
    let again = try await fixture.report("import md out --no-notebook --json")
    let elsewhere = await other.run("import md \(fixture.directory.path)/out --no-notebook")
    let copy = try await other.json("list --json").arrayValue?.first?.objectValue
    try await fixture.succeeds("tag add b one")
    try await fixture.succeeds("export md out --force")

    #expect(text == "---\nid: \(id)\ntitle: one\n" + front.dropFirst(4) + "---\n# One\n")
    #expect(again["imported"] == 0)
    #expect(elsewhere.status == 0, "\(elsewhere.error)")
    #expect(copy?["id"] == .string(id))
    #expect(copy?["title"] == "one")
    #expect(copy?["created_at"]?.stringValue?.hasPrefix("2020-01-02") == true)
    #expect(try fixture.directory.read("out/one.md").contains("tags: [a, b]"))
  }

  @Test func `a note that was changed since gets front matter with what its file does not say`()
    async throws
  {
    let fixture = try vault()
    _ = await fixture.run("import obsidian notes --no-notebook")
    _ = await fixture.run("tag add new plain")

    _ = await fixture.run("export obsidian out --plain")

    #expect(try fixture.directory.read("out/plain.md").hasPrefix("---\ntags: [new]\n---\n# Plain"))
  }

  @Test func `files of one name get names of their own, whatever their letters`() async throws {
    let fixture = try CommandFixture()
    for (note, name, text) in [("A", "x.png", "1"), ("B", "X.png", "2"), ("C", "x.png", "1")] {
      _ = await fixture.note("--title \(note)", text: "t\n")
      fixture.clock.advance(byMilliseconds: 1_000)
      try fixture.directory.write(text, to: "in/" + name)
      _ = await fixture.run("attach \(note) in/\(name)")
    }

    let exported = await fixture.run("export md out --plain")

    let files = try tree(fixture.directory.path + "/out").filter { !$0.key.hasSuffix(".md") }
    #expect(exported.status == 0, "\(exported.error)")
    #expect(files.count == 2)
    #expect(files["x.png"] == Data("1".utf8))
    #expect(files.first { $0.key.hasPrefix("X ") }?.value == Data("2".utf8))
  }

  @Test(arguments: [
    "../../evil.png", ".ssh/evil.png", "/tmp/evil.png", "a//evil.png", "a/./evil.png",
  ])
  func `a path that leads elsewhere is not followed`(path: String) async throws {
    let fixture = try CommandFixture.importing(["one.md": "![[evil.png]]", "evil.png": "E"])
    _ = await fixture.run("import md notes --no-notebook")
    let store = try await fixture.store()
    let id = try #require(try await store.items(ListFilters(type: "core.note")).data.first?.id)
    let told = try #require(try await store.extensions(of: id)["app.marfa.file"]?.objectValue)
    let hash = try #require(told["files"]?.objectValue?["evil.png"])
    _ = try await store.setExtension("app.marfa.file", of: id, to: ["files": [path: hash]])

    let exported = await fixture.run("export md deep/out --plain")
    try FileManager.default.createDirectory(
      atPath: fixture.directory.path + "/deep", withIntermediateDirectories: false)
    let second = await fixture.run("export md deep/out --plain")

    #expect(exported.status != 0)
    #expect(second.status == 0, "\(second.error)")
    #expect(Set(try tree(fixture.directory.path + "/deep").keys) == ["out/one.md", "out/evil.png"])
  }

  @Test func `a file that is there and another is left alone without --force`() async throws {
    let fixture = try CommandFixture.importing(["one.md": "![[x.png]]", "x.png": "X"])
    _ = await fixture.run("import md notes --no-notebook")
    try fixture.directory.write("mine", to: "out/x.png")

    let refused = await fixture.run("export md out")
    let kept = try fixture.directory.read("out/x.png")
    let forced = await fixture.run("export md out --force")

    #expect(refused.status == 8)
    #expect(
      refused.error.contains("x.png: failed: another file is there; overwrite it with --force"))
    #expect(kept == "mine")
    #expect(forced.status == 0)
    #expect(try fixture.directory.read("out/x.png") == "X")
  }

  @Test func `bytes that are not on this machine are named, the rest is written`() async throws {
    let fixture = try CommandFixture.importing(["one.md": "![[x.png]]", "x.png": "X"])
    _ = await fixture.run("import md notes --no-notebook")
    try FileManager.default.removeItem(atPath: fixture.directory.path + "/data/blobs")

    let exported = await fixture.run("export md out")

    #expect(exported.status == 8)
    #expect(exported.error == "x.png: failed: its bytes are not on this machine\n")
    #expect(FileManager.default.fileExists(atPath: fixture.directory.path + "/out/one.md"))
  }
}
