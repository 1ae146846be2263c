import GRDB
import MarfaModel
import Testing

@testable import MarfaServer

/// What one request about edges may cost: counted in edges, never in time.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct EdgeWorkTests {
  private func limit(_ error: ValidationError?) -> JSONValue? { error?.details?["limit"] }

  private func note(_ body: String, edges: [String: [String]]) -> CreateItemInput {
    CreateItemInput(type: "core.note", properties: ["body": .string(body)], edges: edges)
  }

  @Test func `inline edges of all types together have one limit`() async throws {
    let fixture = try StoreFixture()
    let target = try await fixture.note("target")
    let some = Array(repeating: target, count: 101)

    let error = await #expect(throws: ValidationError.self) {
      try await fixture.write(
        .createItem(note("many", edges: ["about": some, "derived-from": some])))
    }

    #expect(limit(error) == 200)
  }

  @Test func `a new set of edges takes away at most as many as the limit says`() async throws {
    let fixture = try StoreFixture()
    let source = try await fixture.note("source")
    for number in 0..<3 {
      var targets: [String] = []
      for place in 0..<100 { targets.append(try await fixture.note("\(number).\(place)")) }
      for target in targets {
        try await fixture.write(
          .createEdge(CreateEdgeInput(sourceId: source, targetId: target, edgeType: "about")))
      }
    }

    let error = await #expect(throws: ValidationError.self) {
      try await fixture.write(
        .patchItem(id: source, PatchItemBody(edges: ["about": []])))
    }

    #expect(limit(error) == 200)
    #expect(error?.message.contains("takes away at most 200") == true)
  }

  /// What is there of two types, what is to be, and whether that is few enough.
  private static let sets: [([String: Range<Int>], [String: Range<Int>], Bool)] = [
    (["about": 0..<6], ["about": 4..<10], true), (["about": 0..<6], ["about": 5..<11], false),
    (["about": 0..<6, "references": 0..<6], ["about": 0..<0, "references": 0..<4], true),
    (["about": 0..<6, "references": 0..<6], ["about": 0..<0, "references": 0..<3], false),
    (["about": 0..<8], ["about": 0..<8], true),
  ]

  @Test(arguments: sets)
  func `edges that a request takes away count as those that it makes`(
    old: [String: Range<Int>], new: [String: Range<Int>], isAllowed: Bool
  ) async throws {
    let fixture = try StoreFixture()
    var targets: [String] = []
    for number in 0..<11 { targets.append(try await fixture.note("\(number)")) }
    func body(_ edges: [String: Range<Int>]) -> PatchItemBody {
      PatchItemBody(edges: edges.mapValues { Array(targets[$0]) })
    }
    let id = try await fixture.note("source")
    for (type, places) in old {
      try await fixture.write(.patchItem(id: id, body([type: places])))
    }
    var context = fixture.context()
    context.limits.inlineEdges = 8

    var refusal: ValidationError?
    do {
      _ = try await fixture.store.write(.patchItem(id: id, body(new)), context)
    } catch let error as ValidationError {
      refusal = error
    }

    #expect(limit(refusal) == (isAllowed ? nil : 8))
    let kept = isAllowed ? old.merging(new) { $1 } : old
    let there = try await fixture.read(.edges(from: id, EdgeListRequest()))["data"]
    #expect(there?.arrayValue?.count == kept.values.reduce(0) { $0 + $1.count })
  }

  @Test func `types without edges count as inline edges`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("source")
    let names = (0..<201).map { ("app.t\($0)", [String]()) }
    let edges = Dictionary(uniqueKeysWithValues: names)

    let error = await #expect(throws: ValidationError.self) {
      try await fixture.write(.patchItem(id: id, PatchItemBody(edges: edges)))
    }

    #expect(limit(error) == 200)
  }

  @Test func `the walk for a circle has an end`() async throws {
    let fixture = try StoreFixture()
    let tail = try await fixture.note("tail")
    let end = try await fixture.note("end")
    // From its front: an edge from an item that no edge leads to needs no walk.
    var front = tail
    for number in 0..<1_001 {
      let next = try await fixture.note("\(number)")
      try await fixture.write(
        .createEdge(CreateEdgeInput(sourceId: next, targetId: front, edgeType: "parent-of")))
      front = next
    }

    let error = await #expect(throws: ValidationError.self) {
      try await fixture.write(
        .createEdge(CreateEdgeInput(sourceId: tail, targetId: end, edgeType: "parent-of")))
    }

    #expect(limit(error) == 1_000)
  }

  @Test func `each item has its first edges of each type, up to its bytes`() async throws {
    let fixture = try StoreFixture()
    var ids: [String] = []
    for number in 0..<4 { ids.append(try await fixture.note("\(number)")) }
    let long: [String: JSONValue] = ["text": .string(String(repeating: "x", count: 1_000))]
    for source in 0..<2 {
      for (target, type) in [(2, "about"), (3, "about"), (2, "references"), (3, "in-thread")] {
        try await fixture.write(
          .createEdge(
            CreateEdgeInput(
              sourceId: ids[source], targetId: ids[target], edgeType: type,
              properties: type == "in-thread" ? nil : long)))
      }
    }
    let limit = RowLimit(count: 9, bytes: 2_000)

    try await fixture.store.snapshot(.scan) { [ids] (rows) throws in
      let keys = try rows.items(ids: ids).map(\.key)
      let together = try rows.edges(from: keys, visibility: .all, limit: limit)
      // Where there are more than the item may have, they are read type by type.
      let alone = try keys.flatMap {
        try rows.edges(from: [$0], visibility: .all, limit: limit)
      }
      for found in [together, alone] {
        let sources: [String] = ids[..<2].flatMap { [$0, $0, $0] }
        #expect(found.map(\.sourceId) == sources)
        for part in [found.prefix(3), found.suffix(3)] {
          #expect(part.map(\.type) == ["about", "in-thread", "references"])
          #expect(part.map { $0.rows.map(\.targetId) } == [[ids[2]], [ids[3]], []])
          #expect(part.map(\.hasMore) == [true, false, true])
        }
      }
    }
  }
}

