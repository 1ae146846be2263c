import MarfaSDK
import MarfaSDKTestSupport
import Testing

extension AdoptTests {
  @Test(arguments: [false, true])
  func `an item that the server has no more goes, unless something was written in it`(
    isWritten: Bool
  ) async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    if isWritten { try await desk.store.replaceText(id: id, body: "never sent") }

    try await desk.store.forget(itemIds: [id])

    #expect(try await (desk.store.item(id: id) != nil) == isWritten)
    #expect(try await desk.store.queueRows() == [])
    #expect(try await desk.store.statistics().refusedCount == (isWritten ? 1 : 0))
    #expect(try await desk.store.quickCheck() == [])
  }

  @Test func `an edit that is given up gives the time of the last edit back`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    let before = try await desk.store.editedAt(of: id)
    try await desk.store.replaceText(id: id, body: "mine")
    #expect(try await desk.store.editedAt(of: id) != before)
    // Its time is not that of an edit.
    try await desk.store.adopt(items: [
      ConfirmedItem(
        ServerDesk.note(id, ["title": "A", "body": "one"], version: 5, second: 60),
        tags: ["theirs"])
    ])

    let row = try #require(try await desk.store.pendingMutations().first)
    try await desk.store.discardMutation(id: row.id)

    #expect(try await text(desk, id) == "one")
    #expect(try await desk.store.editedAt(of: id) == before)
  }

  @Test func `an edit that is given up for one that others made has its time`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    try await desk.store.replaceText(id: id, body: "mine")
    let theirs = ServerDesk.note(id, ["title": "A", "body": "theirs"], version: 6, second: 60)
    try await desk.store.adopt(items: [ConfirmedItem(theirs)])

    let row = try #require(try await desk.store.pendingMutations().first)
    try await desk.store.discardMutation(id: row.id)

    #expect(try await text(desk, id) == "theirs")
    #expect(try await desk.store.editedAt(of: id).iso8601 == theirs.updatedAt)
  }

  @Test func `a text of others has its own time where only a tag waits`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    _ = try await desk.store.addTags(id: id, ["mine"])
    let theirs = ServerDesk.note(id, ["title": "A", "body": "theirs"], version: 6, second: 60)

    try await desk.store.adopt(items: [ConfirmedItem(theirs)])

    #expect(try await desk.store.editedAt(of: id).iso8601 == theirs.updatedAt)
  }

  @Test func `an item gets the server's id with all that names it`() async throws {
    let desk = try await ServerDesk()
    let note = try await desk.fixture.note("New", "x")
    let other = try await desk.fixture.note("Other", "[[New]]")
    try await desk.store.createEdge(
      CreateEdgeInput(sourceId: other.id, targetId: note.id, edgeType: "about"))

    try await desk.store.rekeyItem(from: note.id, to: "server")
    try await desk.store.rekeyItem(from: "server", to: "final")

    #expect(try await desk.store.noteText(id: "final").body == "x")
    #expect(try await desk.store.currentId(of: note.id) == "final")
    #expect(try await desk.store.currentId(of: "server") == "final")
    #expect(try await desk.store.currentId(of: other.id) == other.id)
    let references = try await desk.store.queueRows().flatMap(\.intent.references).map(\.id)
    #expect(references == [other.id, "final"])
    let creations = try await desk.store.claimMutations(limit: 2)
    #expect(creations.map(\.itemId) == ["final", other.id])
    #expect(creations.first?.request.body?.objectValue?["id"] == "final")
  }

  @Test func `a former id reads and writes the item`() async throws {
    let desk = try await ServerDesk()
    let note = try await desk.fixture.note("New", "x")
    try await desk.store.rekeyItem(from: note.id, to: "server")

    try await desk.store.replaceText(id: note.id, body: "typed on")
    try await desk.store.rekeyItem(from: note.id, to: "other")

    let item = try #require(try await desk.store.item(id: note.id))
    #expect(item.id == "server")
    #expect(item.properties["body"] == "typed on")
    #expect(try await desk.store.statistics().itemCount == 1)
    let creations = try await desk.store.claimMutations(limit: 2)
    #expect(creations.map(\.itemId) == ["server"])
  }

  @Test func `the server's item that came before the answer and the one made here become one`()
    async throws
  {
    let desk = try await ServerDesk()
    let (note, creation) = try await desk.createdAndEdited()
    let theirs = ConfirmedItem(ServerDesk.note(ServerDesk.id(8), note.properties), tags: [])
    try await desk.store.adopt(items: [theirs])

    try await desk.store.acknowledgeMutation(id: creation.id, .item(theirs))

    #expect(try await desk.store.item(id: note.id)?.id == ServerDesk.id(8))
    #expect(try await desk.store.statistics().itemCount == 2)
    #expect(try await desk.store.edges(EdgeFilters(sourceId: ServerDesk.id(8))).data.count == 1)
    #expect(try await desk.store.quickCheck() == [])
  }

  @Test func `a refused change stays visible and is kept with its values`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    try await desk.store.replaceText(id: id, body: "too long")
    let sent = try await desk.store.claimMutations(limit: 1)

    try await desk.store.refuseMutation(
      id: sent[0].id, MutationRefusal(code: "validation_error", message: "No.", status: 400))
    try await desk.store.adopt(items: [
      ConfirmedItem(ServerDesk.note(id, ["title": "B", "body": "theirs"], version: 6, second: 1))
    ])

    #expect(try await text(desk, id) == "too long")
    #expect(try await desk.store.item(id: id)?.properties["title"] == "B")
    #expect(try await desk.store.queueRows() == [])
    #expect(try await desk.fixture.titles(searching: "is:refused") == ["B"])
  }

  @Test func `changes that depend on a refused creation are refused with it, with their values`()
    async throws
  {
    let desk = try await ServerDesk()
    let (note, creation) = try await desk.createdAndEdited()

    try await desk.store.refuseMutation(
      id: creation.id, MutationRefusal(code: "forbidden", message: "No.", status: 403))

    #expect(try await desk.store.queueRows() == [])
    // What was typed since is part of the creation; the edge is kept with it.
    #expect(try await desk.store.statistics().refusedCount == 2)
    #expect(try await text(desk, note.id) == "later")
  }

  @Test func `a change that another process was sending is sent again, with the same bytes`()
    async throws
  {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    try await desk.store.replaceText(id: id, body: "two")
    let first = try await desk.store.claimMutations(limit: 1)
    #expect(try await desk.sent() == [])

    try await desk.store.releaseClaims()

    let again = try await desk.store.claimMutations(limit: 1)
    #expect(again.map(\.id) == first.map(\.id))
    #expect(again.map(\.request) == first.map(\.request))
  }

  @Test func `a batch is indexed at its end and found`() async throws {
    let desk = try await ServerDesk()
    let items = (1...300).map { number in
      ConfirmedItem(
        ServerDesk.note(
          ServerDesk.id(number), ["title": .string("N\(number)"), "body": "heron [[N1]]"]),
        tags: ["all"])
    }

    try await desk.store.adopt(items: items, isBatch: true)

    let hits = try await desk.fixture.client.search(
      query: "heron", filters: ListFilters(limit: 500)
    ).hits
    #expect(hits.count == 300)
    #expect(try await desk.store.verifySearchIndex() == [])
    #expect(try await desk.store.quickCheck() == [])
  }
}
