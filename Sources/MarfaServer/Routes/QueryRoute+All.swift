import MarfaModel

extension QueryRoute {
  private static let listParameters: [APIOperation.Parameter] = [
    .text("type"), .word("state", "active", "archived", "trashed", "revoked"), .text("source"),
    .word("tier", "library", "feed", "all"), .text("tags"), .text("filter"),
    .keyed("edge"), .keyed("backref"),
  ]
  private static let itemParameters: [APIOperation.Parameter] =
    listParameters + [
      .word("sort", "created_at", "updated_at", "timestamp"), .word("direction", "asc", "desc"),
      .time("since"), .time("until"), .time("updated_after"), .number("limit", 1...200),
      .text("cursor"), .text("include"), .name("ids"),
    ]
  private static let searchParameters: [APIOperation.Parameter] =
    [.words]
    + listParameters.filter { !["source", "edge", "backref"].contains($0.name) }
    + [
      .text("include"), .number("limit", 1...100), .number("offset", 0...10_000),
    ]
  private static let edgeParameters: [APIOperation.Parameter] = [
    .text("edge_type"), .number("limit", 1...500), .text("cursor"),
  ]

  /// Every such route; those with fixed segments come first.
  static let all: [QueryRoute] = [
    QueryRoute(
      APIOperation(
        method: "GET", path: "/items", tag: "items", summary: "A page of items.",
        parameters: itemParameters, answer: "ItemPage")
    ) { query, _ in
      if let ids = try query.itemIds() { return ids }
      return .items(try query.itemList())
    },
    QueryRoute(
      APIOperation(
        method: "GET", path: "/snapshot", tag: "sync",
        summary: "A part of the snapshot as lines of JSON; the first line names the next part.",
        parameters: [.name("after")], rawAnswer: "application/x-ndjson")
    ) { query, _ in .snapshot(after: try query.snapshotPlace()) },
    QueryRoute(
      APIOperation(
        method: "GET", path: "/changes", tag: "sync",
        summary:
          "Changes after an event as lines of JSON: the present state of each item and edge.",
        parameters: [.number("after", 0...(1 << 53), required: true)],
        rawAnswer: "application/x-ndjson")
    ) { query, _ in .changes(after: try query.eventId()) },
    QueryRoute(
      APIOperation(
        method: "GET", path: "/items/stats", tag: "items",
        summary: "The number of items per state.",
        answer: "Stats")
    ) { _, _ in .stats },
    QueryRoute(
      APIOperation(
        method: "GET", path: "/items/{id}", tag: "items",
        summary: "An item with its outgoing edges.", answer: "ItemResponse")
    ) { _, path in .item(id: path.id) },
    QueryRoute(
      APIOperation(
        method: "GET", path: "/items/{id}/versions", tag: "items",
        summary: "Earlier properties of an item, newest first.", parameters: [.text("cursor")],
        answer: "Versions")
    ) { query, path in
      .versions(id: path.id, cursor: query.string("cursor"))
    },
    QueryRoute(
      APIOperation(
        method: "GET", path: "/items/{id}/metadata", tag: "metadata", summary: "Tags of an item.",
        answer: "MetadataResponse")
    ) { _, path in .metadata(id: path.id) },
    QueryRoute(
      APIOperation(
        method: "GET", path: "/items/{id}/extensions", tag: "extensions",
        summary: "Readable extensions of an item.", answer: "Extensions"), idRule: .item
    ) { _, path in .extensions(id: path.id) },
    QueryRoute(
      APIOperation(
        method: "GET", path: "/items/{id}/extensions/{namespace}", tag: "extensions",
        summary: "One extension.", answer: "Extension")
    ) { _, path in
      .extension(id: path.id, namespace: try PathId.name.check(path["namespace"] ?? ""))
    },
    QueryRoute(
      APIOperation(
        method: "GET", path: "/items/{id}/edges", tag: "edges",
        summary: "Edges that start from an item.", parameters: edgeParameters, answer: "EdgePage")
    ) { query, path in
      .edges(from: path.id, try query.edgeList())
    },
    QueryRoute(
      APIOperation(
        method: "GET", path: "/items/{id}/backrefs", tag: "edges",
        summary: "Edges that point to an item.", parameters: edgeParameters, answer: "EdgePage")
    ) { query, path in
      .backrefs(to: path.id, try query.edgeList())
    },
    QueryRoute(
      APIOperation(
        method: "GET", path: "/edges", tag: "edges", summary: "A page of edges.",
        parameters: edgeParameters, answer: "EdgePage")
    ) { query, _ in .allEdges(try query.edgeList()) },
    QueryRoute(
      APIOperation(
        method: "GET", path: "/edges/types", tag: "edge types", summary: "Every edge type.",
        answer: "EdgeTypes")
    ) { _, _ in .edgeTypes },
    QueryRoute(
      APIOperation(
        method: "GET", path: "/types", tag: "types", summary: "Every type.", answer: "ItemTypes")
    ) { _, _ in .types },
    QueryRoute(
      APIOperation(
        method: "GET", path: "/types/{id}", tag: "types", summary: "One type.", answer: "ItemType"),
      idRule: .name
    ) { _, path in .type(id: path.id) },
    QueryRoute(
      APIOperation(
        method: "GET", path: "/search", tag: "search", summary: "Full-text search over items.",
        parameters: searchParameters, answer: "SearchResults")
    ) { query, _ in .search(try query.search()) },
    QueryRoute(
      APIOperation(
        method: "GET", path: "/metadata/tags", tag: "search", summary: "Every tag with its count.",
        parameters: [.text("cursor")], answer: "TagCounts")
    ) { query, _ in .tags(cursor: query.string("cursor")) },
  ]
}

extension [String: String] {
  /// The id in a path.
  fileprivate var id: String { self["id"] ?? "" }
}
