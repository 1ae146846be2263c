import MarfaModel
import MarfaServer
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct NastyTextTests {
  static let texts = [
    "", " ", "\0", "a\0b", "'", "\"", "'; DROP TABLE item; --", "%", "_", "*", "(", "\\", "\n",
    "../../etc/passwd", "\u{FEFF}", "\u{202E}abc", "\u{1F468}\u{200D}\u{1F469}", "e\u{301}",
    "\u{D7FF}\u{E000}\u{FFFF}", "NULL", "1e400", "-9223372036854775808", "sha256:",
    "properties.x eq \"\\u0000\"", "properties.' eq 1", "properties.a.b[0] exists",
    "edge[' OR 1] eq \"x\"", "version eq 99999999999999999999", "tags in ()",
    "properties.x in (1, \"a\", true, null)", "not not not tags exists",
    "timestamp gt \"9999-12-31T23:59:59Z\"", "9999-12-31T23:59:59.999Z", "0000-01-01",
    "2024-02-30", "2024-06-30T23:59:60Z", String(repeating: "a", count: 9000),
    String(repeating: "(", count: 3000), String(repeating: "not ", count: 1500) + "tags exists",
  ]

  /// Every read with the text wherever a client's text goes.
  private func queries(_ text: String) -> [StoreQuery] {
    let lists = [
      ListFilters(type: text), ListFilters(source: text), ListFilters(tags: [text, text]),
      ListFilters(filter: text), ListFilters(edge: [text: text], backref: [text: text]),
      ListFilters(since: text), ListFilters(until: text), ListFilters(updatedAfter: text),
      ListFilters(cursor: text),
    ]
    return lists.map { .items(ItemListRequest($0, include: Set(ItemInclude.allCases))) }
      + lists.map { .search(SearchRequest(text: "a", filters: $0)) }
      + [
        .item(id: text), .versions(id: text), .metadata(id: text), .extensions(id: text),
        .extension(id: text, namespace: text),
        .edges(from: text, EdgeListRequest(edgeTypes: [text], cursor: text)),
        .backrefs(to: text, EdgeListRequest()), .allEdges(EdgeListRequest(edgeTypes: [text])),
        .type(id: text), .search(SearchRequest(text: text)), .webhook(id: text),
      ]
  }

  /// Every write with the text wherever a client's text goes.
  private func mutations(_ text: String, on id: String) -> [StoreMutation] {
    let value = JSONValue.string(text)
    return [
      .createItem(CreateItemInput(type: text)),
      .createItem(CreateItemInput(id: text, type: "core.note", properties: ["body": value])),
      .createItem(
        CreateItemInput(
          type: "core.note", properties: ["body": value, text: value, "title": value],
          sourceId: text, device: text)),
      .createItem(
        CreateItemInput(type: "core.note", properties: ["body": ""], timestamp: text)),
      .createItem(
        CreateItemInput(
          type: "core.note", properties: ["body": ""], tags: [text], edges: [text: [text]])),
      .patchItem(
        id: id,
        PatchItemBody(
          properties: [text: ["deep": [value]]], timestamp: text, sourceId: text,
          edges: ["about": [text]])),
      .patchItem(id: id, PatchItemBody(properties: [text: value])), .trashItem(id: text),
      .setTags(id: id, [text]), .addTags(id: id, [text]), .removeTag(id: id, text),
      .setExtension(id: id, namespace: text, [text: value]),
      .setExtension(id: id, namespace: "app.x", [text: value]),
      .createEdge(
        CreateEdgeInput(
          sourceId: id, targetId: id, edgeType: "about", properties: [text: value])),
      .createEdge(CreateEdgeInput(id: text, sourceId: id, targetId: text, edgeType: text)),
      .deleteEdge(id: text),
      .registerType(ItemType(id: text, fields: [text: FieldDefinition(.string)])),
      .registerType(ItemType(id: "user.x", parent: text)), .deleteType(id: text, .forced),
      .registerEdgeType(EdgeType(id: text)), .deleteEdgeType(id: text),
      .bulkAction(BulkAction(filters: ListFilters(filter: text), change: .updateTier(.feed))),
      .bulkAction(BulkAction(filters: ListFilters(), change: .updateTimestamp(text))),
      .createWebhook(NewWebhook(url: text, events: [text], typeFilter: [text], secret: text)),
    ]
  }

  @Test(arguments: texts)
  func `no text makes the store fail or its rows disagree`(text: String) async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a", tags: ["x"])

    for mutation in mutations(text, on: id) { _ = try await fixture.refusal(mutation) }
    for query in queries(text) { _ = try await fixture.refusal(of: query) }

    #expect(try await fixture.store.check() == [])
    let item = try await fixture.read(.item(id: id))
    #expect(item["item"]?["properties"]?[text] == .string(text) || text == "title")
  }
}
