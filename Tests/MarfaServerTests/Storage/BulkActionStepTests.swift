import MarfaModel
import MarfaServer
import Testing

/// A bulk action's filter is judged on a reader, and again in the writer where something moved.
@Suite(.timeLimit(.minutes(20))) struct BulkActionStepTests {
  private func action(_ filter: String) -> StoreMutation {
    .bulkAction(
      BulkAction(
        filters: ListFilters(filter: filter), change: .updateTags(add: ["x"], remove: [])))
  }

  private let herons = #"properties.body contains "heron""#

  @Test func `the writer judges no item that is as a reader found it`() async throws {
    let judged = StatementWatch("SELECT item.key FROM item WHERE")
    let fixture = try StoreFixture(hooks: judged.hooks)
    for number in 0..<120 { _ = try await fixture.note("\(number)", body: "a heron") }
    judged.reset()

    let answer = try await fixture.store.write(action(herons), fixture.context())

    #expect(try answer.json["updated"] == 120)
    #expect(!judged.readers.isEmpty && judged.readers.allSatisfy(\.self))
  }

  @Test func `an item that moved meanwhile is judged again`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a", body: "a heron")
    _ = try await fixture.note("b", body: "a heron")
    let base = fixture.store
    let context = fixture.context()
    let store = StepStore(base) { number in
      guard number == 1 else { return }
      _ = try await base.write(
        .patchItem(id: id, PatchItemBody(properties: ["body": "a stork"])), context)
    }

    let answer = try await store.write(action(herons), context)

    #expect(try answer.json["matched"] == 2)
    #expect(try answer.json["updated"] == 1)
    #expect(try await fixture.read(.tags())["tags"]?[0]?["count"] == 1)
  }

  @Test func `an edge that went meanwhile is none`() async throws {
    let fixture = try StoreFixture()
    let target = try await fixture.note("target")
    _ = try await fixture.note("a", edges: ["about": [target]])
    let list = try await fixture.read(.allEdges(EdgeListRequest()))
    let edge = try #require(list["data"]?[0]?["id"]?.stringValue)
    let base = fixture.store
    let context = fixture.context()
    let store = StepStore(base) { number in
      if number == 1 { _ = try await base.write(.deleteEdge(id: edge), context) }
    }

    let answer = try await store.write(action("edge[about] exists"), context)

    #expect(try answer.json["matched"] == 1)
    #expect(try answer.json["updated"] == 0)
  }
}
