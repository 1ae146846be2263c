import Foundation
import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct RoundTripTests {
  /// A store with notebooks, tags, links, aliases, an archived and a trashed note.
  private func filled() async throws -> CommandFixture {
    let fixture = try CommandFixture()
    let files = [
      "one.md":
        "---\ntags: [x, y]\naliases: [Uno]\nauthor: Ana\nlist: [1, two, {a: b}]\n---\n# One\n",
      "deep/er/two.md": "see [one](../../one.md) and [[three]]\n", "deep/three.md": "plain text",
      "deep/empty.md": "",
    ]
    for (path, text) in files { try fixture.directory.write(text, to: "notes/" + path) }
    _ = await fixture.run("import md notes --no-notebook --title heading")
    let store = try await fixture.store()
    let created = try await store.createItem(
      NewItem(
        CreateItemInput(
          type: "core.note", properties: ["body": "---\nnot: front\n---\nx", "title": "a/b: \"c\""])
      ))
    _ = try await store.setExtension("test.namespace", of: created.item.id, to: ["k": 1])
    _ = try await store.transitionItem(id: created.item.id, to: .archived)
    _ = try await store.createItem(
      NewItem(CreateItemInput(type: "core.task", properties: ["title": "do", "status": "todo"])))
    let gone = await fixture.note("--title Gone")
    _ = await fixture.run("rm \(gone)")
    return fixture
  }

  @Test func `JSON goes out and in unchanged`() async throws {
    let fixture = try await filled()
    let other = try CommandFixture()
    let exported = await fixture.run("export json")

    let imported = await other.run("import json - --json", input: exported.output)
    let again = await other.run("export json")

    #expect(imported.status == 0, "\(imported.error)")
    #expect(again == exported)
    let value = try JSONParser.parse(Array(exported.output.utf8))
    #expect(value.objectValue?["items"]?.arrayValue?.count == 9)
  }

  @Test func `importing JSON again changes nothing`() async throws {
    let fixture = try await filled()
    let exported = await fixture.run("export json")

    let second = await fixture.run("import json - --json", input: exported.output)

    let report = try JSONParser.parse(Array(second.output.utf8)).objectValue
    #expect(report?["imported"] == 0)
    #expect(await fixture.run("export json") == exported)
  }

  @Test func `links that a killed import of JSON did not come to are made by the next`()
    async throws
  {
    let fixture = try CommandFixture()
    let one = await fixture.note("--title One")
    let two = await fixture.note("--title Two")
    _ = await fixture.run("link One Two")
    let exported = await fixture.run("export json").output
    // What such a run leaves: the notes without their links.
    _ = await fixture.run("link --rm One Two")
    _ = await fixture.run("link Two One")

    let second = await fixture.run("import json - --json", input: "\u{feff}" + exported)

    #expect(second.status == 0)
    #expect(try JSONParser.parse(Array(second.output.utf8)).objectValue?["imported"] == 0)
    #expect(await fixture.run("backlinks \(two) --format {id}").output == one + "\n")
    #expect(await fixture.run("backlinks \(one) --format {id}").output == two + "\n")
  }

  @Test func `Markdown goes out and in with titles, tags, texts and notebooks`() async throws {
    let fixture = try await filled()
    let other = try CommandFixture(seed: 8)
    let folder = fixture.directory.path + "/out"

    let exported = await fixture.run("export md \(folder)")
    let imported = await other.run("import md \(folder) --no-notebook")

    #expect(exported.status == 0, "\(exported.error)")
    #expect(imported.status == 0, "\(imported.error)")
    #expect(try await Self.content(other.store()) == Self.content(fixture.store()))
  }

  @Test func `a second export writes nothing and an import of it changes nothing`() async throws {
    let fixture = try await filled()
    _ = await fixture.run("export md out")
    let before = await fixture.run("export json")

    let second = try await fixture.json("export md out --json").objectValue
    let imported = try await fixture.json("import md out --json").objectValue

    #expect(second?["written"] == 0 && second?["unchanged"] == 5)
    #expect(imported?["imported"] == 0 && imported?["seen"] == 5)
    #expect(await fixture.run("export json") == before)
  }

  @Test func `a file that was changed after its note is left alone`() async throws {
    let fixture = try await filled()
    _ = await fixture.run("export md out")
    try fixture.directory.write("mine", to: "out/one.md")
    let id = try #require(
      try await fixture.json("list --json title:One").arrayValue?.first?.objectValue?["id"])
    _ = await fixture.run("edit \(id.stringValue ?? "") -", input: "theirs")

    let refused = await fixture.run("export md out")
    let kept = try fixture.directory.read("out/one.md")
    let forced = await fixture.run("export md out --force")

    #expect(refused.status == 8)
    #expect(refused.error.contains("one.md: failed: newer than its note"))
    #expect(kept == "mine")
    #expect(forced.status == 0)
    #expect(try fixture.directory.read("out/one.md").hasSuffix("theirs"))
  }

  @Test func `pruning removes our files without notes and nothing else`() async throws {
    let fixture = try await filled()
    _ = await fixture.run("export md out")
    try fixture.directory.write("somebody's own", to: "out/own.md")
    let id = try #require(
      try await fixture.json("list --json title:One").arrayValue?.first?.objectValue?["id"])
    _ = await fixture.run("rm \(id.stringValue ?? "")")

    let report = try await fixture.json("export md out --prune --json").objectValue

    #expect(report?["removed"] == ["one.md"])
    #expect(try fixture.directory.read("out/own.md") == "somebody's own")
  }

  @Test(arguments: [
    "", "[", "{}", "{\"items\":1}", "{\"format\":\"marfa\",\"version\":1,\"items\":[\n{",
  ])
  func `a file that is no export is refused whole`(text: String) async throws {
    let fixture = try CommandFixture()

    let transcript = await fixture.run("import json -", input: text)

    #expect(transcript.status == 1)
    #expect(transcript.error.contains("nothing was imported"))
    #expect(try await fixture.json("list --json") == [])
  }

  @Test func `an invalid item is reported, and the others are imported`() async throws {
    let fixture = try CommandFixture()
    let id = "01a0c423-3800-7bac-b0b4-d60cb5d36ca7"
    let text =
      "[{\"id\":\"x\"},{\"id\":\"\(id)\",\"type\":\"core.note\",\"properties\":{\"body\":\"b\"}},"
      + "{\"id\":\"01a0c423-3800-7bac-b0b4-d60cb5d36ca8\",\"type\":\"no.type\"}]"

    let transcript = await fixture.run("import json - --json", input: text)

    let report = try JSONParser.parse(Array(transcript.output.utf8)).objectValue
    #expect(transcript.status == 8)
    #expect(report?["imported"] == 1)
    #expect(report?["failed"]?.arrayValue?.count == 2)
    #expect(await fixture.run("list --format {id}").output == id + "\n")
  }

  private static func content(_ store: LocalStore) async throws -> [String] {
    let notebooks = try await store.notebooks().flatMap { [$0.title] + $0.children.map(\.title) }
    let filters = ListFilters(type: "core.note", sort: .title, direction: .ascending)
    let items = try await store.items(filters).data
    let summaries = try await store.summaries(filters).data
    let notes = zip(items, summaries).map { item, summary in
      [
        summary.title, summary.tags.joined(separator: ","), item.createdAt,
        item.properties["body"]?.stringValue ?? "",
        JSONWriter.string(of: item.properties["front_matter"] ?? .null),
      ].joined(separator: "|")
    }
    return notebooks + notes
  }
}
