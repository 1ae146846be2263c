import Editor
import Foundation
import MarfaCommandLine
import MarfaSDK
import NoteEditing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct TranscriptTests {
  private typealias Transcript = CommandFixture.Transcript

  @Test func `new prints the id and nothing else`() async throws {
    let fixture = try CommandFixture()

    let transcript = await fixture.run("new --title Rye --tag bread --tag #Old", input: "Flour\n")

    let id = transcript.output.trimmingCharacters(in: .newlines)
    #expect(transcript == Transcript(output: id + "\n", error: "", status: 0))
    #expect(UUIDv7.isValid(id))
    let shown = try await fixture.json("show \(id) --json").objectValue
    #expect(shown?["title"] == "Rye")
    #expect(shown?["tags"] == ["bread", "old"])
    #expect(shown?["body"] == "Flour\n")
  }

  @Test(arguments: [["new", "-"], ["new"], ["new", "--title", "", "-"]])
  func `a note is read from standard input`(arguments: [String]) async throws {
    let fixture = try CommandFixture()

    let created = await fixture.run(arguments, input: Array("# Beta\ntext\n".utf8))

    let id = created.output.trimmingCharacters(in: .newlines)
    #expect(await fixture.run("show \(id)").output == "# Beta\ntext\n")
    #expect(
      try await fixture.json("list --json").arrayValue?.first?.objectValue?["title"] == "Beta")
  }

  @Test func `list has the documented fields in their order`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye --tag a")

    let transcript = await fixture.run("list --json")

    let time = "2026-09-21T14:13:20.000Z"
    let expected =
      "[\n{\"id\":\"\(id)\",\"type\":\"core.note\",\"title\":\"Rye\",\"tags\":[\"a\"],"
      + "\"state\":\"active\",\"created_at\":\"\(time)\",\"updated_at\":\"\(time)\","
      + "\"version\":1,\"edited_at\":\"\(time)\",\"notebook\":null,"
      + "\"short_id\":\"\(id.suffix(8))\"}\n]\n"
    #expect(transcript == Transcript(output: expected, error: "", status: 0))
  }

  @Test func `an empty list is an empty array`() async throws {
    let fixture = try CommandFixture()

    let transcript = await fixture.run("list --json")

    #expect(transcript == Transcript(output: "[]\n", error: "", status: 0))
  }

  @Test(arguments: ["list nothing-like-it --json", "search nothing-like-it --json"])
  func `no match is an empty array and exit code 3`(line: String) async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Rye")

    let transcript = await fixture.run(line)

    #expect(transcript == Transcript(output: "[]\n", error: "", status: 3))
  }

  @Test func `notebooks are results only when the query names a type`() async throws {
    let fixture = try CommandFixture()
    let directory = try TemporaryDirectory()
    try directory.write("# Rye flour\n", to: "Flour/rye.md")
    _ = await fixture.run("import md \(directory.path) --title heading")

    let found = try await fixture.json("search flour --json").arrayValue
    let typed = try await fixture.json("search flour type:core.group --json").arrayValue
    let listed = try await fixture.json("list flour type:core.group --json").arrayValue

    #expect(found?.map { $0.objectValue?["title"] } == ["Rye flour"])
    #expect(typed?.map { $0.objectValue?["title"] } == ["Flour"])
    #expect(listed?.map { $0.objectValue?["title"] } == ["Flour"])
  }

  @Test func `text that is not understood is reported once`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Rye")

    let transcript = await fixture.run("list (((")

    #expect(transcript.error == "marfa: unmatched ( ignored.\n")
  }

  @Test func `search has id, title, snippet and score`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "Flour and water")

    let found = try await fixture.json("search flour --json")

    let hit = try #require(found.arrayValue?.first?.objectValue)
    #expect(found.arrayValue?.count == 1)
    #expect(Set(hit.keys) == ["id", "title", "snippet", "score", "notebook", "short_id"])
    #expect(hit["id"] == .string(id))
    #expect(hit["snippet"] == "Flour and water")
    #expect((hit["score"]?.doubleValue ?? 0) > 0)
  }

  @Test func `tag list prints the count of each tag`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title A --tag x --tag y")
    _ = await fixture.note("--title B --tag x")

    let transcript = await fixture.run("tag list --json")

    let expected = "[\n{\"tag\":\"x\",\"count\":2},\n{\"tag\":\"y\",\"count\":1}\n]\n"
    #expect(transcript == Transcript(output: expected, error: "", status: 0))
  }

  @Test(arguments: [
    ("list --format tsv --header", "id\ttype\ttitle\ttags"),
    ("list --format {title}|{tags}", "Rye|a\n"),
    ("list --jsonl", "{\"id\":"),
    ("list -0 --format {title}", "Rye\0"),
    ("list --format {{{title}}}\\t{state}", "{Rye}\tactive\n"),
  ])
  func `a list is printed in the asked format`(line: String, start: String) async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Rye --tag a")

    let transcript = await fixture.run(line)

    #expect(transcript.output.hasPrefix(start))
    #expect(transcript.status == 0)
  }

  @Test func `ids are read from standard input`() async throws {
    let fixture = try CommandFixture()
    let first = await fixture.note("--title A")
    let second = await fixture.note("--title B")

    let tagged = await fixture.run("tag add both -", input: "\(first)  A\n\(second)\n")

    #expect(tagged.status == 0)
    #expect(try await fixture.json("list --tag both --json").arrayValue?.count == 2)
  }

  @Test func `an ambiguous prefix names the candidates`() async throws {
    let fixture = try CommandFixture()
    let first = await fixture.note("--title A")
    let second = await fixture.note("--title B")

    let transcript = await fixture.run("show 01")

    #expect(transcript.status == 2)
    #expect(transcript.output.isEmpty)
    #expect(transcript.error.contains("  \(first.suffix(8))  A\n"))
    #expect(transcript.error.contains("  \(second.suffix(8))  B\n"))
  }

  @Test func `one of several that fails is partial`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title A")

    let transcript = await fixture.run("rm \(id) ffff")

    #expect(
      transcript == Transcript(output: "", error: "marfa: No note named “ffff”.\n", status: 8))
    #expect(try await fixture.json("list --json") == [])
  }

  @Test func `a note goes to the trash and comes back`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title A")

    let removed = await fixture.run("rm \(id)")
    let trashed = try await fixture.json("list --trash --json")
    let restored = await fixture.run("restore \(id)")

    #expect(removed == Transcript(output: "", error: "", status: 0))
    #expect(trashed.arrayValue?.first?.objectValue?["state"] == "trashed")
    #expect(restored.status == 0)
    #expect(try await fixture.json("list --json").arrayValue?.count == 1)
  }

  @Test func `each of many notes is moved and printed, and a missing one stops nothing`()
    async throws
  {
    let fixture = try CommandFixture()
    var ids: [String] = []
    for title in ["A", "B", "C"] { ids.append(await fixture.note("--title \(title)")) }
    let names = [ids[0], "absent", ids[1], "0missing", ids[2]].joined(separator: "\n")

    let commands = [("rm", "trashed"), ("restore", "active"), ("move --archive", "archived")]
    for (command, state) in commands {
      let moved = await fixture.run("\(command) - --format {title}:{state}", input: names)

      #expect(moved.output == "A:\(state)\nB:\(state)\nC:\(state)\n")
      #expect(
        moved.error
          == "marfa: No note named “absent”.\nmarfa: No note named “0missing”.\n")
      #expect(moved.status == 8)
    }
  }

  @Test func `permanent removal needs a confirmation`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title A")

    let refused = await fixture.run("rm --purge \(id)")
    let dry = await fixture.run("rm --purge --dry-run \(id)")
    let done = await fixture.run("rm --purge --yes \(id)")

    #expect(refused.status == 2)
    #expect(dry == Transcript(output: "", error: "A would be deleted permanently.\n", status: 0))
    #expect(done == Transcript(output: "", error: "", status: 0))
    #expect(await fixture.run("show \(id)").status == 3)
  }

  @Test func `permanent removal also removes the undo history`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title A", text: "secret")
    let other = await fixture.note("--title B", text: "other")
    let archives = UndoArchives(stateDirectory: fixture.stateDirectory)
    for note in [id, other] { await archives.keep(Editor("secret"), noteId: note) }

    let done = await fixture.run("rm --purge --yes \(id)")

    #expect(done.status == 0)
    let kept = try FileManager.default.contentsOfDirectory(
      atPath: fixture.stateDirectory + "/undo")
    #expect(kept == ["\(other).json"])
  }

  @Test func `tags are added, taken away and renamed`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title A --tag old")

    let added = await fixture.run("tag add New \(id)")
    let renamed = await fixture.run("tag rename old older")
    let removed = await fixture.run("tag rm new \(id)")
    let missing = await fixture.run("tag rename nowhere x")

    #expect(added == Transcript(output: "", error: "1 note tagged.\n", status: 0))
    #expect(renamed == Transcript(output: "", error: "1 note changed.\n", status: 0))
    #expect(removed == Transcript(output: "", error: "1 note untagged.\n", status: 0))
    #expect(missing.status == 3)
    #expect(await fixture.run("tag list").output == "1\tolder\n")
  }

  @Test func `saved searches go on with the new name of a tag`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title A --tag old")
    try fixture.directory.write(
      "searches: {mine: '#old', all: 'is:todo'}", to: "config/config.yaml")

    let renamed = await fixture.run("tag rename old older")

    #expect(
      renamed == Transcript(output: "", error: "1 note changed.\n@mine changed.\n", status: 0))
    let searches = await fixture.run("config get searches").output
    #expect(searches.contains("#older") && searches.contains("is:todo"), "\(searches)")
  }

  @Test func `options of the configuration are read and set`() async throws {
    let fixture = try CommandFixture()

    let set = await fixture.run("config set mouse false")
    let get = await fixture.run("config get mouse")
    let missing = await fixture.run("config get mous")
    let bad = await fixture.run("config set mouse perhaps")

    #expect(set == Transcript(output: "", error: "", status: 0))
    #expect(get == Transcript(output: "false\n", error: "", status: 0))
    #expect(missing.status == 3 && missing.error.contains("'mouse'"))
    #expect(bad.status == 2)
    let path = fixture.directory.path + "/config/config.yaml\n"
    #expect(await fixture.run("config path").output == path)
    let schema = await fixture.run("config schema").output
    #expect(try JSONParser.parse(Array(schema.utf8)).objectValue?["type"] == "object")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completion prints a script for each shell`(shell: String) async throws {
    let transcript = try await CommandFixture().run("completion \(shell)")

    #expect(transcript.status == 0)
    #expect(transcript.output.contains("backlinks"))
  }

  @Test func `an unknown MARFA variable is reported`() async throws {
    let fixture = try CommandFixture()
    fixture.set("MARFA_DATE", "x")

    let transcript = await fixture.run("version")

    #expect(transcript.output == "marfa \(MarfaVersion.current)\n")
    #expect(transcript.error.contains("MARFA_DATE"))
  }
}
