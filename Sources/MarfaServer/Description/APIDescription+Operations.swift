extension APIDescription {
  private static let listParameters: [APIOperation.Parameter] = [
    .text("type"), .word("state", "active", "archived", "trashed", "revoked"), .text("source"),
    .word("tier", "library", "feed", "all"), .text("tags"), .text("filter"),
    .keyed("edge"), .keyed("backref"),
  ]

  static let sync: [APIOperation] = [
    APIOperation(
      method: "GET", path: "/snapshot", tag: "sync",
      summary: "A part of the snapshot as lines of JSON; the first line names the next part.",
      parameters: [.text("after")], rawAnswer: "application/x-ndjson"),
    APIOperation(
      method: "GET", path: "/changes", tag: "sync",
      summary: "Changes after an event as lines of JSON: the present state of each item and edge.",
      parameters: [.number("after", 0...(1 << 53))], rawAnswer: "application/x-ndjson"),
    APIOperation(
      method: "POST", path: "/blobs/known", tag: "sync",
      summary: "The hashes whose blobs the server has.", body: "Object",
      answer: "Object"),
  ]

  private static let edgeParameters: [APIOperation.Parameter] = [
    .text("edge_type"), .number("limit", 1...500), .text("cursor"),
  ]

  static let items: [APIOperation] = [
    APIOperation(
      method: "GET", path: "/items", tag: "items", summary: "A page of items.",
      parameters: listParameters + [
        .word("sort", "created_at", "updated_at", "timestamp"), .word("direction", "asc", "desc"),
        .time("since"), .time("until"), .time("updated_after"), .number("limit", 1...200),
        .text("cursor"), .text("include"), .text("ids"),
      ], answer: "ItemPage"),
    APIOperation(
      method: "POST", path: "/items", tag: "items",
      summary: "Creates an item, or updates the one with the same natural key.",
      body: "CreateItem", answer: "ItemResponse", status: 201, otherStatuses: [200]),
    APIOperation(
      method: "GET", path: "/items/stats", tag: "items", summary: "The number of items per state.",
      answer: "Stats"),
    APIOperation(
      method: "POST", path: "/items/bulk", tag: "items", summary: "Creates or updates many items.",
      body: "BulkItems", answer: "BulkResult"),
    APIOperation(
      method: "POST", path: "/items/bulk_action", tag: "items",
      summary: "Applies one change to every item that a filter finds.", body: "BulkAction",
      answer: "BulkActionResult"),
    APIOperation(
      method: "GET", path: "/items/{id}", tag: "items",
      summary: "An item with its outgoing edges.", answer: "ItemResponse"),
    APIOperation(
      method: "PATCH", path: "/items/{id}", tag: "items",
      summary: "Merges properties; with a version, only if it is the current one.",
      body: "PatchItem", answer: "ItemResponse", hasConflict: true),
    APIOperation(
      method: "DELETE", path: "/items/{id}", tag: "items", summary: "Trashes an item.",
      answer: "Ok"),
    APIOperation(
      method: "POST", path: "/items/{id}/restore", tag: "items",
      summary: "Makes an item active again.", answer: "ItemResponse"),
    APIOperation(
      method: "POST", path: "/items/{id}/transition", tag: "items",
      summary: "Moves an item to a state.", body: "Transition", answer: "ItemResponse"),
    APIOperation(
      method: "DELETE", path: "/items/{id}/purge", tag: "items",
      summary: "Deletes an item permanently.", answer: "Ok"),
    APIOperation(
      method: "GET", path: "/items/{id}/versions", tag: "items",
      summary: "Earlier properties of an item, newest first.", parameters: [.text("cursor")],
      answer: "Versions"),
  ]

  static let itemParts: [APIOperation] = [
    APIOperation(
      method: "GET", path: "/items/{id}/metadata", tag: "metadata", summary: "Tags of an item.",
      answer: "MetadataResponse"),
    APIOperation(
      method: "PUT", path: "/items/{id}/metadata", tag: "metadata",
      summary: "Replaces all tags.", body: "Tags", isBodyOptional: true,
      answer: "MetadataResponse"),
    APIOperation(
      method: "PATCH", path: "/items/{id}/metadata", tag: "metadata", summary: "Adds tags.",
      body: "Tags", isBodyOptional: true, answer: "MetadataResponse"),
    APIOperation(
      method: "POST", path: "/items/{id}/tags", tag: "metadata", summary: "Adds tags.",
      body: "SomeTags", answer: "MetadataResponse"),
    APIOperation(
      method: "DELETE", path: "/items/{id}/tags/{tag}", tag: "metadata",
      summary: "Removes a tag.", answer: "MetadataResponse"),
    APIOperation(
      method: "GET", path: "/items/{id}/extensions", tag: "extensions",
      summary: "Readable extensions of an item.", answer: "Extensions"),
    APIOperation(
      method: "GET", path: "/items/{id}/extensions/{namespace}", tag: "extensions",
      summary: "One extension.", answer: "Extension"),
    APIOperation(
      method: "PUT", path: "/items/{id}/extensions/{namespace}", tag: "extensions",
      summary: "Sets one extension.", body: "Object", answer: "Extensions"),
    APIOperation(
      method: "DELETE", path: "/items/{id}/extensions/{namespace}", tag: "extensions",
      summary: "Removes one extension.", answer: "Extensions"),
    APIOperation(
      method: "GET", path: "/items/{id}/edges", tag: "edges",
      summary: "Edges that start from an item.", parameters: edgeParameters, answer: "EdgePage"),
    APIOperation(
      method: "GET", path: "/items/{id}/backrefs", tag: "edges",
      summary: "Edges that point to an item.", parameters: edgeParameters, answer: "EdgePage"),
  ]

  static let edges: [APIOperation] = [
    APIOperation(
      method: "GET", path: "/edges", tag: "edges", summary: "A page of edges.",
      parameters: edgeParameters, answer: "EdgePage"),
    APIOperation(
      method: "POST", path: "/edges", tag: "edges", summary: "Creates an edge.",
      body: "CreateEdge", answer: "EdgeResponse", status: 201),
    APIOperation(
      method: "POST", path: "/edges/bulk", tag: "edges", summary: "Creates many edges.",
      body: "BulkEdges", answer: "BulkResult"),
    APIOperation(
      method: "PATCH", path: "/edges/{id}", tag: "edges", summary: "Changes an edge's properties.",
      body: "PatchEdge", answer: "EdgeResponse"),
    APIOperation(
      method: "DELETE", path: "/edges/{id}", tag: "edges", summary: "Removes an edge.",
      answer: "Ok"),
    APIOperation(
      method: "GET", path: "/edges/types", tag: "edge types", summary: "Every edge type.",
      answer: "EdgeTypes"),
    APIOperation(
      method: "POST", path: "/edges/types", tag: "edge types", summary: "Registers an edge type.",
      body: "EdgeType", answer: "EdgeTypeResponse", status: 201),
    APIOperation(
      method: "DELETE", path: "/edges/types/{id}", tag: "edge types",
      summary: "Removes an edge type.", answer: "Ok"),
  ]

  static let types: [APIOperation] = [
    APIOperation(
      method: "GET", path: "/types", tag: "types", summary: "Every type.", answer: "ItemTypes"),
    APIOperation(
      method: "POST", path: "/types", tag: "types", summary: "Registers a type.",
      body: "ItemType", answer: "TypeResponse", status: 201),
    APIOperation(
      method: "GET", path: "/types/{id}", tag: "types", summary: "One type.", answer: "ItemType"),
    APIOperation(
      method: "PUT", path: "/types/{id}", tag: "types", summary: "Registers a type's next version.",
      body: "ItemType", answer: "TypeResponse"),
    APIOperation(
      method: "DELETE", path: "/types/{id}", tag: "types", summary: "Removes a type.",
      parameters: [.flag("force")], answer: "Ok"),
  ]

  static let search: [APIOperation] = [
    APIOperation(
      method: "GET", path: "/search", tag: "search", summary: "Full-text search over items.",
      parameters: [.words]
        + listParameters.filter { !["source", "edge", "backref"].contains($0.name) }
        + [
          .text("include"), .number("limit", 1...100), .number("offset", 0...10_000),
        ], answer: "SearchResults"),
    APIOperation(
      method: "GET", path: "/metadata/tags", tag: "search", summary: "Every tag with its count.",
      parameters: [.text("cursor")], answer: "TagCounts"),
  ]
}
