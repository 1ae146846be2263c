import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct AdoptTests {
  func text(_ desk: ServerDesk, _ id: String) async throws -> String {
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
    let (id, first) = try await desk.editedTwice()

    try await desk.store.acknowledgeMutation(
      id: first.id,
      .item(
        ConfirmedItem(ServerDesk.note(id, ["title": "A", "body": "two"], version: 6, second: 1))))

    #expect(try await text(desk, id) == "three")
    // Answered as its base plus one: the next change is made on that.
    #expect(
      try await desk.sent() == [
        #"PATCH /items/\#(id) {"properties":{"body":"three"},"version":6}"#
      ])
  }

  @Test func `the next change goes on from an answer that holds more`()
    async throws
  {
    let desk = try await ServerDesk()
    let (id, first) = try await desk.editedTwice()

    try await desk.store.acknowledgeMutation(
      id: first.id,
      .item(
        ConfirmedItem(
          ServerDesk.note(id, ["title": "A", "body": "two, merged"], version: 8, second: 1))))

    // The server has merged the first one; what was typed over its words is a note of its own,
    // since nobody is asked.
    #expect(try await text(desk, id) == "two, merged")
    let row = try #require(try await desk.store.queueRows().first)
    #expect(row.baseVersion == 8)
    #expect(row.intent.base == nil)
    let three = try await desk.sent().filter { $0.contains("three") }
    #expect(three.count == 1 && three[0].hasPrefix("POST /items "), "\(three)")
  }

  @Test func `changes around a move to the trash are made on the one that was answered`()
    async throws
  {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    try await desk.store.replaceText(id: id, body: "two")
    let first = try #require(try await desk.store.claimMutations(limit: 1).first)
    _ = try await desk.store.updateItem(id: id, properties: ["title": "B"])
    _ = try await desk.store.transitionItem(id: id, to: .trashed)
    try await desk.store.replaceText(id: id, body: "three")

    try await desk.store.acknowledgeMutation(
      id: first.id,
      .item(
        ConfirmedItem(ServerDesk.note(id, ["title": "A", "body": "two"], version: 6, second: 1))))

    let rows = try await desk.store.queueRows()
    #expect(rows.map(\.intent.kind) == [.updateItem, .deleteItem, .updateItem])
    // The last one waits for the answer to the first of them, and takes its version then.
    #expect(rows.map(\.baseVersion) == [6, nil, nil])
    #expect(rows.map(\.intent.base) == [nil, nil, nil])
  }

  @Test func `an edit whose answer was lost is what the next one is made on`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    let local = SynchronousStore(desk.store)
    try local.update(id: id) { _ in ["body": "two"] }
    let exchange = try #require(try local.nextExchange(.drain))
    try local.update(id: id) { _ in ["body": "three"] }

    // The second attempt of the same edit, after the first has arrived.
    let error = ConflictError(
      current: PropertiesSnapshot(version: 6, properties: ["title": "A", "body": "two"]),
      ancestor: PropertiesSnapshot(version: 5, properties: ["title": "A", "body": "one"]),
      conflictingFields: [], clientPatch: [:],
      mergePolicy: MergePolicy(fields: ["body": .keepBothCopies]))
    _ = try local.settle(
      exchange,
      .response(
        TransportResponse(
          status: 409, body: Array(JSONEncoder().encode(ErrorEnvelope(error))))),
      SyncPolicy(url: "https://notes.example", fraction: { 0.5 }))

    #expect(
      try await desk.sent() == [
        #"PATCH /items/\#(id) {"properties":{"body":"three"},"version":6}"#
      ])
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

  @Test(arguments: ["one", "theirs"])
  func `an item that was purged here comes back only with another text`(body: String) async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    _ = try await desk.store.transitionItem(id: id, to: .trashed)
    try await desk.store.purgeItem(id: id)

    let outcome = try await desk.store.adopt(items: [
      ConfirmedItem(
        ServerDesk.note(id, ["title": "A", "body": .string(body)], version: 6, second: 1))
    ])

    let isOthers = body == "theirs"
    #expect(outcome == [isOthers ? .adopted : .purged])
    #expect(try await (desk.store.item(id: id) != nil) == isOthers)
  }
}
