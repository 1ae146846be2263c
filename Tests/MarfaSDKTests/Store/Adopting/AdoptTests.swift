import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct AdoptTests {
  private func text(_ desk: ServerDesk, _ id: String) async throws -> String {
    try await desk.store.noteText(id: id).body
  }

  @Test func `a server's item is stored as it is, whatever its type`() async throws {
    let desk = try await ServerDesk()
    var item = ServerDesk.note(ServerDesk.id(1), ["anything": ["x": 1]], version: 7, second: 5)
    (item.type, item.sourceId, item.device, item.tier) = ("user.unknown", "key", "desk", .feed)

    #expect(
      try await desk.store.adopt(items: [
        ConfirmedItem(item, tags: ["b", "a"], extensions: ["user.a": ["x": 1]])
      ]) == [.adopted])

    var stored = try #require(try await desk.store.item(id: item.id))
    #expect(stored.revision == 1)
    stored.revision = nil
    #expect(stored == item)
    let metadata = try await desk.store.metadata(id: item.id)
    #expect(metadata.tags == ["a", "b"])
    #expect(metadata.extensions == ["user.a": ["x": 1]])
    #expect(try await desk.store.queueRows() == [])
    #expect(try await desk.store.quickCheck() == [])
  }

  @Test func `an older state, and the same one, change nothing`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    let before = try await desk.store.item(id: id)

    let outcomes = try await desk.store.adopt(items: [
      ConfirmedItem(ServerDesk.note(id, ["body": "old"], version: 4, second: 9)),
      ConfirmedItem(ServerDesk.note(id, ["body": "old"], version: 5, second: -1)),
    ])

    #expect(outcomes == [.known, .known])
    #expect(try await desk.store.item(id: id) == before)
    #expect(
      try await desk.store.adopt(
        items: [ConfirmedItem(ServerDesk.note(id, ["body": "old"], version: 4))],
        acceptsOlder: true) == [.adopted])
    #expect(try await text(desk, id) == "old")
  }

  @Test func `a change of the server raises the revision, and its version is shown`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()

    try await desk.store.adopt(items: [
      ConfirmedItem(ServerDesk.note(id, ["title": "A", "body": "two"], version: 6, second: 1))
    ])

    let item = try #require(try await desk.store.item(id: id))
    #expect((item.version, item.revision) == (6, 2))
    // The state before was the server's version 5.
    #expect(try await desk.store.versions(of: id).map(\.version) == [5])
    #expect(try await desk.store.metadata(id: id).tags == ["kept"])
  }

  @Test func `a remote change never erases an unsent edit, and is seen with it`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    try await desk.store.replaceText(id: id, body: "mine")
    _ = try await desk.store.addTags(id: id, ["mine"])
    _ = try await desk.store.removeTags(id: id, ["kept"])

    try await desk.store.adopt(items: [
      ConfirmedItem(
        ServerDesk.note(
          id, ["title": "Theirs", "body": "theirs"], version: 6, second: 1, state: .archived),
        tags: ["kept", "theirs"], extensions: ["user.b": ["y": 2]])
    ])

    let item = try #require(try await desk.store.item(id: id))
    #expect(item.properties == ["title": "Theirs", "body": "mine"])
    #expect(item.state == .archived)
    #expect(try await desk.store.metadata(id: id).tags == ["mine", "theirs"])
    #expect(try await desk.store.metadata(id: id).extensions == ["user.b": ["y": 2]])
    // The version is that of the state that the edit was made on, so that the server says 409.
    let row = try #require(try await desk.store.queueRows().first)
    #expect(row.baseVersion == 5)
    #expect(row.intent.base == #"{"body":"one"}"#)
    #expect(
      try await desk.sent() == [
        #"PATCH /items/\#(id) {"properties":{"body":"mine"},"version":5}"#
      ])
    #expect(try await desk.store.quickCheck() == [])
  }

  @Test func `where both sides made the same change nothing is sent`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    try await desk.store.replaceText(id: id, body: "same")

    try await desk.store.adopt(items: [
      ConfirmedItem(ServerDesk.note(id, ["title": "A", "body": "same"], version: 6, second: 1))
    ])

    #expect(try await desk.sent() == [])
    #expect(try await desk.store.item(id: id)?.version == 6)
  }

  @Test func `an answer to an old change never erases a newer one`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    try await desk.store.replaceText(id: id, body: "two")
    let first = try await desk.store.claimMutations(limit: 1)
    try await desk.store.replaceText(id: id, body: "three")

    try await desk.store.acknowledgeMutation(
      id: first[0].id,
      .item(
        ConfirmedItem(ServerDesk.note(id, ["title": "A", "body": "two"], version: 6, second: 1))))

    #expect(try await text(desk, id) == "three")
    // Answered as its base plus one: the next change is made on that.
    #expect(
      try await desk.sent() == [
        #"PATCH /items/\#(id) {"properties":{"body":"three"},"version":6}"#
      ])
  }

  @Test func `an answer that holds more leaves the next change on what it was made on`()
    async throws
  {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    try await desk.store.replaceText(id: id, body: "two")
    let first = try await desk.store.claimMutations(limit: 1)
    try await desk.store.replaceText(id: id, body: "three")

    try await desk.store.acknowledgeMutation(
      id: first[0].id,
      .item(
        ConfirmedItem(
          ServerDesk.note(id, ["title": "A", "body": "two, merged"], version: 8, second: 1))))

    #expect(try await text(desk, id) == "three")
    let row = try #require(try await desk.store.queueRows().first)
    #expect(row.baseVersion == 5)
    #expect(row.intent.base == #"{"body":"two"}"#)
  }

  @Test func `after the last answer nothing waits and the server's state is seen`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    try await desk.store.replaceText(id: id, body: "two")
    let first = try await desk.store.claimMutations(limit: 1)
    #expect(try await desk.fixture.titles(searching: "is:unsynced") == ["A"])

    try await desk.store.acknowledgeMutation(
      id: first[0].id,
      .item(
        ConfirmedItem(
          ServerDesk.note(id, ["title": "A", "body": "merged"], version: 7, second: 1))))

    #expect(try await text(desk, id) == "merged")
    #expect(try await desk.store.item(id: id)?.version == 7)
    #expect(try await desk.fixture.titles(searching: "is:unsynced") == [])
    try await desk.store.replaceText(id: id, body: "next")
    #expect(try await desk.store.queueRows().map(\.baseVersion) == [7])
  }

  @Test func `an item that was purged here does not come back`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    _ = try await desk.store.transitionItem(id: id, to: .trashed)
    try await desk.store.purgeItem(id: id)

    let outcome = try await desk.store.adopt(items: [
      ConfirmedItem(ServerDesk.note(id, ["body": "theirs"], version: 6, second: 1))
    ])

    #expect(outcome == [.purged])
    #expect(try await desk.store.item(id: id) == nil)
  }

  // MARK: - Edges

  private func edge(
    _ id: String, _ source: String, _ target: String, _ type: String = "about",
    _ properties: [String: JSONValue] = [:]
  ) -> Edge {
    Edge(
      id: id, sourceId: source, targetId: target, edgeType: type, properties: properties,
      createdAt: "2027-01-01T00:00:00.000Z", updatedAt: "2027-01-01T00:00:00.000Z")
  }

  @Test func `an edge waits for its ends, in whatever order all arrive`() async throws {
    let desk = try await ServerDesk()
    let (one, two) = (ServerDesk.id(1), ServerDesk.id(2))

    try await desk.store.adopt(items: [], edges: [edge("e", one, two, "parent-of")])
    try await desk.store.adopt(items: [ConfirmedItem(ServerDesk.note(two, ["body": ""]))])
    #expect(try await desk.store.edges(EdgeFilters(sourceId: two)).data == [])
    try await desk.store.adopt(items: [ConfirmedItem(ServerDesk.note(one, ["body": ""]))])

    #expect(
      try await desk.store.edges(EdgeFilters(sourceId: one)).data
        == [edge("e", one, two, "parent-of")])
    #expect(try await desk.store.quickCheck() == [])
  }

  @Test func `an edge that is here under another id gets the server's, with what is queued`()
    async throws
  {
    let desk = try await ServerDesk()
    let one = try await desk.confirmed()
    let two = ServerDesk.id(2)
    try await desk.store.adopt(items: [ConfirmedItem(ServerDesk.note(two, ["body": ""]))])
    let mine = try await desk.store.createEdge(
      CreateEdgeInput(sourceId: one, targetId: two, edgeType: "about"))

    try await desk.store.adopt(items: [], edges: [edge("theirs", one, two)])

    #expect(try await desk.store.edges(EdgeFilters(sourceId: one)).data.map(\.id) == ["theirs"])
    #expect(try await desk.store.queueRows().map(\.intent.subject) == ["theirs"])
    // The server has it: nothing is sent, and a deletion names its id.
    #expect(try await desk.sent() == [])
    try await desk.store.deleteEdge(id: "theirs")
    #expect(try await desk.sent() == ["DELETE /edges/theirs"])
    #expect(mine.id != "theirs")
  }

  @Test func `an edge that was deleted here does not come back`() async throws {
    let desk = try await ServerDesk()
    let one = try await desk.confirmed()
    let two = ServerDesk.id(2)
    try await desk.store.adopt(
      items: [ConfirmedItem(ServerDesk.note(two, ["body": ""]))], edges: [edge("e", one, two)])
    try await desk.store.deleteEdge(id: "e")

    try await desk.store.adopt(items: [], edges: [edge("e", one, two)])

    #expect(try await desk.store.edges(EdgeFilters(sourceId: one)).data == [])
  }

  @Test func `a link is an edge of its own while the server has one, and a link again after`()
    async throws
  {
    let desk = try await ServerDesk()
    let two = ServerDesk.id(2)
    let one = ServerDesk.id(1)
    try await desk.store.adopt(items: [
      ConfirmedItem(ServerDesk.note(two, ["title": "Two", "body": ""])),
      ConfirmedItem(ServerDesk.note(one, ["title": "One", "body": "[[Two]]"])),
    ])
    #expect(try await desk.store.queueRows() == [])

    try await desk.store.adopt(items: [], edges: [edge("e", one, two, "references")])
    #expect(try await desk.store.edges(EdgeFilters(sourceId: one)).data.map(\.id) == ["e"])
    try await desk.store.forget(edgeIds: ["e"])

    let after = try await desk.store.edges(EdgeFilters(sourceId: one)).data
    #expect(after.map(\.targetId) == [two])
    #expect(after.map(\.id) != ["e"])
    #expect(try await desk.store.queueRows() == [])
    #expect(try await desk.store.quickCheck() == [])
  }

  @Test func `two parents for a moment leave the one that stays`() async throws {
    let desk = try await ServerDesk()
    let ids = (1...3).map(ServerDesk.id)
    try await desk.store.adopt(
      items: ids.map { ConfirmedItem(ServerDesk.note($0, ["body": ""])) },
      edges: [edge("old", ids[0], ids[2], "parent-of"), edge("new", ids[1], ids[2], "parent-of")])
    try await desk.store.forget(edgeIds: ["old"])

    #expect(try await desk.store.quickCheck() == [])
    #expect(
      try await desk.store.edges(toTargets: [ids[2]], edgeType: "parent-of")[ids[2]]?.map(\.id)
        == ["new"])
  }

  // MARK: - Forgetting, other ids, refusals

  @Test func `an item that the server has no more goes, and what was written is kept`()
    async throws
  {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    try await desk.store.replaceText(id: id, body: "never sent")

    try await desk.store.forget(itemIds: [id])

    #expect(try await desk.store.item(id: id) == nil)
    #expect(try await desk.store.queueRows() == [])
    #expect(try await desk.store.statistics().refusedCount == 1)
    #expect(try await desk.store.quickCheck() == [])
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

  @Test func `the server's item that came before the answer and the one made here become one`()
    async throws
  {
    let desk = try await ServerDesk()
    let other = try await desk.confirmed()
    let note = try await desk.fixture.note("New", "x")
    try await desk.store.createEdge(
      CreateEdgeInput(sourceId: note.id, targetId: other, edgeType: "about"))
    let creation = try await desk.store.claimMutations(limit: 1)
    try await desk.store.replaceText(id: note.id, body: "later")
    let theirs = ConfirmedItem(ServerDesk.note(ServerDesk.id(8), note.properties), tags: [])
    try await desk.store.adopt(items: [theirs])

    try await desk.store.acknowledgeMutation(id: creation[0].id, .item(theirs))

    #expect(try await desk.store.item(id: note.id) == nil)
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

  @Test func `what depends on a refused creation is refused with it, with its values`()
    async throws
  {
    let desk = try await ServerDesk()
    let other = try await desk.confirmed()
    let note = try await desk.fixture.note("New", "x")
    try await desk.store.createEdge(
      CreateEdgeInput(sourceId: note.id, targetId: other, edgeType: "about"))
    let creation = try await desk.store.claimMutations(limit: 1)
    try await desk.store.replaceText(id: note.id, body: "later")

    try await desk.store.refuseMutation(
      id: creation[0].id, MutationRefusal(code: "forbidden", message: "No.", status: 403))

    #expect(try await desk.store.queueRows() == [])
    #expect(try await desk.store.statistics().refusedCount == 3)
    #expect(try await text(desk, note.id) == "later")
  }

  @Test func `what another process was sending is sent again, with the same bytes`() async throws {
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
