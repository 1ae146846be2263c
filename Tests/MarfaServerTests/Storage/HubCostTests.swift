import GRDB
import MarfaModel
import Testing

@testable import MarfaServer

/// What an item with very many edges costs: counted in steps of the database, never in time.
@Suite(.timeLimit(.minutes(20))) struct HubCostTests {
  /// An edge from the one bookmark to each of 20,000 notes.
  private static let edges = """
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 20000)
    INSERT INTO item(id, type, state, tier, version, schema_version, source, timestamp,
      created_at, updated_at, properties)
    SELECT 'id' || n, 'core.note', 0, 0, 1, 1, 'test', n, n, n, '{}' FROM number;
    INSERT INTO type_count(type, state, count) VALUES ('core.note', 0, 20000);
    INSERT INTO edge(id, source, target, type, created_at, updated_at, properties)
    SELECT 'edge' || key, (SELECT key FROM item WHERE type = 'core.bookmark'), key, 'about', 1, 1,
      '{}' FROM item WHERE type = 'core.note';
    """

  /// Sees bookmarks alone.
  private static let narrow = SomeAccess(
    readable: ["core.bookmark"], writable: ["core.bookmark"], readableEdges: ["about"],
    writableEdges: ["about"])

  private let counter = StepCounter()

  private func bookmark(_ title: String, edges: [String: [String]]? = nil) -> CreateItemInput {
    CreateItemInput(
      type: "core.bookmark", properties: ["url": "http://example.org", "title": .string(title)],
      sourceId: "hub", edges: edges)
  }

  /// A store with the bookmark, and its id.
  private func hub(_ hooks: StoreHooks) async throws -> (fixture: StoreFixture, id: String) {
    let fixture = try StoreFixture(hooks: hooks)
    let made = try await fixture.write(.createItem(bookmark("hub")))
    let id: String = try #require(made["item"]?["id"]?.stringValue)
    let file = try DatabaseQueue(path: fixture.directory + "/marfa-server.sqlite")
    try await file.write { try $0.execute(sql: Self.edges) }
    return (fixture, id)
  }

  private var counting: StoreHooks {
    var hooks = StoreHooks()
    hooks.prepare = { [counter] in counter.watch($0) }
    hooks.queryTime = nil
    return hooks
  }

  @Test func `an edge that is added costs as much as on an item without any`() async throws {
    let (fixture, id) = try await hub(counting)
    let target = try await fixture.note("target")
    let body = BulkBody(entries: [bookmark("again", edges: ["about": [target, target]])])
    _ = counter.take()

    try await fixture.write(.bulkItems(body))

    #expect(counter.take() < 5_000)
    let there = try await fixture.read(.backrefs(to: target, EdgeListRequest()))
    #expect(there["data"]?.arrayValue?.compactMap { $0["source_id"]?.stringValue } == [id])
    try await fixture.write(.bulkItems(body))
    #expect(
      try await fixture.read(.backrefs(to: target, EdgeListRequest()))["data"]?.arrayValue?.count
        == 1)
    try await fixture.store.close()
  }

  @Test func `a new set beside many hidden edges is refused with the limit`() async throws {
    let (fixture, id) = try await hub(counting)
    _ = counter.take()

    let error = await #expect(throws: ValidationError.self) {
      try await fixture.write(
        .patchItem(id: id, PatchItemBody(edges: ["about": []])), access: Self.narrow)
    }

    #expect(counter.take() < 200_000)
    #expect(error?.details?["limit"] == 2_000)
    try await fixture.store.close()
  }

  @Test func `an item whose edges take long is read elsewhere, and another at once`() async throws {
    var hooks = StoreHooks()
    hooks.glanceTime = .zero
    let (fixture, id) = try await hub(hooks)
    let light = try await fixture.note("light")
    let store = fixture.store

    #expect(try await store.glance(.item(id: light), for: FullAccess()) != nil)
    #expect(try await store.glance(.item(id: id), for: Self.narrow) == nil)
    let answer = try await store.read(.item(id: id), for: Self.narrow).json
    #expect(answer["item"]?["id"] == .string(id))
    // A map without any is left out.
    #expect(answer["metadata"]?["edges"]?.objectValue?.isEmpty ?? true)
    // What is no request goes on by itself.
    let steps = try await store.snapshot(.lookup) { rows in
      try rows.edges(
        EdgeSelection(end: .any, visibility: Visibility(itemTypes: ["core.task"])), after: 0,
        limit: RowLimit(count: 1)
      ).rows.count
    }
    #expect(steps == 0)
    try await store.close()
  }
}
