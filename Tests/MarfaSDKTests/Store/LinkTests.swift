import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct LinkTests {
  @Test func `a link in a text is an edge, and goes with the link`() async throws {
    let fixture = try await StoreFixture()
    let heron = try await fixture.note("Grey Heron", "")
    let pond = try await fixture.note(
      "Pond", "one\nsaw [[grey heron|a heron]] twice\n[[Grey Heron#Nest]]")

    let mentions = try await fixture.store.backlinks(to: heron.id)
    try await fixture.store.replaceText(id: pond.id, body: "nothing")

    #expect(mentions.map(\.id) == [pond.id])
    #expect(mentions.first?.lines.map(\.number) == [1, 2])
    #expect(mentions.first?.lines.first?.text == "saw [[grey heron|a heron]] twice")
    #expect(try await fixture.store.backlinks(to: heron.id).isEmpty)
    #expect(try await fixture.store.quickCheck() == [])
  }

  @Test func `a link waits for the note that it names`() async throws {
    let fixture = try await StoreFixture()
    let pond = try await fixture.note("Pond", "see [[Heron]] and [[Ardea]]")

    let heron = try await fixture.note("Heron", "", properties: ["aliases": ["ardea"]])

    #expect(try await fixture.store.backlinks(to: heron.id).map(\.id) == [pond.id])
    #expect(try await fixture.client.edges.list().data.count == 1)
  }

  @Test func `a relative link means the file of that path`() async throws {
    let fixture = try await StoreFixture()
    let target = try await fixture.note("T", sourceId: "birds/heron.md")
    let source = try await fixture.note(
      "S", "[x](../birds/heron.md#nest) and [y](https://example.org/a.md)", sourceId: "log/a.md")

    #expect(try await fixture.store.backlinks(to: target.id).map(\.id) == [source.id])
  }

  @Test func `links to files later in a batch are found`() async throws {
    let fixture = try await StoreFixture()
    let names = ["a.md", "sub/b.md", "sub/c.md"]
    let bodies = ["[b](sub/b.md)", "[c](c.md) and [a](../a.md)", "none"]

    let made = try await fixture.store.createItems(
      zip(names, bodies).map { name, body in
        NewItem(
          CreateItemInput(
            type: "core.note", properties: ["title": .string(name), "body": .string(body)],
            sourceId: name))
      })

    let edges = try await fixture.client.edges.list().data
    let ids = made.map(\.id)
    #expect(
      Set(edges.map { [$0.sourceId, $0.targetId] })
        == [[ids[0], ids[1]], [ids[1], ids[2]], [ids[1], ids[0]]])
  }

  @Test func `a title that changes loses its links, and a new note of the old title has them`()
    async throws
  {
    let fixture = try await StoreFixture()
    let heron = try await fixture.note("Heron")
    let pond = try await fixture.note("Pond", "[[Heron]]")

    try await fixture.store.rename(id: heron.id, to: "Egret", links: .keep)
    let lost = try await fixture.store.backlinks(to: heron.id)
    let second = try await fixture.note("Heron")
    let found = try await fixture.store.backlinks(to: second.id)
    try await fixture.client.items.purge(id: second.id)
    let third = try await fixture.note("Heron")

    #expect(lost.isEmpty)
    #expect(found.map(\.id) == [pond.id])
    #expect(try await fixture.store.backlinks(to: third.id).map(\.id) == [pond.id])
    #expect(try await fixture.store.quickCheck() == [])
  }

  @Test func `a link within code is none`() async throws {
    let fixture = try await StoreFixture()
    let heron = try await fixture.note("Heron")
    try await fixture.note("Code", "`[[Heron]]`\n\n```\n[[Heron]]\n```")

    #expect(try await fixture.store.backlinks(to: heron.id).isEmpty)
  }

  @Test func `a title that cannot be in a link is linked by id`() async throws {
    let fixture = try await StoreFixture()
    let heron = try await fixture.note("Heron")
    let pond = try await fixture.note("Pond", "[[Heron]] [[Heron|h]]")

    try await fixture.store.rename(id: heron.id, to: "A [big] bird")

    #expect(
      try await fixture.store.noteText(id: pond.id).body
        == "[[\(heron.id)|A big bird]] [[\(heron.id)|h]]")
    #expect(try await fixture.store.backlinks(to: heron.id).map(\.id) == [pond.id])
  }

  @Test func `an edge made by hand stays when the text has no link`() async throws {
    let fixture = try await StoreFixture()
    let heron = try await fixture.note("Heron")
    let pond = try await fixture.note("Pond", "x")
    try await fixture.client.edges.create(
      CreateEdgeInput(sourceId: pond.id, targetId: heron.id, edgeType: "references"))

    try await fixture.store.replaceText(id: pond.id, body: "[[Heron]]")
    try await fixture.store.replaceText(id: pond.id, body: "none")

    #expect(try await fixture.client.edges.list().data.count == 1)
  }

  @Test func `mentions without a link are found, linked notes are not among them`() async throws {
    let fixture = try await StoreFixture()
    let heron = try await fixture.note("Grey Heron")
    try await fixture.note("Linked", "[[Grey Heron]] grey heron")
    let pond = try await fixture.note("Pond", "first\nA GREY HERON stood there")

    let mentions = try await fixture.store.unlinkedMentions(of: heron.id)

    #expect(mentions.map(\.id) == [pond.id])
    #expect(mentions.first?.lines == [Mention.Line(number: 1, text: "A GREY HERON stood there")])
  }

  @Test func `the lines of mentions are counted whatever ends them, up to twenty`() async throws {
    let fixture = try await StoreFixture()
    let heron = try await fixture.note("Heron")
    let lines = (0..<50).map { "\($0)\r\nheron \($0)" }
    try await fixture.note("Pond", lines.joined(separator: "\r\n"))

    let mentions = try await fixture.store.unlinkedMentions(of: heron.id)

    #expect(mentions.first?.lines.map(\.number) == (0..<20).map { 2 * $0 + 1 })
  }

  @Test func `renaming rewrites the links to the title and says where`() async throws {
    let fixture = try await StoreFixture()
    let heron = try await fixture.note("Heron", "I am [[Heron]]")
    let pond = try await fixture.note("Pond", "[[heron|bird]], [[Heron#Nest]], [[Other]]")

    let plan = try await fixture.store.rename(id: heron.id, to: "Grey Heron", run: .dry)
    let unchanged = try await fixture.store.noteText(id: pond.id).body
    let result = try await fixture.store.rename(id: heron.id, to: "Grey Heron")

    #expect(plan == result)
    #expect(result.rewrites.map(\.count) == [2])
    #expect(unchanged == "[[heron|bird]], [[Heron#Nest]], [[Other]]")
    #expect(
      try await fixture.store.noteText(id: pond.id).body
        == "[[Grey Heron|bird]], [[Grey Heron#Nest]], [[Other]]")
    #expect(try await fixture.store.backlinks(to: heron.id).map(\.id) == [pond.id])
    #expect(try await fixture.store.quickCheck() == [])
  }

  @Test func `orphans are the notes without a link in or out`() async throws {
    let fixture = try await StoreFixture()
    let heron = try await fixture.note("Heron")
    let pond = try await fixture.note("Pond", "[[Heron]]")
    try await fixture.note("Alone")
    let filter = "not edge[references] exists and not backref[references] exists"

    let before = try await fixture.titles(ListFilters(type: "core.note", filter: filter))
    try await fixture.store.replaceText(id: pond.id, body: "")
    let after = try await fixture.titles(
      ListFilters(type: "core.note", filter: filter, sort: .title, direction: .ascending))

    #expect(before == ["Alone"])
    #expect(after == ["Alone", heron.properties["title"]?.stringValue, "Pond"])
    #expect(
      try await fixture.store.sourceCounts(today: Timestamp(milliseconds: 0)).orphans == 3)
  }

  @Test func `a rename changes the heading that gave the title`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "# Heron\n\nGrey. See # Heron.\n"]))

    try await fixture.store.rename(id: note.id, to: "Egret")

    let text = try await fixture.store.noteText(id: note.id)
    #expect(text.title == "Egret")
    #expect(text.body == "# Egret\n\nGrey. See # Heron.\n")

    try await fixture.store.replaceText(id: note.id, body: "# Stork\n")
    #expect(try await fixture.store.noteText(id: note.id).title == "Stork")
  }

  @Test(arguments: [
    ("Heron\n=====\n\nGrey.\n", "Egret", "Egret\n=====\n\nGrey.\n"),
    // These words would end the heading: the text stays, and the title is given.
    ("Heron\n=====\n", "- Egret", "Heron\n=====\n"),
    // A first line is no heading.
    ("Heron on the pond\n\nGrey.\n", "Egret", "Heron on the pond\n\nGrey.\n"),
  ])
  func `a rename changes an underlined title, and no line that is none`(
    body: String, title: String, renamed: String
  ) async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": .string(body)]))

    try await fixture.store.rename(id: note.id, to: title)

    let text = try await fixture.store.noteText(id: note.id)
    #expect(text.title == title)
    #expect(text.body == renamed)
  }

  @Test func `a rename leaves a heading that says something else`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("Birds", "# Heron\n")

    try await fixture.store.rename(id: note.id, to: "Waders")

    let text = try await fixture.store.noteText(id: note.id)
    #expect(text.title == "Waders")
    #expect(text.body == "# Heron\n")
  }
}
