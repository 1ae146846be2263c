import MarfaModel
import Testing

@testable import MarfaServer

/// Atomic bulk requests of edges: what of them is decided before the writer's turn, and that it
/// shows nowhere.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct ManyEdgesTests {
  private func edge(
    _ source: String, _ target: String, _ type: String = "about", id: String? = nil,
    properties: [String: JSONValue]? = nil
  ) -> CreateEdgeInput {
    CreateEdgeInput(
      id: id, sourceId: source, targetId: target, edgeType: type, properties: properties)
  }

  private func bulk(_ entries: [CreateEdgeInput], mode: BulkMode = .upsert) -> StoreMutation {
    .bulkEdges(BulkBody(entries: entries, mode: mode, emitEvents: true))
  }

  private func notes(_ fixture: StoreFixture, _ count: Int) async throws -> [String] {
    var ids: [String] = []
    for number in 0..<count { ids.append(try await fixture.note("\(number)")) }
    return ids
  }

  @Test(arguments: BulkMode.allCases)
  func `edges that were prepared end as those that were not`(mode: BulkMode) async throws {
    let (prepared, plain) = (try StoreFixture(), try StoreFixture())
    var states: [[JSONValue]] = []
    for fixture in [prepared, plain] {
      let ids = try await notes(fixture, 5)
      try await fixture.write(
        bulk([edge(ids[0], ids[1], properties: ["note": "old"]), edge(ids[0], ids[2])]))
      let entries = [
        edge(ids[0], ids[1], properties: ["note": "new"]), edge(ids[0], ids[2]),
        edge(ids[0], ids[3], "parent-of"), edge(ids[3], ids[4], "parent-of", properties: ["x": 1]),
        // The same edge once more.
        edge(ids[0], ids[3], "parent-of", properties: ["y": 2]), edge(ids[4], ids[0]),
      ]
      fixture.clock.advance(byMilliseconds: 1)
      let answer: StoreAnswer
      if fixture === prepared {
        answer = try await fixture.store.write(bulk(entries, mode: mode), fixture.context())
      } else {
        let body = BulkBody(entries: entries, mode: mode, emitEvents: true)
        let context = fixture.context()
        answer = try await fixture.store.transact(.allowed) { rows in
          try RecordWriter(rows: rows, context: context).answer(.bulkEdges(body))
        }
      }
      states.append([
        try answer.json, try await fixture.read(.edges(from: ids[0], EdgeListRequest())),
      ])
    }

    #expect(states[0] == states[1])
    #expect(prepared.toldEvents.map(\.data) == plain.toldEvents.map(\.data))
    #expect(try await prepared.store.check() == [])
  }

  @Test(arguments: [
    ("about", "missing", "item_not_found"), ("parent-of", "parent", "edge_constraint_violation"),
    ("parent-of", "self", "edge_cycle"), ("nothing", "free", "edge_type_not_found"),
  ])
  func `an edge that is refused costs the writer nothing`(
    type: String, target: String, code: String
  ) async throws {
    let fixture = try StoreFixture()
    let ids = try await notes(fixture, 3)
    let store = StepStore(fixture.store)
    let targets = ["missing": fixture.ids(1)[0], "parent": ids[1], "self": ids[2], "free": ids[0]]

    let error = await #expect(throws: ValidationError.self) {
      try await store.write(
        bulk([
          edge(ids[0], ids[1], "parent-of"), edge(ids[0], ids[2]),
          edge(ids[2], try #require(targets[target]), type),
        ]), fixture.context(key: "k"))
    }

    #expect(error?.code == "bulk_atomic_rollback")
    #expect(error?.details?["index"] == 2)
    #expect(error?.details?["code"] == .string(code))
    #expect(store.transactions == 0)
  }

  @Test func `the plans hold until another touches an edge or removes an item`() async throws {
    let fixture = try StoreFixture()
    let ids = try await notes(fixture, 4)
    let body = BulkBody(entries: [edge(ids[0], ids[1])])
    let context = fixture.context()
    func holds(_ change: () async throws -> Void) async throws -> Bool {
      let preparation = try await fixture.store.snapshot(.export) {
        try EdgePreparation(body, context, in: $0)
      }
      try await change()
      return try await fixture.store.snapshot(.lookup) { try preparation.holds(in: $0) }
    }

    #expect(try await holds {})
    #expect(
      try await holds {
        try await fixture.write(.patchItem(id: ids[0], PatchItemBody(properties: ["title": "b"])))
        try await fixture.write(.trashItem(id: ids[3]))
      })
    #expect(try await !holds { try await fixture.write(.createEdge(edge(ids[0], ids[2]))) })
    #expect(try await !holds { try await fixture.write(.purgeItem(id: ids[3])) })
    #expect(
      try await !holds {
        let silent = BulkBody(entries: [edge(ids[1], ids[2])])
        try await fixture.write(.bulkEdges(silent))
      })
    #expect(
      try await !holds {
        try await fixture.store.setSettings(SpaceSettings(refusesUnknownProperties: true))
      })
  }

  @Test func `changes of others after the look are judged by the writer`() async throws {
    let fixture = try StoreFixture()
    let ids = try await notes(fixture, 3)
    let store = StepStore(fixture.store) { number in
      guard number == 1 else { return }
      try await fixture.write(.createEdge(edge(ids[2], ids[1], "parent-of")))
    }

    let error = await #expect(throws: ValidationError.self) {
      try await store.write(bulk([edge(ids[0], ids[1], "parent-of")]), fixture.context())
    }

    #expect(error?.code == "bulk_atomic_rollback")
    #expect(error?.details?["code"] == "edge_constraint_violation")
    #expect(try await fixture.store.check() == [])
  }
}
