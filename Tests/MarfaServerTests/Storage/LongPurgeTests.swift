import GRDB
import MarfaModel
import Synchronization
import Testing

@testable import MarfaServer

/// A purge of many rows holds the writer for a slice at a time, and ends as one of few does.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct LongPurgeTests {
  private struct Death: Error {}

  private static let most = RecordLimits().sliceEntries

  /// A note to which others point.
  private func hub(_ fixture: StoreFixture, edges count: Int) async throws -> String {
    let hub = try await fixture.note("hub")
    let inputs = (0..<count).map { number in
      CreateItemInput(
        type: "core.note", properties: ["body": .string("\(number)")], sourceId: "e\(number)",
        edges: ["about": [hub]])
    }
    try await fixture.write(.bulkItems(BulkBody(entries: inputs, atomic: false, emitEvents: true)))
    return hub
  }

  /// A note that is the parent of others, each of which goes with it.
  private func family(
    _ fixture: StoreFixture, of count: Int
  ) async throws -> (parent: String, children: [String]) {
    let parent = try await fixture.note("parent")
    let children = fixture.ids(count)
    let inputs = children.map {
      CreateItemInput(id: $0, type: "core.note", properties: ["body": "child"])
    }
    try await fixture.write(.bulkItems(BulkBody(entries: inputs, atomic: false)))
    let edges = children.map {
      CreateEdgeInput(sourceId: parent, targetId: $0, edgeType: "parent-of")
    }
    try await fixture.write(.bulkEdges(BulkBody(entries: edges, atomic: false)))
    return (parent, children)
  }

  @Test func `one of an item that was changed since takes nothing`() async throws {
    let fixture = try StoreFixture()
    let hub = try await hub(fixture, edges: 130)
    let before = fixture.toldEvents.count

    let refusal = try await fixture.refusal(.purgeItem(id: hub, PurgeCondition(version: 7)))

    #expect(refusal == "version_conflict")
    #expect(fixture.toldEvents.count == before)
  }

  @Test func `its edges go fifty at a time and the item last, with the events of a short one`()
    async throws
  {
    let fixture = try StoreFixture()
    let hub = try await hub(fixture, edges: 130)
    let (before, commits) = (fixture.toldEvents.count, fixture.toldCommits.count)

    let answer = try await fixture.store.write(.purgeItem(id: hub), fixture.context(key: "p"))
    let again = try await fixture.store.write(.purgeItem(id: hub), fixture.context(key: "p"))

    #expect(answer.status == 200)
    #expect(again.isReplay)
    let events = fixture.toldEvents.dropFirst(before)
    #expect(events.dropLast().allSatisfy { $0.name == .edgeDeleted })
    #expect(events.count == 131)
    #expect(events.last?.name == .itemDeleted)
    let turns = fixture.toldCommits.dropFirst(commits)
    #expect(turns.count >= 3)
    #expect(turns.allSatisfy { $0 <= Self.most + 1 })
    #expect(try await fixture.refusal(of: .item(id: hub)) == "item_not_found")
    #expect(try await fixture.store.unfinishedPurges() == [])
    #expect(try await fixture.store.check() == [])
  }

  @Test func `items that go with it go in slices, too, and a blocked one is refused as a whole`()
    async throws
  {
    let fixture = try StoreFixture()
    let (parent, children) = try await family(fixture, of: 120)
    for id in children { try await fixture.write(.trashItem(id: id)) }
    let kept = try await fixture.note("kept")
    try await fixture.write(
      .registerEdgeType(
        EdgeType(id: "app.keeps", cardinality: .manyToMany, cascadeOnDelete: .block)))
    try await fixture.write(
      .createEdge(CreateEdgeInput(sourceId: children[7], targetId: kept, edgeType: "app.keeps")))
    let step = StepStore(fixture.store)

    await #expect(throws: ValidationError.self) {
      try await step.write(.purgeItem(id: parent), fixture.context())
    }
    #expect(step.transactions == 0)
    #expect(try await fixture.store.statistics().items == 122)

    let edges = try await fixture.read(.edges(from: children[7], EdgeListRequest()))
    let edge = try #require(
      edges["data"]?.arrayValue?.first { $0["edge_type"] == "app.keeps" }?["id"]?.stringValue)
    try await fixture.write(.deleteEdge(id: edge))
    let commits = fixture.toldCommits.count
    try await fixture.write(.purgeItem(id: parent))

    #expect(try await fixture.store.statistics().items == 1)
    #expect(fixture.toldEvents.count { $0.name == .itemDeleted } == 121)
    #expect(fixture.toldEvents.last { $0.name == .itemDeleted }?.itemId == parent)
    #expect(fixture.toldCommits.dropFirst(commits).allSatisfy { $0 <= Self.most + 1 })
    #expect(fixture.toldCommits.count - commits >= 3)
    #expect(try await fixture.store.check() == [])
  }

  @Test func `many notes that are not in the trash stay, and lose their edge in slices`()
    async throws
  {
    let fixture = try StoreFixture()
    let (parent, children) = try await family(fixture, of: 120)
    try await fixture.write(.trashItem(id: children[3]))
    let commits = fixture.toldCommits.count

    try await fixture.write(.purgeItem(id: parent))

    #expect(try await fixture.store.statistics().items == 119)
    #expect(try await fixture.refusal(of: .item(id: children[3])) == "item_not_found")
    #expect(
      try await fixture.read(.backrefs(to: children[0], EdgeListRequest()))["data"] == [])
    #expect(fixture.toldCommits.dropFirst(commits).allSatisfy { $0 <= Self.most + 1 })
    #expect(try await fixture.store.unfinishedPurges() == [])
    #expect(try await fixture.store.check() == [])
  }

  @Test func `a process that dies leaves it to the next, and a retry is answered once`()
    async throws
  {
    for isRetried in [true, false] {
      let fixture = try StoreFixture()
      let hub = try await hub(fixture, edges: 130)
      let dying = StepStore(fixture.store) { number in if number > 3 { throw Death() } }
      await #expect(throws: Death.self) {
        try await dying.write(.purgeItem(id: hub), fixture.context(key: "p"))
      }

      // Nobody finds it, changes it or links to it from the first slice on.
      #expect(try await fixture.refusal(of: .item(id: hub)) == "item_not_found")
      #expect(try await fixture.refusal(.restoreItem(id: hub)) == "item_not_found")
      #expect(try await fixture.refusal(.addTags(id: hub, ["a"])) == "item_not_found")
      let other = try await fixture.note("other")
      #expect(
        try await fixture.refusal(
          .createEdge(CreateEdgeInput(sourceId: other, targetId: hub, edgeType: "about")))
          == "item_not_found")
      #expect(
        try await fixture.refusal(
          .createItem(CreateItemInput(id: hub, type: "core.note", properties: ["body": "n"])))
          == "internal_error")
      let left = try await fixture.store.unfinishedPurges()
      #expect(left == [hub])

      if !isRetried { try await fixture.store.finishPurges(of: left, RecordLimits()) }
      let answer = try await fixture.store.write(.purgeItem(id: hub), fixture.context(key: "p"))

      #expect(answer.status == 200)
      #expect(answer.isReplay != isRetried)
      #expect(fixture.toldEvents.count { $0.name == .edgeDeleted } == 130)
      #expect(fixture.toldEvents.count { $0.name == .itemDeleted } == 1)
      #expect(try await fixture.store.unfinishedPurges() == [])
      #expect(try await fixture.store.check() == [])
      let audit = try await fixture.read(.audit(limit: nil, cursor: nil))
      #expect(audit["data"]?[0]?["action"] == "item.purged")
      #expect(audit["data"]?[0]?["credential_id"] == "credential")
    }
  }

  @Test func `within a batch it is at its place, and others go on after it`() async throws {
    let fixture = try StoreFixture()
    let hub = try await hub(fixture, edges: 80)
    let note = try await fixture.note("note")
    let mutations: [StoreMutation] = [
      .addTags(id: note, ["before"]), .purgeItem(id: hub), .addTags(id: hub, ["late"]),
      .addTags(id: note, ["after"]),
    ]
    let batch = mutations.enumerated().map { number, mutation in
      BatchEntry(
        idempotency: IdempotencyKey(key: "b\(number)", fingerprint: "f"),
        mutation: .success(mutation))
    }

    let answers = try await fixture.store.write(batch, fixture.context())
    let again = try await fixture.store.write(batch, fixture.context())

    #expect(answers.map(\.answer.status) == [200, 200, 404, 200])
    #expect(again.map(\.answer.status) == [200, 200, 404, 200])
    let names = fixture.toldEvents.suffix(83).map(\.name)
    #expect(names.first == .metadataChanged && names.last == .metadataChanged)
    #expect(names[81] == .itemDeleted)
  }

  @Test func `a bulk action that purges takes it, also when it dies on the way`() async throws {
    let fixture = try StoreFixture()
    let hub = try await hub(fixture, edges: 120)
    let action = StoreMutation.bulkAction(
      BulkAction(
        filters: ListFilters(state: .active), change: .purge(confirmation: "PURGE"),
        emitEvents: true))
    let dying = StepStore(fixture.store) { number in if number > 4 { throw Death() } }
    await #expect(throws: Death.self) {
      try await dying.write(action, fixture.context(key: "a"))
    }

    let answer = try await fixture.store.write(action, fixture.context(key: "a"))

    #expect(try answer.json["matched"] == 121)
    #expect(try answer.json["updated"] == 121)
    #expect(try await fixture.store.statistics().items == 0)
    #expect(fixture.toldEvents.count { $0.name == .itemDeleted } == 121)
    #expect(fixture.toldEvents.contains { $0.name == .itemDeleted && $0.itemId == hub })
    #expect(try await fixture.store.unfinishedPurges() == [])
    #expect(try await fixture.store.check() == [])
  }

  @Test func `trash is emptied of it in slices, and only of what is in the trash`() async throws {
    let fixture = try StoreFixture()
    let (parent, children) = try await family(fixture, of: 90)
    for id in [parent] + children.dropFirst() { try await fixture.write(.trashItem(id: id)) }
    fixture.clock.advance(byMilliseconds: 61 * 86_400_000)
    let commits = fixture.toldCommits.count

    while try await fixture.store.purgeTrash(limit: 100) > 0 {}

    #expect(try await fixture.store.statistics().items == 1)
    #expect(try await fixture.refusal(of: .item(id: children[0])) == nil)
    #expect(fixture.toldCommits.dropFirst(commits).allSatisfy { $0 <= Self.most + 1 })
    #expect(try await fixture.store.unfinishedPurges() == [])
    #expect(try await fixture.store.check() == [])
  }

  @Test func `many versions go before the item, and few do not`() async throws {
    let fixture = try StoreFixture()
    var settings = SpaceSettings()
    settings.versionPolicy = VersionPolicy(recentDays: 99, maxVersions: 1_000)
    try await fixture.store.setSettings(settings)
    let id = try await fixture.note("0")
    for number in 1...260 {
      try await fixture.write(
        .patchItem(id: id, PatchItemBody(properties: ["title": .string("\(number)")])))
    }
    let short = try await fixture.note("short")
    let step = StepStore(fixture.store)

    _ = try await step.write(.purgeItem(id: short), fixture.context())
    #expect(step.transactions == 1)
    _ = try await step.write(.purgeItem(id: id), fixture.context())

    #expect(step.transactions > 3)
    #expect(try await fixture.store.check() == [])
  }

  @Test func `the names of what goes with an item are read once, not with each slice`() async throws
  {
    let reads = Atomic(0)
    var hooks = StoreHooks()
    hooks.prepare = { db in
      db.trace { event in
        if "\(event)".contains("part, body FROM progress") { reads.add(1, ordering: .relaxed) }
      }
    }
    let fixture = try StoreFixture(hooks: hooks)
    let (parent, children) = try await family(fixture, of: 320)
    for id in children { try await fixture.write(.trashItem(id: id)) }
    reads.store(0, ordering: .relaxed)

    try await fixture.write(.purgeItem(id: parent))

    #expect(try await fixture.store.statistics().items == 0)
    // Once on a reader, and once by the request that ends it.
    #expect(reads.load(ordering: .relaxed) <= 2)
    #expect(try await fixture.store.check() == [])
  }
}
