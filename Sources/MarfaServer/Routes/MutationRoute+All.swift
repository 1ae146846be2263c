import MarfaModel

extension MutationRoute {
  /// Every route that changes items, edges or types; those with fixed segments come first.
  static let all: [MutationRoute] = items + itemParts + edges + types

  private static let items: [MutationRoute] = [
    MutationRoute(method: "POST", path: "/items", gate: .itemType) {
      .createItem(try $0.decode(CreateItemInput.self).folded)
    },
    MutationRoute(method: "POST", path: "/items/bulk", gate: .administrator) {
      var body = try $0.decode(BulkBody<CreateItemInput>.self)
      try body.checkCount()
      body.entries = body.entries.map(\.folded)
      return .bulkItems(body)
    },
    MutationRoute(method: "POST", path: "/items/bulk_action") {
      .bulkAction(try BulkAction($0.decode(BulkActionBody.self)))
    },
    MutationRoute(method: "PATCH", path: "/items/{id}") {
      let id = try $0.id()
      var body = try $0.decode(PatchItemBody.self)
      body.edges = body.edges?.mapValues { $0.map(FoldedId.text) }
      guard body.version ?? 0 >= 0 else {
        throw ValidationError(message: "version must be 0 or more.", details: ["field": "version"])
      }
      if let timestamp = body.timestamp { try ItemRules.validateTimestamp(timestamp) }
      return .patchItem(id: id, body)
    },
    MutationRoute(method: "DELETE", path: "/items/{id}", takesBody: false) {
      .trashItem(id: try $0.id(.existingItem))
    },
    MutationRoute(method: "POST", path: "/items/{id}/restore", takesBody: false) {
      .restoreItem(id: try $0.id(.existingItem))
    },
    MutationRoute(method: "POST", path: "/items/{id}/transition") {
      .transitionItem(id: try $0.id(), try $0.decode(TransitionBody.self).state)
    },
    MutationRoute(
      method: "DELETE", path: "/items/{id}/purge", gate: .administrator, takesBody: false
    ) { .purgeItem(id: try $0.id(.existingItem)) },
  ]

  private static let itemParts: [MutationRoute] = [
    MutationRoute(method: "PUT", path: "/items/{id}/metadata") {
      .setTags(id: try $0.id(.existingItem), try $0.optionalTags())
    },
    MutationRoute(method: "PATCH", path: "/items/{id}/metadata") {
      .addTags(id: try $0.id(.existingItem), try $0.optionalTags())
    },
    MutationRoute(method: "POST", path: "/items/{id}/tags") {
      let id = try $0.id(.existingItem)
      let tags = try $0.decode(TagsBody.self).tags
      guard !tags.isEmpty else {
        throw ValidationError(message: "tags must not be empty.", details: ["field": "tags"])
      }
      return .addTags(id: id, tags)
    },
    MutationRoute(method: "DELETE", path: "/items/{id}/tags/{tag}", takesBody: false) {
      .removeTag(id: try $0.id(.existingItem), try PathId.name.check($0.segments["tag"] ?? ""))
    },
    MutationRoute(method: "PUT", path: "/items/{id}/extensions/{namespace}") {
      guard let data = $0.body?.objectValue else {
        throw ValidationError(message: "An extension must be a JSON object.")
      }
      return .setExtension(id: try $0.id(), namespace: try $0.namespace(), data)
    },
    MutationRoute(
      method: "DELETE", path: "/items/{id}/extensions/{namespace}", takesBody: false
    ) { .removeExtension(id: try $0.id(), namespace: try $0.namespace()) },
  ]

  private static let edges: [MutationRoute] = [
    MutationRoute(method: "POST", path: "/edges", gate: .edgeType) {
      let edge = try $0.decode(CreateEdgeInput.self).folded
      for (field, id) in [("source_id", edge.sourceId), ("target_id", edge.targetId)]
      where !UUIDv7.isValid(id) {
        throw ValidationError(
          code: ErrorCode.invalidId, message: "\(field) is not the id of an item.",
          details: ["field": .string(field)])
      }
      return .createEdge(edge)
    },
    MutationRoute(method: "POST", path: "/edges/bulk", gate: .administrator) {
      var body = try $0.decode(BulkBody<CreateEdgeInput>.self)
      try body.checkCount()
      body.entries = body.entries.map(\.folded)
      return .bulkEdges(body)
    },
    MutationRoute(method: "POST", path: "/edges/types", gate: .administrator) {
      .registerEdgeType(try $0.decode())
    },
    MutationRoute(
      method: "DELETE", path: "/edges/types/{id}", gate: .administrator, takesBody: false
    ) { .deleteEdgeType(id: try $0.id(.name)) },
    MutationRoute(method: "PATCH", path: "/edges/{id}") {
      .patchEdge(
        id: try $0.id(.existingEdge), properties: try $0.decode(PatchEdgeBody.self).properties)
    },
    MutationRoute(method: "DELETE", path: "/edges/{id}", takesBody: false) {
      .deleteEdge(id: try $0.id(.existingEdge))
    },
  ]

  private static let types: [MutationRoute] = [
    MutationRoute(method: "POST", path: "/types", gate: .types) {
      .registerType(try $0.decode())
    },
    MutationRoute(method: "PUT", path: "/types/{id}", gate: .types) {
      let id = try $0.id(.name)
      let type = try $0.decode(ItemType.self)
      guard type.id == id else {
        throw ValidationError(
          message: "id differs from the id in the path.", details: ["field": "id"])
      }
      return .updateType(type)
    },
    MutationRoute(
      method: "DELETE", path: "/types/{id}", gate: .types, takesBody: false,
      parameters: ["force"]
    ) {
      switch $0.query["force"] {
      case "true": .deleteType(id: try $0.id(.name), .forced)
      case nil, "false": .deleteType(id: try $0.id(.name), .unforced)
      default: throw QueryParameters.error("force", "must be true or false")
      }
    },
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

extension BulkBody {
  /// - Throws: `ValidationError` with the limit when there are too many entries.
  fileprivate func checkCount() throws {
    guard entries.count <= Self.maximumCount else {
      throw RecordLimits.excess(
        "entries", "A bulk request has at most \(Self.maximumCount) entries.", Self.maximumCount)
    }
  }
}

extension BulkAction {
  /// Checks what a body asks for.
  ///
  /// - Parameter body: The body.
  /// - Throws: `ValidationError` with the field.
  init(_ body: BulkActionBody) throws {
    if let maximum = body.maxItems, !(1...Self.countLimit).contains(maximum) {
      throw ValidationError(
        message: "max_items must be 1 to \(Self.countLimit).", details: ["field": "max_items"])
    }
    for (field, time) in [("filter.since", body.filter.since), ("filter.until", body.filter.until)]
    {
      if let time { try ItemRules.validateTimestamp(time, field: field) }
    }
    let change: Change =
      switch body.action {
      case .transition(let state): .transition(state)
      case .purge: .purge(confirmation: body.confirm)
      case .updateTags(let add, let remove): .updateTags(add: add, remove: remove)
      case .updateTier(let tier): .updateTier(tier)
      case .updateProperties(let properties): .updateProperties(properties)
      case .updateTimestamp(let time): .updateTimestamp(time)
      }
    if case .updateTimestamp(let time) = change { try ItemRules.validateTimestamp(time) }
    self.init(
      filters: body.filter.listFilters, change: change, isDryRun: body.dryRun ?? false,
      maximumCount: body.maxItems, emitEvents: body.emitEvents ?? false)
  }
}