/// The cost of an item with very many edges, counted in steps of the database, never in time.
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

  @Test func `many edges from one item walk once along those that lead to it`() async throws {
    let fixture = try StoreFixture(hooks: counting)
    let ids = fixture.ids(190)
    try await fixture.write(
      .bulkItems(
        BulkBody(
          entries: ids.map {
            CreateItemInput(id: $0, type: "core.note", properties: ["body": "x"])
          })))
    let chain = zip(ids, ids.dropFirst()).prefix(150).map {
      CreateEdgeInput(sourceId: $0, targetId: $1, edgeType: "parent-of")
    }
    try await fixture.write(.bulkEdges(BulkBody(entries: Array(chain))))
    func cost(_ targets: ArraySlice<String>) async throws -> Int {
      _ = counter.take()
      try await fixture.write(
        .patchItem(id: ids[150], PatchItemBody(edges: ["parent-of": Array(targets)])))
      return counter.take()
    }

    let one = try await cost(ids[151..<152])
    let many = try await cost(ids[152..<182])

    #expect(many < 3 * one, "\(many), and \(one) for one")
    #expect(
      try await fixture.refusal(
        .patchItem(id: ids[150], PatchItemBody(edges: ["parent-of": [ids[183], ids[0]]])))
        == "edge_cycle")
    try await fixture.store.close()
  }

  @Test func `a new set of edges is refused for an item with too many hidden ones`() async throws {
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

  @Test func `an item whose edges take long is read on another thread, other items at once`()
    async throws
  {
    var hooks = StoreHooks()
    hooks.glanceTime = .zero
    let (fixture, id) = try await hub(hooks)
    let light = try await fixture.note("light")
    let store = fixture.store

    #expect(try await store.glance(.item(id: light), for: FullAccess()) != nil)
    #expect(try await store.glance(.item(id: id), for: Self.narrow) == nil)
    let answer = try await store.read(.item(id: id), for: Self.narrow).json
    #expect(answer["item"]?["id"] == .string(id))
    // An empty map is left out.
    #expect(answer["metadata"]?["edges"]?.objectValue?.isEmpty ?? true)
    // A read that no request waits for goes on by itself.
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
