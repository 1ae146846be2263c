import MarfaModel

extension RecordWriter {
  /// `POST /edges`.
  func createEdge(_ input: CreateEdgeInput) throws -> StoreAnswer {
    Self.answer(try addEdge(input), status: 201)
  }

  /// Adds an edge after every check.
  func addEdge(_ input: CreateEdgeInput) throws -> EdgeRow {
    if let id = input.id { try ItemRules.validateId(id) }
    try requireWrite(edgeType: input.edgeType)
    let source = try writable(input.sourceId)
    let target = try readable(input.targetId)
    // An edge from an item to itself has one end.
    let known = [source.id: source.type].merging([target.id: target.type]) { first, _ in first }
    do {
      let stored = StoredEdges(rows: rows, types: known)
      try rows.catalogue().edgeRules.validate(input, in: stored)
    } catch let error as ValidationError {
      throw try withoutHiddenEdge(error)
    }
    if let id = input.id, try rows.edge(id: id) != nil {
      throw APIError(
        code: ErrorCode.conflict, message: "Another edge has this id.", status: 409,
        details: ["id": .string(id)])
    }
    return try insertEdge(input, source: source, target: target)
  }

  /// The error without the id of an edge that may not be seen; that there is one cannot be kept
  /// from somebody whom it stops.
  private func withoutHiddenEdge(_ error: ValidationError) throws -> ValidationError {
    guard let id = error.details?["edge_id"]?.stringValue,
      let edge = try rows.edge(id: id), try !scope().mayRead(edge)
    else { return error }
    var error = error
    error.details?["edge_id"] = nil
    return error
  }

  /// `PATCH /edges/{id}`.
  func patchEdge(_ id: String, _ patch: [String: JSONValue]) throws -> StoreAnswer {
    let edge = try writableEdge(id)
    let old = try StoredJSON.object(edge.properties)
    let new = PropertiesPatch.apply(patch, to: old)
    guard new != old else { return Self.answer(edge) }
    let rules = try rows.catalogue().edgeRules
    try rules.validateProperties(new, of: rules.edgeType(edge.type))
    return Self.answer(try save(new, of: edge))
  }

  /// `DELETE /edges/{id}`.
  func deleteEdge(_ id: String) throws -> StoreAnswer {
    try remove(writableEdge(id))
    return .ok
  }

  /// Gives an item edges of one type to these targets.
  ///
  /// Edges that may not be seen are as if they were not there: they stay, and a target that may not
  /// be seen is refused whether there is an edge to it or not.
  func setEdges(
    of row: ItemRow, _ edgeType: String, to targets: [String], _ mode: InlineEdges
  ) throws {
    try requireWrite(edgeType: edgeType)
    _ = try rows.catalogue().edgeRules.edgeType(edgeType)
    let scope = try scope()
    let old = try rows.edges(of: row.id, .source, ofType: edgeType, limit: .max)
      .filter(scope.mayRead)
    for target in targets where !UUIDv7.isValid(target) {
      throw ValidationError(
        code: ErrorCode.invalidId, message: "\(target) is not the id of an item.",
        details: ["field": .string("edges.\(edgeType)")])
    }
    guard targets.count <= context.limits.inlineEdges else {
      throw RecordLimits.excess(
        "edges.\(edgeType)", "A request has at most \(context.limits.inlineEdges) inline edges.",
        context.limits.inlineEdges)
    }
    let wanted = Set(targets)
    if mode == .replaced {
      for edge in old where !wanted.contains(edge.targetId) { try remove(edge) }
    }
    var there = Set(old.map(\.targetId))
    for target in targets where there.insert(target).inserted {
      _ = try addEdge(CreateEdgeInput(sourceId: row.id, targetId: target, edgeType: edgeType))
    }
  }

  /// An edge that may be changed.
  func writableEdge(_ id: String) throws -> EdgeRow {
    guard let edge = try rows.edge(id: id), try scope().mayRead(edge) else {
      throw StoreErrors.edgeNotFound(id)
    }
    try requireWrite(type: edge.sourceType)
    try requireWrite(edgeType: edge.type)
    return edge
  }

  private static func answer(_ edge: EdgeRow, status: Int = 200) -> StoreAnswer {
    StoreAnswer(status: status, .edge(edge))
  }
}
