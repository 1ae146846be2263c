import MarfaModel
import MarfaServer
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct EventLogTests {
  @Test func `each change has its events, in the log and for subscribers`() async throws {
    let fixture = try StoreFixture()
    let target = try await fixture.note("target")
    let id = try await fixture.note("a", tags: ["x"], edges: ["about": [target]])
    try await fixture.write(.patchItem(id: id, PatchItemBody(properties: ["body": "b"])))
    try await fixture.write(.patchItem(id: id, PatchItemBody(tier: .feed)))
    try await fixture.write(.removeTag(id: id, "x"))
    try await fixture.write(.transitionItem(id: id, .archived))
    try await fixture.write(.transitionItem(id: id, .active))
    try await fixture.write(.trashItem(id: id))
    try await fixture.write(.restoreItem(id: id))
    try await fixture.write(.patchItem(id: id, PatchItemBody(edges: ["about": []])))
    try await fixture.write(.setExtension(id: id, namespace: "app.x", [:]))
    try await fixture.write(.purgeItem(id: id))

    let events = try await fixture.store.events(after: 1, limit: 100)

    #expect(
      events.map(\.name) == [
        .itemCreated, .metadataChanged, .edgeCreated, .itemUpdated, .itemUpdated,
        .metadataChanged, .metadataChanged, .itemStateChanged, .itemStateChanged,
        .itemStateChanged, .itemRestored, .edgeDeleted, .extensionsChanged, .itemDeleted,
      ])
    #expect(events.map(\.id) == Array(2...15))
    #expect(Array(fixture.toldEvents.dropFirst()) == events)
    #expect(events.allSatisfy { !$0.data.contains("\n") })
    let first = try JSONParser.parse(events[0].data.utf8)
    #expect(try Item(json: first).id == id)
    #expect(
      try JSONParser.parse(events[1].data.utf8) == [
        "item_id": .string(id), "tags": ["x"], "tier": "library", "state": "active",
      ])
    #expect(
      try JSONParser.parse(events[13].data.utf8) == ["id": .string(id), "type": "core.note"])
  }

  @Test func `pages of the log follow each other without a gap`() async throws {
    let fixture = try StoreFixture()
    for number in 0..<7 { _ = try await fixture.note("\(number)") }

    let first = try await fixture.store.events(after: 0, limit: 3)
    let second = try await fixture.store.events(after: first.last?.id ?? 0, limit: 10)

    #expect(first.map(\.id) == [1, 2, 3])
    #expect(second.map(\.id) == [4, 5, 6, 7])
  }

  @Test func `events are pruned by age and count, but never the newest`() async throws {
    let fixture = try StoreFixture()
    for number in 0..<6 {
      fixture.clock.advance(byMilliseconds: 999)
      _ = try await fixture.note("\(number)")
    }
    let third = try await fixture.store.events(after: 2, limit: 1)[0].createdAt

    #expect(try await fixture.store.pruneEvents(before: third, keepingNewest: 100) == 2)
    #expect(try await fixture.store.eventBounds() == EventBounds(oldest: 3, newest: 6))
    #expect(try await fixture.store.pruneEvents(before: third, keepingNewest: 2) == 2)
    #expect(try await fixture.store.eventBounds() == EventBounds(oldest: 5, newest: 6))
    let late = fixture.clock.now.adding(days: 1)
    #expect(try await fixture.store.pruneEvents(before: late, keepingNewest: 0) == 1)
    _ = try await fixture.note("after")
    #expect(try await fixture.store.eventBounds() == EventBounds(oldest: 6, newest: 7))
  }

  @Test func `idempotency records go with the events`() async throws {
    let fixture = try StoreFixture()
    let input = CreateItemInput(type: "core.note", properties: ["body": "x"])
    _ = try await fixture.store.write(.createItem(input), fixture.context(key: "k"))

    try await fixture.store.pruneEvents(
      before: fixture.clock.now.adding(days: 1), keepingNewest: 10)
    let again = try await fixture.store.write(.createItem(input), fixture.context(key: "k"))

    #expect(!again.isReplay)
  }

  @Test func `an event is for those who may read its item, edge type and both ends`()
    async throws
  {
    let fixture = try StoreFixture()
    let made = try await fixture.write(
      .createItem(CreateItemInput(type: "core.task", properties: ["title": "t"])))
    let task = try #require(made["item"]?["id"]?.stringValue)
    _ = try await fixture.note("a", edges: ["about": [task]])
    let events = try await fixture.store.events(after: 0, limit: 10)
    let types = try await fixture.store.catalogue().types
    let notes = SomeAccess(readable: ["core.note"], readableEdges: ["about"])
    let all = SomeAccess(readable: ["core.note", "core.task"], readableEdges: ["about"])
    let noEdges = SomeAccess(readable: ["core.note", "core.task"])

    #expect(events.map { $0.isReadable(for: notes, in: types) } == [false, true, false])
    #expect(events.map { $0.isReadable(for: all, in: types) } == [true, true, true])
    #expect(events.map { $0.isReadable(for: noEdges, in: types) } == [true, true, false])
  }

  @Test func `a bulk request reports what it did when it is asked to, and else that it did`()
    async throws
  {
    let fixture = try StoreFixture()
    let entries = [CreateItemInput(type: "core.note", properties: ["body": "x"])]

    try await fixture.write(.bulkItems(BulkBody(entries: entries)))
    try await fixture.write(.bulkItems(BulkBody(entries: entries, emitEvents: true)))

    let events = try await fixture.store.events(after: 0, limit: 10)
    let types = try await fixture.store.catalogue().types
    #expect(events.map(\.name) == [.resync, .itemCreated])
    #expect(events[0].isReadable(for: SomeAccess(), in: types))
  }
}
