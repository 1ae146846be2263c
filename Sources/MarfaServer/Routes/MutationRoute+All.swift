import MarfaModel

extension MutationRoute {
  /// Every route that changes items, edges or types; those with fixed segments come first.
  static let all: [MutationRoute] = items + itemParts + edges + types

  private static let items: [MutationRoute] = [
    MutationRoute(
      APIOperation(
        method: "POST", path: "/items", tag: "items",
        summary: "Creates an item, or updates the one with the same natural key.",
        body: "CreateItem", answer: "ItemResponse", status: 201, otherStatuses: [200]),
      gate: .itemType
    ) {
      .createItem(try $0.decode(CreateItemInput.self).folded)
    },
    MutationRoute(
      APIOperation(
        method: "POST", path: "/items/bulk", tag: "items",
        summary: "Creates or updates many items.",
        body: "BulkItems", answer: "BulkResult"), gate: .administrator
    ) {
      var body = try $0.decode(BulkBody<CreateItemInput>.self)
      try body.checkCount()
      body.entries = body.entries.map(\.folded)
      return .bulkItems(body)
    },
    MutationRoute(
      APIOperation(
        method: "POST", path: "/items/bulk_action", tag: "items",
        summary: "Applies one change to every item that a filter finds.", body: "BulkAction",
        answer: "BulkActionResult")
    ) {
      .bulkAction(try BulkAction($0.decode(BulkActionBody.self)))
    },
    MutationRoute(
      APIOperation(
        method: "PATCH", path: "/items/{id}", tag: "items",
        summary: "Merges properties; with a version, only if it is the current one.",
        body: "PatchItem", answer: "ItemResponse", hasConflict: true)
    ) {
      let id = try $0.id()
      var body = try $0.decode(PatchItemBody.self)
      body.edges = body.edges?.mapValues { $0.map(FoldedId.text) }
      guard body.version ?? 0 >= 0 else {
        throw ValidationError(message: "version must be 0 or more.", details: ["field": "version"])
      }
      if let timestamp = body.timestamp { try ItemRules.validateTimestamp(timestamp) }
      return .patchItem(id: id, body)
    },
    MutationRoute(
      APIOperation(
        method: "DELETE", path: "/items/{id}", tag: "items", summary: "Trashes an item.",
        parameters: [.text("device")], answer: "Ok")
    ) {
      .trashItem(id: try $0.id(.existingItem), device: $0.query["device"])
    },
    MutationRoute(
      APIOperation(
        method: "POST", path: "/items/{id}/restore", tag: "items",
        summary: "Makes an item active again.", answer: "ItemResponse")
    ) {
      .restoreItem(id: try $0.id(.existingItem))
    },
    MutationRoute(
      APIOperation(
        method: "POST", path: "/items/{id}/transition", tag: "items",
        summary: "Moves an item to a state.", body: "Transition", answer: "ItemResponse")
    ) {
      let body = try $0.decode(TransitionBody.self)
      return .transitionItem(id: try $0.id(), body.state, device: body.device)
    },
    MutationRoute(
      APIOperation(
        method: "DELETE", path: "/items/{id}/purge", tag: "items",
        summary: "Deletes an item permanently, if it is as given.",
        parameters: [.number("version", 1...Int64.max), .word("state", "trashed")], answer: "Ok"),
      gate: .administrator
    ) {
      .purgeItem(id: try $0.id(.existingItem), try PurgeCondition(query: $0.query))
    },
  ]

  private static let itemParts: [MutationRoute] = [
    MutationRoute(
      APIOperation(
        method: "PUT", path: "/items/{id}/metadata", tag: "metadata",
        summary: "Replaces all tags.", body: "Tags", isBodyOptional: true,
        answer: "MetadataResponse")
    ) {
      .setTags(id: try $0.id(.existingItem), try $0.optionalTags())
    },
    MutationRoute(
      APIOperation(
        method: "PATCH", path: "/items/{id}/metadata", tag: "metadata", summary: "Adds tags.",
        body: "Tags", isBodyOptional: true, answer: "MetadataResponse")
    ) {
      .addTags(id: try $0.id(.existingItem), try $0.optionalTags())
    },
    MutationRoute(
      APIOperation(
        method: "POST", path: "/items/{id}/tags", tag: "metadata", summary: "Adds tags.",
        body: "SomeTags", answer: "MetadataResponse")
    ) {
      let id = try $0.id(.existingItem)
      let tags = try $0.decode(TagsBody.self).tags
      guard !tags.isEmpty else {
        throw ValidationError(message: "tags must not be empty.", details: ["field": "tags"])
      }
      return .addTags(id: id, tags)
    },
    MutationRoute(
      APIOperation(
        method: "DELETE", path: "/items/{id}/tags/{tag}", tag: "metadata",
        summary: "Removes a tag.", answer: "MetadataResponse")
    ) {
      .removeTag(id: try $0.id(.existingItem), try PathId.name.check($0.segments["tag"] ?? ""))
    },
    MutationRoute(
      APIOperation(
        method: "PUT", path: "/items/{id}/extensions/{namespace}", tag: "extensions",
        summary: "Sets one extension.", body: "Object", answer: "Extensions")
    ) {
      guard let data = $0.body?.objectValue else {
        throw ValidationError(message: "An extension must be a JSON object.")
      }
      return .setExtension(id: try $0.id(), namespace: try $0.namespace(), data)
    },
    MutationRoute(
      APIOperation(
        method: "DELETE", path: "/items/{id}/extensions/{namespace}", tag: "extensions",
        summary: "Removes one extension.", answer: "Extensions")
    ) { .removeExtension(id: try $0.id(), namespace: try $0.namespace()) },
  ]
}

extension MutationRoute.Input {
  /// The tags of a body in which they may be left out.
  fileprivate func optionalTags() throws -> [String] {
    struct Body: Decodable {
      var tags: [String]?
    }
    guard body != nil else { return [] }
    return try decode(Body.self).tags ?? []
  }

  fileprivate func namespace() throws -> String {
    try PathId.name.check(segments["namespace"] ?? "")
  }
}
