import MarfaModel
import Testing

@testable import MarfaServer

/// Answers end at their bytes, whatever their items have become since.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct PageBytesTests {
  @Test func `a search ends at its bytes and goes on after them`() async throws {
    let fixture = try StoreFixture()
    let text = "heron " + String(repeating: "x", count: 1_000_000)
    for number in 0..<7 { _ = try await fixture.note("\(number)", body: text) }
    var found: [String] = []
    var pages = 0

    while found.count < 7, pages < 7 {
      let request = SearchRequest(text: "heron", limit: 100, offset: found.count)
      let answer = try await fixture.store.read(.search(request), for: FullAccess())
      #expect(answer.body.count < 5_500_000)
      found +=
        try answer.json["results"]?.arrayValue?
        .compactMap { $0["item"]?["id"]?.stringValue } ?? []
      pages += 1
    }

    #expect(Set(found).count == 7)
    #expect(pages == 2)
  }

  @Test func `extensions count as often as the answer has them`() async throws {
    let fixture = try StoreFixture()
    let long = JSONValue.string(String(repeating: "x", count: 100_000))
    for number in 0..<12 {
      let id = try await fixture.note("heron \(number)")
      for part in 0..<5 {
        try await fixture.write(
          .setExtension(id: id, namespace: "app.e\(part)", ["a": long]))
      }
    }

    let search = SearchRequest(text: "heron", include: [.extensions], limit: 100)
    let list = ItemListRequest(
      ListFilters(sort: .createdAt), include: [.metadata, .extensions])
    let found = try await fixture.store.read(.search(search), for: FullAccess())
    let page = try await fixture.store.read(.items(list), for: FullAccess())

    #expect(found.body.count < 5_300_000)
    #expect(page.body.count < 5_300_000)
    #expect(try page.json["has_more"] == true)
  }

  @Test func `the edges of an item end at their bytes, and their lists go on after them`()
    async throws
  {
    let fixture = try StoreFixture()
    let hub = try await fixture.note("hub")
    let long: [String: JSONValue] = ["text": .string(String(repeating: "x", count: 60_000))]
    for number in 0..<20 {
      let target = try await fixture.note("\(number)")
      for type in ["about", "references"] {
        try await fixture.write(
          .createEdge(
            CreateEdgeInput(
              sourceId: hub, targetId: target, edgeType: type, properties: long)))
      }
    }

    let answer = try await fixture.store.read(.item(id: hub), for: FullAccess())
    let groups = try answer.json["item"]?["edges"]
    let list = try await fixture.read(
      .items(
        ItemListRequest(ListFilters(sort: .createdAt), include: [.metadata, .edges])))

    #expect(answer.body.count < 1_200_000)
    #expect(list["data"]?.arrayValue?.contains { $0["item"]?["edges"] == groups } == true)
    for (type, count) in [("about", 17), ("references", 0)] {
      let first = try #require(groups?[type])
      #expect(first["edges"]?.arrayValue?.count == count)
      #expect(first["has_more"] == true)
      let cursor = try #require(first["next_cursor"]?.stringValue)
      let rest = try await fixture.read(
        .edges(from: hub, EdgeListRequest(edgeTypes: [type], cursor: cursor)))
      #expect(rest["data"]?.arrayValue?.count == 20 - count)
      #expect(rest["has_more"] == false)
    }
  }

  @Test func `changes end at the bytes that items have now, and go on after them`() async throws {
    let fixture = try StoreFixture()
    var ids: [String] = []
    for number in 0..<10 { ids.append(try await fixture.note("\(number)")) }
    let text = String(repeating: "x", count: 1_000_000)
    for id in ids {
      try await fixture.write(
        .patchItem(id: id, PatchItemBody(properties: ["body": .string(text)])))
    }
    var last: Int64? = 0
    var told: Set<String> = []
    var pages = 0

    while let place = last, pages < 20 {
      let answer = try await fixture.store.read(.changes(after: place), for: FullAccess())
      #expect(answer.body.count < 5_500_000)
      let lines = try answer.body.split(separator: UInt8(ascii: "\n"))
        .map { try JSONParser.parse(Array($0)) }
      told.formUnion(lines.dropFirst().compactMap { $0["item"]?["id"]?.stringValue })
      last = lines.first?["next"]?.stringValue.flatMap(Int64.init)
      pages += 1
    }

    #expect(told == Set(ids))
    #expect(pages >= 3)
    #expect(last == nil)
  }
}
