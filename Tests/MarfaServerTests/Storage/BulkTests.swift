import MarfaModel
import MarfaServer
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct BulkTests {
  private func note(
    _ body: String, sourceId: String? = nil, edges: [String: [String]]? = nil
  ) -> CreateItemInput {
    CreateItemInput(
      type: "core.note", properties: ["body": .string(body)], sourceId: sourceId, edges: edges)
  }

  private func outcomes(_ answer: JSONValue) -> [String?] {
    (answer["results"]?.arrayValue ?? []).map { $0["outcome"]?.stringValue }
  }

  @Test func `entries are created, updated or left alone`() async throws {
    let fixture = try StoreFixture()
    try await fixture.write(
      .bulkItems(BulkBody(entries: [note("a", sourceId: "1"), note("b", sourceId: "2")])))
    let entries = [note("a", sourceId: "1"), note("c", sourceId: "2"), note("d", sourceId: "3")]

    let upsert = try await fixture.write(.bulkItems(BulkBody(entries: entries)))
    let createOnly = try await fixture.write(
      .bulkItems(BulkBody(entries: entries + [note("e", sourceId: "4")], mode: .createOnly)))

    #expect(outcomes(upsert) == ["skipped", "updated", "created"])
    #expect(outcomes(createOnly) == ["skipped", "skipped", "skipped", "created"])
    #expect(
      createOnly["counts"] == ["created": 1, "updated": 0, "skipped": 3, "errored": 0])
  }

  @Test func `without atomicity a bad entry fails alone`() async throws {
    let fixture = try StoreFixture()
    let bad = CreateItemInput(type: "core.note")

    let answer = try await fixture.write(
      .bulkItems(BulkBody(entries: [note("a"), bad, note("b")], atomic: false)))

    #expect(outcomes(answer) == ["created", "errored", "created"])
    #expect(answer["results"]?[1]?["error"]?["code"] == "invalid_properties")
    #expect(try await fixture.read(.stats)["active"] == 2)
  }

  @Test func `inline edges of a bulk entry are added to those that are there`() async throws {
    let fixture = try StoreFixture()
    let first = try await fixture.note("1")
    let second = try await fixture.note("2")
    try await fixture.write(
      .bulkItems(BulkBody(entries: [note("a", sourceId: "s", edges: ["about": [first]])])))

    let answer = try await fixture.write(
      .bulkItems(
        BulkBody(entries: [note("a", sourceId: "s", edges: ["about": [second, first]])])))

    let id = try #require(answer["results"]?[0]?["id"]?.stringValue)
    let edges = try await fixture.read(.edges(from: id, EdgeListRequest()))
    #expect(outcomes(answer) == ["updated"])
    #expect(
      edges["data"]?.arrayValue?.map { $0["target_id"]?.stringValue } == [first, second])
  }

  @Test func `a request that is written as a whole has a limit for its inline edges together`()
    async throws
  {
    let fixture = try StoreFixture()
    let (first, second) = (try await fixture.note("1"), try await fixture.note("2"))
    var context = fixture.context()
    context.limits.atomicEntries = 5
    let many = (0..<3).map { note("\($0)", edges: ["about": [first], "references": [second]]) }

    let limited = context
    func write(_ entries: [CreateItemInput], atomic: Bool? = nil) async throws -> JSONValue {
      let mutation = StoreMutation.bulkItems(BulkBody(entries: entries, atomic: atomic))
      return try await fixture.store.write(mutation, limited).json
    }

    let error = await #expect(throws: ValidationError.self) { try await write(many) }
    let few = try await write(Array(many.prefix(2)))
    let apart = try await write(many, atomic: false)

    #expect(error?.details?["field"] == "items.edges")
    #expect(error?.details?["limit"] == 5)
    #expect(outcomes(few) == ["created", "created"])
    #expect(outcomes(apart) == ["created", "created", "created"])
  }

  @Test func `an edge that exists is skipped as a duplicate`() async throws {
    let fixture = try StoreFixture()
    let first = try await fixture.note("1")
    let second = try await fixture.note("2")
    let edge = CreateEdgeInput(sourceId: first, targetId: second, edgeType: "about")

    let answer = try await fixture.write(.bulkEdges(BulkBody(entries: [edge, edge])))

    #expect(outcomes(answer) == ["created", "skipped"])
    #expect(answer["results"]?[1]?["reason"] == "duplicate_edge")
  }

  @Test func `bulk requests are for administrators`() async throws {
    let fixture = try StoreFixture()
    let member = SomeAccess(readable: ["core.note"], writable: ["core.note"])

    #expect(
      try await fixture.refusal(.bulkItems(BulkBody(entries: [note("a")])), as: member)
        == "forbidden")
    #expect(try await fixture.refusal(.bulkEdges(BulkBody(entries: [])), as: member) == "forbidden")
  }

  @Test(arguments: [
    (BulkAction.Change.transition(.archived), "{\"archived\":2}"),
    (.updateTags(add: ["new"], remove: ["x"]), "new"),
    (.updateTier(.feed), "feed"),
    (.updateProperties(["language": "de"]), "de"),
    (.updateTimestamp("2020-01-01T00:00:00Z"), "2020-01-01T00:00:00.000Z"),
  ])
  func `a bulk action changes what its filter finds`(
    change: BulkAction.Change, trace: String
  ) async throws {
    let fixture = try StoreFixture()
    _ = try await fixture.note("a", tags: ["x"])
    _ = try await fixture.note("b", tags: ["x"])
    let other = try await fixture.note("c")
    let untouched = try await fixture.read(.item(id: other))
    let filters = ListFilters(tags: ["x"])

    let dry = try await fixture.write(
      .bulkAction(BulkAction(filters: filters, change: change, isDryRun: true)))
    let before = try await fixture.read(.items(ItemListRequest(include: [.metadata])))
    let done = try await fixture.write(.bulkAction(BulkAction(filters: filters, change: change)))
    let after = try await fixture.read(.items(ItemListRequest(include: [.metadata])))

    #expect(dry["matched"] == 2)
    #expect(dry["updated"] == 0)
    #expect(done["updated"] == 2)
    #expect(done["errored"] == 0)
    let stats = try await fixture.read(.stats)
    let text = JSONWriter.string(of: after)
    #expect(text.contains(trace) || stats["archived"] == 2)
    #expect(before != after)
    #expect(try await fixture.read(.item(id: other)) == untouched)
    #expect(try await fixture.store.check() == [])
  }

  @Test func `a bulk action counts what it could not change`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a")

    let answer = try await fixture.write(
      .bulkAction(
        BulkAction(filters: ListFilters(), change: .updateProperties(["body": .null]))))

    #expect(answer["errored"] == 1)
    #expect(answer["errors"]?[0]?["id"] == .string(id))
    #expect(answer["errors"]?[0]?["code"] == "invalid_properties")
  }
}
