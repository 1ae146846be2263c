import MarfaSDK
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct BulkTests {
  private func edge(_ source: Item, _ target: String, _ order: Int64 = 1) -> CreateEdgeInput {
    CreateEdgeInput(
      sourceId: source.id, targetId: target, edgeType: "about",
      properties: ["order": .integer(order)])
  }

  @Test func `edges are made, changed, and left alone when they are there`() async throws {
    let fixture = try await StoreFixture()
    let a = try await fixture.note("A")
    let b = try await fixture.note("B")

    let first = try await fixture.client.edges.bulk([edge(a, b.id), edge(b, a.id)])
    let second = try await fixture.client.edges.bulk(
      [edge(a, b.id, 2), edge(b, a.id)], mode: .upsert)
    let third = try await fixture.client.edges.bulk([edge(a, b.id, 3)], mode: .createOnly)

    #expect(first.counts == .init(created: 2))
    #expect(second.results.map(\.outcome) == [.updated, .skipped])
    #expect(second.results.map(\.id) == first.results.map(\.id))
    #expect(second.results[1].reason == "duplicate_edge")
    #expect(third.counts == .init(skipped: 1))
    let edges = try await fixture.client.edges.list(EdgeFilters(sourceId: a.id)).data
    #expect(edges.map(\.properties) == [["order": 2]])
    #expect(try await fixture.store.quickCheck() == [])
  }

  @Test func `an edge that is refused undoes all or only itself`() async throws {
    let fixture = try await StoreFixture()
    let a = try await fixture.note("A")
    let b = try await fixture.note("B")
    let edges = [edge(a, b.id), edge(a, "nothing")]

    let atomic = await #expect(throws: ValidationError.self) {
      try await fixture.client.edges.bulk(edges)
    }
    let before = try await fixture.client.edges.list().data
    let each = try await fixture.client.edges.bulk(edges, atomic: false)

    #expect(atomic?.code == ErrorCode.bulkAtomicRollback)
    #expect(before == [])
    #expect(each.results.map(\.outcome) == [.created, .errored])
    #expect(each.results[1].error?.code == ErrorCode.itemNotFound)
    #expect(try await fixture.client.edges.list().data.count == 1)
  }

  @Test(arguments: [(2, [2, 4, 5]), (0, [1, 2, 3, 4, 5]), (9_000, [5])])
  func `any number is done in batches, and each says how far it has come`(
    size: Int, steps: [Int]
  ) async throws {
    let fixture = try await StoreFixture()
    let inputs = (0..<5).map {
      CreateItemInput(type: "core.note", properties: ["body": .string("\($0)")])
    }
    let seen = Mutex<[BulkProgress]>([])

    let result = try await fixture.client.items.bulkAll(inputs, batchSize: size) { progress in
      seen.withLock { $0.append(progress) }
    }

    #expect(result.counts == .init(created: 5))
    #expect(result.results.map(\.index) == [0, 1, 2, 3, 4])
    #expect(seen.withLock { $0.map(\.completed) } == steps)
    #expect(seen.withLock { $0.allSatisfy { $0.total == 5 } })
  }

  @Test func `a batch that is undone leaves those before it`() async throws {
    let fixture = try await StoreFixture()
    let a = try await fixture.note("A")
    let b = try await fixture.note("B")

    await #expect(throws: ValidationError.self) {
      try await fixture.client.edges.bulkAll(
        [edge(a, b.id), edge(b, a.id), edge(a, "nothing")], batchSize: 2)
    }

    #expect(try await fixture.client.edges.list().data.count == 2)
  }

  @Test func `more than five thousand are refused at once`() async throws {
    let fixture = try await StoreFixture()
    let edges = (0...5000).map {
      CreateEdgeInput(sourceId: "\($0)", targetId: "t", edgeType: "about")
    }

    let error = await #expect(throws: ValidationError.self) {
      try await fixture.client.edges.bulk(edges)
    }

    #expect(error?.details?["field"] == "edges")
  }
}
