import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct ItemRulesTests {
  @Test func `an unknown type and wrong properties are refused, and nothing is written`()
    async throws
  {
    let fixture = try await StoreFixture()

    await #expect(throws: ValidationError.self) {
      try await fixture.client.items.create(CreateItemInput(type: "core.nothing"))
    }
    await #expect(throws: ValidationError.self) {
      try await fixture.client.items.create(CreateItemInput(type: "core.note"))
    }
    await #expect(throws: ValidationError.self) {
      try await fixture.client.items.create(
        CreateItemInput(id: "not-an-id", type: "core.note", properties: ["body": ""]))
    }

    #expect(try await fixture.client.items.stats()[.active] == 0)
  }

  @Test func `an update merges, removes by null and raises the version once`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "one", properties: ["language": "en"])

    let updated = try await fixture.client.items.update(
      id: note.id, properties: ["body": "two", "language": nil])
    let same = try await fixture.client.items.update(id: note.id, properties: ["body": "two"])

    #expect(updated.properties == ["title": "A", "body": "two"])
    #expect(updated.version == 2)
    #expect(updated.updatedAt == "2026-11-21T12:00:01.000Z")
    #expect(same == updated)
  }

  @Test func `a stale version is a conflict with ancestor and current state`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "base")
    try await fixture.client.items.update(id: note.id, properties: ["body": "theirs"])

    let conflict = await #expect(throws: ConflictError.self) {
      try await fixture.client.items.update(
        id: note.id, properties: ["body": "mine", "language": "de"],
        options: UpdateOptions(version: 1))
    }

    #expect(conflict?.current.version == 2)
    #expect(conflict?.ancestor?.properties["body"] == "base")
    #expect(conflict?.conflictingFields == ["body"])
    #expect(conflict?.mergePolicy.strategy(of: "body") == .keepBothCopies)
    #expect(try await fixture.client.items.get(id: note.id).version == 2)
  }

  @Test func `the same source and source id update one item`() async throws {
    let fixture = try await StoreFixture()
    let input = CreateItemInput(
      type: "core.note", properties: ["title": "A", "body": "x"], sourceId: "a.md",
      tags: ["one"])
    let first = try await fixture.store.createItem(NewItem(input))
    var second = input
    second.properties = ["body": "y"]
    second.tags = ["two"]

    let changed = try await fixture.store.createItem(NewItem(second))
    let again = try await fixture.store.createItem(NewItem(second))

    #expect(changed.outcome == CreateOutcome(id: first.item.id, action: .updated))
    #expect(changed.item.properties == ["title": "A", "body": "y"])
    #expect(again.outcome.action == .unchanged)
    #expect(again.item == changed.item)
    #expect(try await fixture.client.metadata.get(id: first.item.id).tags == ["two"])
  }

  @Test func `a trashed item frees its source id, and gets it again only when it is free`()
    async throws
  {
    let fixture = try await StoreFixture()
    let old = try await fixture.note("Old", sourceId: "a.md")
    try await fixture.client.items.delete(id: old.id)

    let new = try await fixture.note("New", sourceId: "a.md")

    #expect(new.id != old.id)
    await #expect(throws: APIError.self) {
      try await fixture.client.items.restore(id: old.id)
    }
  }

  @Test func `of many items moved at once, those that are refused stay as they are`()
    async throws
  {
    let fixture = try await StoreFixture()
    let (one, old) = (try await fixture.note("One"), try await fixture.note("Old", sourceId: "a"))
    for note in [one, old] { try await fixture.client.items.delete(id: note.id) }
    _ = try await fixture.note("New", sourceId: "a")
    let ids = ["absent", old.id, one.id, one.id]

    let refusals = try await fixture.store.transitionItems(ids: ids, to: .active)

    #expect(
      refusals.map { $0?.code } == [ErrorCode.itemNotFound, ErrorCode.sourceIdConflict, nil, nil])
    #expect(try await fixture.client.items.get(id: one.id).state == .active)
    #expect(try await fixture.client.items.get(id: old.id).state == .trashed)
    #expect(try await fixture.store.quickCheck() == [])
  }

  @Test(arguments: [
    (ItemState.archived, ItemState.active), (.trashed, .active), (.archived, .trashed),
  ])
  func `an item follows its life cycle`(first: ItemState, second: ItemState) async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A")

    try await fixture.client.items.transition(id: note.id, to: first)
    let item = try await fixture.client.items.transition(id: note.id, to: second)

    #expect(item.state == second)
    #expect(item.version == 1)
  }

  @Test func `a step that the life cycle does not have is refused`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A")
    try await fixture.client.items.delete(id: note.id)

    let error = await #expect(throws: ValidationError.self) {
      try await fixture.client.items.transition(id: note.id, to: .archived)
    }

    #expect(error?.code == ErrorCode.invalidTransition)
  }

  @Test func `a creation that is repeated with the same id and content is the same item`()
    async throws
  {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "x")
    let input = CreateItemInput(
      id: note.id, type: "core.note", properties: ["title": "A", "body": "x"])

    let again = try await fixture.client.items.create(input)

    #expect(again == note)
    await #expect(throws: APIError.self) {
      try await fixture.client.items.create(
        CreateItemInput(id: note.id, type: "core.note", properties: ["body": "other"]))
    }
  }

  @Test func `the trash is emptied of what has lain there for the retention`() async throws {
    let fixture = try await StoreFixture()
    let old = try await fixture.note("Old")
    let kept = try await fixture.note("Kept")
    try await fixture.client.items.delete(id: old.id)
    fixture.clock.advance(byMilliseconds: 60 * 86_400_000)
    try await fixture.client.items.delete(id: kept.id)

    let purged = try await fixture.store.purgeExpiredTrash()

    #expect(purged == 1)
    #expect(try await fixture.store.item(id: old.id) == nil)
    #expect(try await fixture.store.item(id: kept.id) != nil)
    #expect(try await fixture.store.quickCheck() == [])
  }

  @Test func `the parts of the API that need a server say so`() async throws {
    let client = try await MarfaClient.inMemory()

    await #expect(throws: LocalModeUnsupportedError.self) { try await client.types.list() }
    await #expect(throws: LocalModeUnsupportedError.self) { try await client.keys.list() }
    await #expect(throws: LocalModeUnsupportedError.self) { try await client.webhooks.list() }
    await #expect(throws: LocalModeUnsupportedError.self) {
      try await client.blobs.upload(data: [1], mimeType: "image/png")
    }
  }
}
