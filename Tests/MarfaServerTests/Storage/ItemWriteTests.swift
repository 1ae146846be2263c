import MarfaModel
import MarfaServer
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct ItemWriteTests {
  @Test func `a created item is answered with what every item has`() async throws {
    let fixture = try StoreFixture()
    fixture.clock.advance(byMilliseconds: 1)

    let answer = try await fixture.store.write(
      .createItem(
        CreateItemInput(
          type: "core.note", properties: ["body": "hello", "gone": .null], source: "forged",
          sourceId: "n1", device: "laptop", tags: ["B b", "a"])),
      fixture.context())

    #expect(answer.status == 201)
    let item = try Item(json: #require(try answer.json["item"]))
    #expect(item.version == 1)
    #expect(item.source == "test")
    #expect(item.sourceId == "n1")
    #expect(item.device == "laptop")
    #expect(item.tier == .library)
    #expect(item.properties == ["body": "hello"])
    #expect(item.createdAt == fixture.clock.now.iso8601)
    #expect(item.edges == [:])
    #expect(try answer.json["metadata"]?["tags"] == ["a", "b-b"])
    let read = try await fixture.store.read(.item(id: item.id), for: FullAccess())
    #expect(read.body == answer.body)
  }

  @Test func `the same natural key updates the item and says so`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("one", tags: ["old"], sourceId: "s")

    fixture.clock.advance(byMilliseconds: 1)
    let answer = try await fixture.store.write(
      .createItem(
        CreateItemInput(
          type: "core.note", properties: ["title": "two"], sourceId: "s", tags: ["new"])),
      fixture.context())

    #expect(answer.status == 200)
    let item = try #require(try answer.json["item"])
    #expect(item["id"] == .string(id))
    #expect(item["version"] == 2)
    #expect(item["properties"] == ["title": "two", "body": "text"])
    #expect(try answer.json["metadata"]?["tags"] == ["new"])
  }

  @Test func `the natural key of a trashed item is free, and taken when it comes back`()
    async throws
  {
    let fixture = try StoreFixture()
    let first = try await fixture.note("one", sourceId: "s")
    try await fixture.write(.trashItem(id: first))

    let second = try await fixture.note("two", sourceId: "s")

    #expect(second != first)
    #expect(try await fixture.refusal(.restoreItem(id: first)) == "source_id_conflict")
  }

  @Test func `a repeated id with equal content is the item, with other content a conflict`()
    async throws
  {
    let fixture = try StoreFixture()
    let id = UUIDv7(milliseconds: 1_760_000_000_000, randomA: 1, randomB: 2).description
    let input = CreateItemInput(id: id, type: "core.note", properties: ["body": "x"])
    try await fixture.write(.createItem(input))

    let again = try await fixture.store.write(.createItem(input), fixture.context())
    var other = input
    other.properties = ["body": "y"]

    #expect(again.status == 200)
    #expect(try await fixture.refusal(.createItem(other)) == "conflict")
  }

  @Test func `a stale patch is answered with both sides, the ancestor and the policy`()
    async throws
  {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a", body: "one")
    try await fixture.write(
      .patchItem(id: id, PatchItemBody(properties: ["body": "two", "title": "b"], version: 1)))

    let stale = PatchItemBody(
      properties: ["body": "three", "title": "b", "language": "en"], version: 1)
    let error = await #expect(throws: ConflictError.self) {
      try await fixture.write(.patchItem(id: id, stale))
    }

    #expect(error?.code == "version_conflict")
    #expect(error?.current.version == 2)
    #expect(error?.current.properties == ["title": "b", "body": "two"])
    #expect(error?.ancestor?.version == 1)
    #expect(error?.ancestor?.properties == ["title": "a", "body": "one"])
    #expect(error?.conflictingFields == ["body"])
    #expect(error?.mergePolicy.strategy(of: "body") == .keepBothCopies)
    #expect(error?.mergePolicy.strategy(of: "title") == .lastWriterWins)
    #expect(try await fixture.read(.item(id: id))["item"]?["version"] == 2)
  }

  @Test func `the policy of a conflict holds what a type inherits`() async throws {
    let fixture = try StoreFixture()
    try await fixture.write(
      .registerType(
        ItemType(
          id: "user.recipe", parent: "core.note", fields: ["yield": FieldDefinition(.string)],
          mergePolicy: MergePolicy(fields: ["yield": .keepBothCopies]))))
    let made = try await fixture.write(
      .createItem(CreateItemInput(type: "user.recipe", properties: ["body": "x"])))
    let id = try #require(made["item"]?["id"]?.stringValue)

    let error = await #expect(throws: ConflictError.self) {
      try await fixture.write(
        .patchItem(id: id, PatchItemBody(properties: ["yield": "2"], version: 7)))
    }

    #expect(error?.ancestor == nil)
    #expect(error?.conflictingFields == ["yield"])
    #expect(
      error?.mergePolicy.fields == [
        "body": .keepBothCopies, "notes": .keepBothCopies, "yield": .keepBothCopies,
      ])
  }

  @Test func `tier, time and edges never conflict and raise no version`() async throws {
    let fixture = try StoreFixture()
    let target = try await fixture.note("target")
    let id = try await fixture.note("a")

    let answer = try await fixture.write(
      .patchItem(
        id: id,
        PatchItemBody(
          version: 9, tier: .feed, timestamp: "2020-01-02T03:04:05Z",
          edges: ["about": [target]])))

    #expect(answer["item"]?["version"] == 1)
    #expect(answer["item"]?["tier"] == "feed")
    #expect(answer["item"]?["timestamp"] == "2020-01-02T03:04:05.000Z")
    #expect(answer["item"]?["edges"]?["about"]?["edges"]?[0]?["target_id"] == .string(target))
  }

  @Test func `a patch that changes nothing writes nothing`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a")
    let before = try await fixture.read(.item(id: id))
    let events = fixture.toldEvents.count

    let answer = try await fixture.write(
      .patchItem(id: id, PatchItemBody(properties: ["title": "a"], tier: .library)))

    #expect(answer == before)
    #expect(fixture.toldEvents.count == events)
  }

  @Test func `each change of properties keeps what was there before`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("1")
    for title in ["2", "3", "4"] {
      try await fixture.write(
        .patchItem(
          id: id, PatchItemBody(properties: ["title": .string(title)], snapshot: title != "3")))
    }

    let versions = try await fixture.read(.versions(id: id))["versions"]?.arrayValue ?? []

    #expect(versions.map { $0["version"] } == [3, 1])
    #expect(versions.map { $0["properties"]?["title"] } == ["3", "1"])
  }

  @Test func `snapshots are thinned by the policy of the type`() async throws {
    let fixture = try StoreFixture()
    try await fixture.write(
      .registerType(
        ItemType(
          id: "user.counter", fields: ["n": FieldDefinition(.integer)],
          versionPolicy: VersionPolicy(
            recentDays: 1, dailySnapshotDays: 3, weeklySnapshotDays: 0, maxVersions: 4))))
    let made = try await fixture.write(
      .createItem(CreateItemInput(type: "user.counter", properties: ["n": 0])))
    let id = try #require(made["item"]?["id"]?.stringValue)
    for number in 1...9 {
      try await fixture.write(
        .patchItem(id: id, PatchItemBody(properties: ["n": .integer(Int64(number))])))
    }

    let versions = try await fixture.read(.versions(id: id))["versions"]?.arrayValue ?? []

    #expect(versions.map { $0["version"] } == [9, 8, 7, 6])
  }

  @Test func `a purge takes cascading targets in the trash, edges, tags and words along`()
    async throws
  {
    let fixture = try StoreFixture()
    let child = try await fixture.note("child", body: "sparrow", tags: ["bird"])
    let other = try await fixture.note("other")
    let parent = try await fixture.note(
      "parent", edges: ["parent-of": [child], "about": [other]])
    try await fixture.write(.trashItem(id: child))

    try await fixture.write(.purgeItem(id: parent))

    #expect(try await fixture.refusal(of: .item(id: child)) == "item_not_found")
    #expect(try await fixture.read(.tags())["tags"] == [])
    #expect(try await fixture.read(.backrefs(to: other, EdgeListRequest()))["data"] == [])
    #expect(
      try await fixture.read(.search(SearchRequest(text: "sparrow")))["results"] == [])
    let names = fixture.toldEvents.suffix(4).map(\.name)
    #expect(names == [.edgeDeleted, .edgeDeleted, .itemDeleted, .itemDeleted])
    #expect(try await fixture.store.check() == [])
  }

  @Test func `a purge takes nothing that is not in the trash, and nothing behind it`() async throws
  {
    let fixture = try StoreFixture()
    let leaf = try await fixture.note("leaf")
    let child = try await fixture.note("child", edges: ["parent-of": [leaf]])
    let parent = try await fixture.note("parent", edges: ["parent-of": [child]])
    for id in [leaf, parent] { try await fixture.write(.trashItem(id: id)) }

    try await fixture.write(.purgeItem(id: parent))

    #expect(try await fixture.read(.item(id: child))["item"]?["state"] == "active")
    #expect(try await fixture.read(.item(id: leaf))["item"]?["state"] == "trashed")
    #expect(try await fixture.read(.backrefs(to: child, EdgeListRequest()))["data"] == [])
    #expect(fixture.toldEvents.suffix(2).map(\.name) == [.edgeDeleted, .itemDeleted])
    #expect(try await fixture.store.check() == [])
  }

  @Test(arguments: [
    (PurgeCondition(version: 1), true), (PurgeCondition(version: 2), false),
    (PurgeCondition(isTrashed: true), true), (PurgeCondition(version: 2, isTrashed: true), true),
    (PurgeCondition(), false), (PurgeCondition(version: 2, isTrashed: false), false),
  ])
  func `a purge takes an item only as it was seen`(
    condition: PurgeCondition, isRefused: Bool
  ) async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("note")
    try await fixture.write(.patchItem(id: id, PatchItemBody(properties: ["body": "more"])))

    let refusal = try await fixture.refusal(.purgeItem(id: id, condition))

    #expect(refusal == (isRefused ? "version_conflict" : nil))
    let found = try await fixture.refusal(of: .item(id: id))
    #expect(found == (isRefused ? nil : "item_not_found"))
  }
}
