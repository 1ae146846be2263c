import MarfaModel

extension MutationRoute {
  static let edges: [MutationRoute] = [
    MutationRoute(
      APIOperation(
        method: "POST", path: "/edges", tag: "edges", summary: "Creates an edge.",
        body: "CreateEdge", answer: "EdgeResponse", status: 201), gate: .edgeType
    ) {
      let edge = try $0.decode(CreateEdgeInput.self).folded
      for (field, id) in [("source_id", edge.sourceId), ("target_id", edge.targetId)]
      where !UUIDv7.isValid(id) {
        throw ValidationError(
          code: ErrorCode.invalidId, message: "\(field) is not the id of an item.",
          details: ["field": .string(field)])
      }
      return .createEdge(edge)
    },
    MutationRoute(
      APIOperation(
        method: "POST", path: "/edges/bulk", tag: "edges", summary: "Creates many edges.",
        body: "BulkEdges", answer: "BulkResult"), gate: .administrator
    ) {
      var body = try $0.decode(BulkBody<CreateEdgeInput>.self)
      try body.checkCount()
      body.entries = body.entries.map(\.folded)
      return .bulkEdges(body)
    },
    MutationRoute(
      APIOperation(
        method: "POST", path: "/edges/types", tag: "edge types", summary: "Registers an edge type.",
        body: "EdgeType", answer: "EdgeTypeResponse", status: 201), gate: .administrator
    ) {
      .registerEdgeType(try $0.decode())
    },
    MutationRoute(
      APIOperation(
        method: "DELETE", path: "/edges/types/{id}", tag: "edge types",
        summary: "Removes an edge type.", answer: "Ok"), gate: .administrator
    ) { .deleteEdgeType(id: try $0.id(.name)) },
    MutationRoute(
      APIOperation(
        method: "PATCH", path: "/edges/{id}", tag: "edges",
        summary: "Changes an edge's properties.",
        body: "PatchEdge", answer: "EdgeResponse")
    ) {
      .patchEdge(
        id: try $0.id(.existingEdge), properties: try $0.decode(PatchEdgeBody.self).properties)
    },
    MutationRoute(
      APIOperation(
        method: "DELETE", path: "/edges/{id}", tag: "edges", summary: "Removes an edge.",
        answer: "Ok")
    ) {
      .deleteEdge(id: try $0.id(.existingEdge))
    },
  ]

  static let types: [MutationRoute] = [
    MutationRoute(
      APIOperation(
        method: "POST", path: "/types", tag: "types", summary: "Registers a type.",
        body: "ItemType", answer: "TypeResponse", status: 201), gate: .types
    ) {
      .registerType(try $0.decodeType())
    },
    MutationRoute(
      APIOperation(
        method: "PUT", path: "/types/{id}", tag: "types",
        summary: "Registers a type's next version.",
        body: "ItemType", answer: "TypeResponse"), gate: .types
    ) {
      let id = try $0.id(.name)
      let type = try $0.decodeType()
      guard type.id == id else {
        throw ValidationError(
          message: "id differs from the id in the path.", details: ["field": "id"])
      }
      return .updateType(type)
    },
    MutationRoute(
      APIOperation(
        method: "DELETE", path: "/types/{id}", tag: "types", summary: "Removes a type.",
        parameters: [.flag("force")], answer: "Ok"), gate: .types
    ) {
      switch $0.query["force"] {
      case "true": .deleteType(id: try $0.id(.name), .forced)
      case nil, "false": .deleteType(id: try $0.id(.name), .unforced)
      default: throw QueryParameters.error("force", "must be true or false")
      }
    },
  ]
}
