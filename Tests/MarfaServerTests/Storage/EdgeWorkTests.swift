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
    #expect(error?.message.contains("more are not among those given") == true)
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
        #expect(found.map(\.sourceId) == (0..<6).map { ids[$0 / 3] })
        for part in [found.prefix(3), found.suffix(3)] {
          #expect(part.map(\.type) == ["about", "in-thread", "references"])
          #expect(part.map { $0.rows.map(\.targetId) } == [[ids[2]], [ids[3]], []])
          #expect(part.map(\.hasMore) == [true, false, true])
        }
      }
    }
  }
}
