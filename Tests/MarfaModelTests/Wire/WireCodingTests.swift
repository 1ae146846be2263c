import Foundation
import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct WireCodingTests {
  private let edge = Edge(
    id: "e", sourceId: "i", targetId: "t", edgeType: "about", properties: ["a": 1],
    createdAt: "c", updatedAt: "u")

  private func randomItem(_ generator: inout RandomJSON) -> Item {
    func some<Value>(_ value: Value) -> Value? {
      Bool.random(using: &generator.randomness) ? value : nil
    }
    let edges = [
      "about": HydratedEdges(edges: [edge], hasMore: true, nextCursor: "n"),
      "odd \"name\"": HydratedEdges(edges: []),
    ]
    return Item(
      id: generator.text(), type: "core.note",
      properties: ["body": generator.value(depth: 3), "t": .string(generator.text())],
      state: ItemState.allCases.randomElement(using: &generator.randomness) ?? .active,
      tier: some(.feed), tenantId: some("t"), version: 7, schemaVersion: 2, source: "s\n",
      sourceId: some("x"), device: some("d"), captureLatitude: some(1.5),
      captureLongitude: some(-2.25), timestamp: "ts", createdAt: "c", updatedAt: "u",
      attachments: some([Attachment(blobRef: "b", mimeType: "m", title: "t")]) ?? [],
      edges: some(edges), extensions: some(["app.x": ["k": true]]))
  }

  @Test func `items round trip and the fast form agrees with Codable`() throws {
    var generator = RandomJSON(seed: 12)

    for _ in 0..<200 {
      let item = randomItem(&generator)
      let fast = item.jsonBytes()
      let slow = try JSONEncoder().encode(item)

      #expect(try Item(jsonBytes: fast) == item)
      #expect(
        RandomJSON.normalized(try JSONParser.parse(fast))
          == RandomJSON.normalized(try JSONParser.parse(slow)))
      #expect(try JSONDecoder().decode(Item.self, from: Data(fast)).id == item.id)
    }
  }

  @Test func `pages and pairs round trip in both forms`() throws {
    var generator = RandomJSON(seed: 13)
    let pair = ItemWithMetadata(
      item: randomItem(&generator),
      metadata: Metadata(itemId: "i", tags: ["a"], extensions: ["x.y": ["a": 1]]))
    let page = ListPage(data: [pair, pair], cursor: "next", hasMore: true)

    #expect(try ListPage<ItemWithMetadata>(jsonBytes: page.jsonBytes()) == page)
    let slow = try JSONParser.parse(try JSONEncoder().encode(page))
    #expect(
      RandomJSON.normalized(try JSONParser.parse(page.jsonBytes())) == RandomJSON.normalized(slow))
    let last = ListPage<Item>(data: [])
    #expect(
      String(decoding: last.jsonBytes(), as: UTF8.self)
        == #"{"data":[],"cursor":null,"has_more":false}"#)
  }

  @Test(arguments: [
    "id", "type", "properties", "state", "version", "source", "created_at", "updated_at",
  ])
  func `an item without a required member names it`(name: String) throws {
    let item = Item(id: "i", type: "t", timestamp: "ts", createdAt: "c", updatedAt: "u")
    var members = try JSONParser.parse(item.jsonBytes()).objectValue ?? [:]
    members.removeValue(forKey: name)

    let error = #expect(throws: ResponseDecodingError.self) { try Item(json: .object(members)) }

    #expect(error?.details?["field"] == .string(name))
  }

  @Test func `each member that is written is named, so that a strict decoder asks for it`() throws {
    func names<Value: JSONCodable>(_ value: Value) throws -> Set<String> {
      let written = try JSONParser.parse(value.jsonBytes()).objectValue ?? [:]
      return Set(written.keys).subtracting(Value.memberNames)
    }
    var generator = RandomJSON(seed: 14)
    let pair = ItemWithMetadata(
      item: randomItem(&generator), metadata: Metadata(itemId: "i", tags: ["a"]))
    for _ in 0..<50 { #expect(try names(randomItem(&generator)) == []) }
    var edge = edge
    edge.tenantId = "t"

    #expect(try names(edge) == [])
    #expect(try names(HydratedEdges(edges: [edge], hasMore: true, nextCursor: "n")) == [])
    #expect(try names(pair) == [])
    #expect(try names(pair.metadata) == [])
    let result = SearchResult(
      item: pair.item, metadata: pair.metadata, relevanceScore: 1, snippetHTML: "a", snippet: "b")
    #expect(try names(result) == [])
    #expect(try names(SearchResponse(results: [result])) == [])
  }

  @Test func `a decoder's error names the member within the member`() throws {
    let text = #"{"item":{"id":"i"},"metadata":{"item_id":"i","tags":[]}}"#

    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ItemWithMetadata.self, from: Data(text.utf8))
    }

    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["item.created_at"])
  }

  @Test func `a text that is not JSON is refused with its place`() {
    let error = #expect(throws: ResponseDecodingError.self) {
      try Item(jsonBytes: "{\"id\" 1}".utf8)
    }

    #expect(error?.details?["offset"] == 6)
  }

  @Test func `bodies use the names of the wire`() throws {
    func keys(_ value: some Encodable) throws -> [String] {
      try JSONParser.parse(try JSONEncoder().encode(value)).objectValue?.keys.sorted() ?? []
    }
    let input = CreateItemInput(type: "t", sourceId: "s", captureLatitude: 1, tags: [])

    #expect(try keys(input) == ["capture_latitude", "properties", "source_id", "tags", "type"])
    #expect(try keys(PatchItemBody(version: 1, sourceId: "s")) == ["source_id", "version"])
    #expect(
      try keys(BulkBody(entries: [input], mode: .createOnly, emitEvents: true)) == [
        "emit_events", "items", "mode",
      ])
    let edge = CreateEdgeInput(sourceId: "a", targetId: "b", edgeType: "about")
    #expect(try keys(BulkBody(entries: [edge])) == ["edges"])
    #expect(try keys(EdgeTypesResponse(edgeTypes: [])) == ["edge_types"])
  }

  @Test func `an input with nothing but a type is read`() throws {
    let input = try JSONDecoder().decode(
      CreateItemInput.self, from: Data(#"{"type":"core.note"}"#.utf8))

    #expect(input == CreateItemInput(type: "core.note"))
  }

  @Test func `every core type survives the wire`() throws {
    for type in CoreTypes.all {
      let data = try JSONEncoder().encode(type)
      #expect(try JSONDecoder().decode(ItemType.self, from: data) == type)
    }
    for type in EdgeType.core {
      let data = try JSONEncoder().encode(type)
      #expect(try JSONDecoder().decode(EdgeType.self, from: data) == type)
    }
  }

  @Test func `bulk results count themselves`() {
    let result = BulkResult(results: [
      .init(index: 0, outcome: .created, id: "a"),
      .init(index: 1, outcome: .skipped, reason: "duplicate_edge"),
      .init(index: 2, outcome: .created, id: "b"),
    ])

    #expect(result.counts == .init(created: 2, skipped: 1))
  }
}
