import Foundation
import MarfaSDK
import NoteFiles
import TestSupport
import Testing

/// A folder that is kept equal to the notes.
@Suite(.timeLimit(.minutes(20))) struct MirrorTests {
  let fixture: CommandFixture
  let folder: TemporaryDirectory

  init() throws {
    fixture = try CommandFixture()
    folder = try TemporaryDirectory()
  }

  func mirror(_ options: String...) async -> CommandFixture.Transcript {
    await fixture.run(["mirror", folder.path, "--once"] + options)
  }

  func files() throws -> [String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return all.filter { $0.hasSuffix(".md") }.sorted()
  }

  func notes() async -> String {
    await fixture.run("list --sort title --format {notebook}/{title}:{tags}").output
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: folder.path + "/" + path)
  }

  @Test func `a folder within a mirror, or around one, is refused`() async throws {
    try folder.write("text\n", to: "sub/deep/file.md")
    let first = await fixture.run(["mirror", folder.path + "/sub", "--once"])

    let inner = await fixture.run(["mirror", folder.path + "/sub/deep", "--once"])
    let outer = await mirror()

    #expect(first.status == 0, "\(first.error)")
    for refused in [inner, outer] {
      #expect(refused.status == 1)
      #expect(refused.error.contains(" is in "), "\(refused.error)")
    }
    #expect(await fixture.run("list").output.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["", "data", "data/in/it", "state", "config", "config/../data", "link"])
  func `no mirror is in a directory of the program or around one`(
    path: String
  ) async throws {
    _ = await fixture.note("--title Rye")
    let base = fixture.directory.path
    try FileManager.default.createSymbolicLink(
      atPath: base + "/link", withDestinationPath: base + "/data")

    let refused = await fixture.run(["mirror", base + "/" + path, "--once"])

    #expect(refused.status == 1)
    #expect(refused.error.contains("where marfa keeps its own files; nothing was changed."))
    #expect(!FileManager.default.fileExists(atPath: base + "/data/in"))
    #expect(!FileManager.default.fileExists(atPath: base + "/" + path + "/.marfa-mirror"))
    #expect(await fixture.run(["mirror", base + "/database", "--once"]).status == 0)
  }

  @Test func `notes become files, and files notes`() async throws {
    _ = await fixture.run(
      ["new", "--title", "Rye", "--notebook", "House", "--make", "--tag", "own", "with #grain"])
    try folder.write("# Terns\nat the pond\n", to: "Birds/Terns.md")
    try folder.write("---\ntags: [x]\nauthor: Ana\n---\ntext\n", to: "Oat.md")
    try folder.write("{}", to: ".obsidian/app.json")

    let first = await mirror()
    let second = await mirror()

    #expect(first.status == 0 && first.error.isEmpty)
    #expect(first.output.hasPrefix("2 notes new, 0 changed, 0 trashed; 1 file written"))
    #expect(second.output.hasPrefix("0 notes new, 0 changed, 0 trashed; 0 files written"))
    #expect(try files() == ["Birds/Terns.md", "House/Rye.md", "Oat.md"])
    #expect(try folder.read("House/Rye.md") == "---\ntags: [own]\n---\nwith #grain\n")
    #expect(try folder.read("Oat.md") == "---\ntags: [x]\nauthor: Ana\n---\ntext\n")
    #expect(try folder.read("Birds/Terns.md") == "# Terns\nat the pond\n")
    #expect(await notes() == "/Oat:x\nHouse/Rye:grain,own\nBirds/Terns:\n")
  }

  @Test func `a change on one side is written to the other`() async throws {
    try folder.write("---\ntags: [x] # mine\n---\none\n", to: "Oat.md")
    _ = await mirror()

    try folder.write("---\ntags: [x, y] # mine\n---\ntwo #z\n", to: "Oat.md")
    _ = await mirror()
    #expect(await notes() == "/Oat:x,y,z\n")
    #expect(await fixture.run("show Oat").output == "two #z\n")

    fixture.clock.advance(byMilliseconds: 1000)
    _ = await fixture.run("edit Oat -", input: "three #z\n")
    _ = await mirror()
    #expect(try folder.read("Oat.md") == "---\ntags: [x, y] # mine\n---\nthree #z\n")
    fixture.clock.advance(byMilliseconds: 1000)
    _ = await fixture.run("tag rm y Oat")
    _ = await mirror()
    #expect(try folder.read("Oat.md") == "---\ntags: [x]\n---\nthree #z\n")
  }

  @Test func `changes on both sides are merged, and contradictions leave both alone`()
    async throws
  {
    try folder.write("one\ntwo\nthree\n", to: "Oat.md")
    _ = await mirror()
    fixture.clock.advance(byMilliseconds: 1000)
    _ = await fixture.run("edit Oat -", input: "ONE\ntwo\nthree\n")
    try folder.write("one\ntwo\nTHREE\n", to: "Oat.md")

    _ = await mirror()
    #expect(try folder.read("Oat.md") == "ONE\ntwo\nTHREE\n")
    #expect(await fixture.run("show Oat").output == "ONE\ntwo\nTHREE\n")

    fixture.clock.advance(byMilliseconds: 1000)
    _ = await fixture.run("edit Oat -", input: "mine\ntwo\nTHREE\n")
    try folder.write("theirs\ntwo\nTHREE\n", to: "Oat.md")
    let parked = await mirror()

    #expect(parked.status == 8)
    #expect(
      parked.error == "Oat.md: both sides changed the same lines; neither was touched. "
        + "`marfa conflicts` asks you what to take.\n")
    #expect(try folder.read("Oat.md") == "theirs\ntwo\nTHREE\n")
    #expect(await fixture.run("show Oat").output == "mine\ntwo\nTHREE\n")
    try folder.write("mine\ntwo\nTHREE\n", to: "Oat.md")
    #expect(await mirror().status == 0)
    #expect(await fixture.run("conflicts").output.isEmpty)
  }

  @Test func `a removal on one side is made on the other, unless it was edited there`() async throws
  {
    for name in ["a", "b", "c", "d"] { try folder.write("\(name)\n", to: name + ".md") }
    _ = await mirror()
    fixture.clock.advance(byMilliseconds: 1000)

    try remove("a.md")
    _ = await fixture.run("rm b")
    try remove("c.md")
    _ = await fixture.run("edit c -", input: "edited\n")
    _ = await fixture.run("rm d")
    try folder.write("edited\n", to: "d.md")
    _ = await mirror()
    _ = await mirror()

    #expect(try files() == ["c.md", "d.md"])
    #expect(try folder.read("c.md") == "edited\n")
    #expect(await notes() == "/c:\n/d:\n")
    #expect(await fixture.run("list --trash --sort title --format {title}").output == "a\nb\nd\n")
  }

  @Test func `files and notes that move take each other along`() async throws {
    try folder.write("one\n", to: "Oat.md")
    try folder.write("two\n", to: "Rye.md")
    _ = await mirror()
    let id = await fixture.run("list title:Oat --format {id}").output
      .trimmingCharacters(in: .newlines)
    fixture.clock.advance(byMilliseconds: 1000)

    try FileManager.default.createDirectory(
      atPath: folder.path + "/Fields", withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: folder.path + "/Oat.md", toPath: folder.path + "/Fields/Oats.md")
    _ = await fixture.run("rename Rye Spelt")
    _ = await mirror()
    #expect(try files() == ["Fields/Oats.md", "Spelt.md"])
    #expect(
      await fixture.run("list Oats --format {id}:{notebook}/{title}").output
        == "\(id):Fields/Oats\n")

    fixture.clock.advance(byMilliseconds: 1000)
    _ = await fixture.run("notebook rename Fields Acres")
    _ = await fixture.run("move Spelt --to Acres")
    _ = await mirror()
    #expect(try files() == ["Acres/Oats.md", "Acres/Spelt.md"])
    #expect(try folder.read("Acres/Spelt.md") == "two\n")
  }

  @Test func `a file keeps its name when its heading changes`() async throws {
    try folder.write("# Beta\ntext\n", to: "Beta.md")
    try folder.write("see [[Beta]]\n", to: "Main.md")
    _ = await mirror()

    try folder.write("# Gamma\ntext\n", to: "Beta.md")
    _ = await mirror()
    _ = await mirror()

    #expect(try files() == ["Beta.md", "Main.md"])
    #expect(try folder.read("Beta.md") == "# Gamma\ntext\n")
    #expect(await fixture.run(["backlinks", "Beta", "--format", "{title}"]).output == "Main\n")
  }

  @Test func `a rename writes no other name into a file`() async throws {
    try folder.write("---\ntitle: Foo\n---\ntext\n", to: "Beta.md")
    _ = await mirror()
    fixture.clock.advance(byMilliseconds: 1000)

    _ = await fixture.run("rename Foo Bar")
    _ = await mirror()

    #expect(try folder.read("Beta.md") == "---\ntitle: Bar\n---\ntext\n")
    #expect(await mirror().output.contains("0 files written"))
  }

  @Test func `titles that no file can have, and equal ones, get names of their own`() async throws {
    for title in ["a/b", "Rye", "rye"] { _ = await fixture.run(["new", "--title", title, "x"]) }

    _ = await mirror()

    let names = try files()
    #expect(names.count == 3 && names.contains("a-b.md"))
    #expect(Set(names.map { $0.lowercased() }).count == 3)
    #expect(try folder.read("a-b.md") == "---\ntitle: a/b\n---\nx\n")
    #expect(await mirror().output.contains("0 files written"))
  }

  @Test func `a missing folder or marker stops it`() async throws {
    try folder.write("one\n", to: "Oat.md")
    _ = await mirror()
    try remove(".marfa-mirror")
    try remove("Oat.md")

    let stopped = await mirror()
    try FileManager.default.removeItem(atPath: folder.path)
    let gone = await mirror()

    #expect(stopped.status == 1 && stopped.error.contains(".marfa-mirror is missing"))
    #expect(stopped.error.contains("/mirrors/"), "one mirror is removed, not all")
    #expect(gone.status == 1 && gone.error.contains("is missing"))
    #expect(await notes() == "/Oat:\n")
  }

  @Test func `too many deletions are refused until they are allowed`() async throws {
    for number in 0..<30 { try folder.write("\(number)\n", to: "n\(number).md") }
    _ = await mirror()
    for number in 0..<25 { try remove("n\(number).md") }

    let refused = await mirror()
    #expect(refused.status == 1)
    #expect(refused.error.contains("25 notes would go to the trash"))
    #expect(refused.error.contains("--allow-deletions 25"))
    #expect(await fixture.run("list --trash --json").output == "[]\n")
    #expect(await mirror("--allow-deletions", "24").status == 1)

    #expect(await mirror("--allow-deletions", "25").status == 0)
    #expect(try await fixture.json("list --json").arrayValue?.count == 5)
  }

  @Test func `the state of a lost journal is found again`() async throws {
    try folder.write("one\n", to: "Oat.md")
    _ = await fixture.run(["new", "--title", "Rye", "x"])
    _ = await mirror()
    try FileManager.default.removeItem(atPath: fixture.stateDirectory + "/mirrors")

    let again = await mirror()

    #expect(again.status == 0)
    #expect(again.output.hasPrefix("0 notes new, 0 changed, 0 trashed; 0 files written"))
    #expect(try await fixture.json("list --json").arrayValue?.count == 2)
  }

  @Test func `a checkout under it is followed`() async throws {
    for name in ["a", "b", "c"] { try folder.write("\(name)\n", to: name + ".md") }
    _ = await mirror()
    let ids = await fixture.run("list --sort title --format {id}").output
    // What another branch has.
    try remove("a.md")
    try folder.write("other\n", to: "b.md")
    try folder.write("new\n", to: "sub/d.md")
    _ = await mirror()
    #expect(await notes() == "/b:\n/c:\nsub/d:\n")
    // And back.
    try folder.write("a\n", to: "a.md")
    try folder.write("b\n", to: "b.md")
    try remove("sub/d.md")
    _ = await mirror()

    #expect(await notes() == "/a:\n/b:\n/c:\n")
    #expect(await fixture.run("show b").output == "b\n")
    // The note came back from the trash, with its history.
    #expect(await fixture.run("list --sort title --format {id}").output == ids)
    #expect(await fixture.run("list --trash --format {title}").output == "d\n")
  }
}
