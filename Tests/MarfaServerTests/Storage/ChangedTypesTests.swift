import GRDB
import MarfaModel
import Synchronization
import Testing

@testable import MarfaServer

/// A type that is searched by other fields than before costs its change nothing, however many items
/// it has: they are indexed again in slices.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct ChangedTypesTests {
  private struct Death: Error {}

  private func type(version: Int, searchable: Bool) -> ItemType {
    ItemType(
      id: "user.bird", fields: ["call": FieldDefinition(.string, searchable: searchable)],
      version: version)
  }

  private func found(_ fixture: StoreFixture) async throws -> Int? {
    let request = SearchRequest(text: "kraak", limit: 100)
    return try await fixture.read(.search(request))["results"]?.arrayValue?.count
  }

  /// A store with birds whose call is not searched.
  private func aviary(_ count: Int) async throws -> StoreFixture {
    let fixture = try StoreFixture()
    try await fixture.write(.registerType(type(version: 1, searchable: false)))
    let birds = (0..<count).map {
      CreateItemInput(type: "user.bird", properties: ["call": "kraak"], sourceId: "\($0)")
    }
    try await fixture.write(.bulkItems(BulkBody(entries: birds, atomic: false)))
    #expect(try await found(fixture) == 0)
    return fixture
  }

  @Test func `the change notes the type and no item`() async throws {
    let fixture = try await aviary(90)

    try await fixture.write(.updateType(type(version: 2, searchable: true)))

    let noted = try await fixture.store.snapshot(.lookup) { rows in
      (try rows.changedWords(limit: 9), try rows.changedTypes())
    }
    #expect(noted.0 == [])
    #expect(noted.1 == ["user.bird": 0])
    #expect(try await found(fixture) == 90)
    #expect(try await fixture.store.snapshot(.lookup) { try $0.changedTypes() } == [:])
  }

  @Test func `types are parsed once, and not for every change of one`() async throws {
    let parsed = Mutex(0)
    var hooks = StoreHooks()
    hooks.prepare = { db in
      db.trace(options: .statement) { event in
        if "\(event)".contains("SELECT schema FROM item_type") { parsed.withLock { $0 += 1 } }
      }
    }
    let fixture = try StoreFixture(hooks: hooks)
    _ = try await fixture.note("first")
    parsed.withLock { $0 = 0 }

    try await fixture.write(.registerType(type(version: 1, searchable: false)))
    try await fixture.write(.updateType(type(version: 2, searchable: true)))
    try await fixture.write(
      .createItem(CreateItemInput(type: "user.bird", properties: ["call": "kraak"])))
    let edge = EdgeType(id: "user.nests-in")
    try await fixture.write(.registerEdgeType(edge))
    let catalogue = try await fixture.store.catalogue()
    #expect(catalogue.types["user.bird"]?.schema == type(version: 2, searchable: true))
    #expect(catalogue.edgeRules.edgeTypes[edge.id] != nil)
    try await fixture.write(.deleteEdgeType(id: edge.id))
    try await fixture.write(.deleteType(id: "user.bird", .forced))
    _ = try await fixture.note("last")

    let after = try await fixture.store.catalogue()
    #expect(after.types["user.bird"] == nil && after.edgeRules.edgeTypes[edge.id] == nil)
    #expect(parsed.withLock { $0 } == 0)
  }

  @Test func `items are indexed some at a time, and what died goes on where it was`() async throws {
    let fixture = try await aviary(90)
    try await fixture.write(.updateType(type(version: 2, searchable: true)))
    var limits = RecordLimits()
    limits.sliceEntries = 5
    let dying = StepStore(fixture.store) { number in if number > 2 { throw Death() } }

    await #expect(throws: Death.self) { try await dying.indexWords(limits) }
    let place = try await fixture.store.snapshot(.lookup) { try $0.changedTypes()["user.bird"] }
    let rest = StepStore(fixture.store)
    try await rest.indexWords(limits)

    #expect(try #require(place) > 0)
    // 90 items, four times as many as an entry each would be, of which two slices were made before.
    #expect(rest.transactions >= 3)
    #expect(try await found(fixture) == 90)
  }

  @Test func `a type that changes again on the way is indexed as it is last`() async throws {
    let fixture = try await aviary(60)
    try await fixture.write(.updateType(type(version: 2, searchable: true)))
    var limits = RecordLimits()
    limits.sliceEntries = 5
    let store = fixture.store
    let next = type(version: 3, searchable: false)
    let changing = StepStore(store) { number in
      if number == 2 { _ = try await store.write(.updateType(next), .server) }
    }

    try await changing.indexWords(limits)

    #expect(try await store.snapshot(.lookup) { try $0.changedTypes() } == [:])
    #expect(try await found(fixture) == 0)
    #expect(try await store.check() == [])
  }
}
