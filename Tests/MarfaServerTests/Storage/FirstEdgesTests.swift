import MarfaModel
import Testing

@testable import MarfaServer

/// The edges that come with items.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct FirstEdgesTests {
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
