import MarfaModel

extension RecordWriter {
  /// `POST /edges`.
  func createEdge(_ input: CreateEdgeInput) throws -> StoreAnswer {
    let planner = EdgePlanner(rows: rows, context: context)
    return Self.answer(try insert(planner.addition(input)), .created)
  }

  /// `PATCH /edges/{id}`.
  func patchEdge(_ id: String, _ patch: [String: JSONValue]) throws -> StoreAnswer {
    let edge = try writableEdge(id)
    let old = try StoredJSON.object(edge.properties)
    let new = PropertiesPatch.apply(patch, to: old)
    guard new != old else { return Self.answer(edge) }
    let properties = try EdgePlanner(rows: rows, context: context).properties(new, of: edge)
    return Self.answer(try save(properties, of: edge))
  }

  /// `DELETE /edges/{id}`.
  func deleteEdge(_ id: String) throws -> StoreAnswer {
    try remove(writableEdge(id))
    return .ok
  }

  /// Gives an item the edges of a request, by their types.
  ///
  /// All of it is one entry of the writer's turn: edges that it takes away count as those that it
  /// makes.
  ///
  /// - Throws: `ValidationError` with the limit where they are too many together, and what one
  ///   type's edges throw.
  func setEdges(of row: ItemRow, _ edges: [String: [String]]?, _ mode: InlineEdges) throws {
    guard let edges else { return }
    let most = context.limits.inlineEdges
    // A type without edges is looked at as well.
    guard edges.values.reduce(0, { $0 + max($1.count, 1) }) <= most else {
      throw RecordLimits.excess("edges", "A request has at most \(most) inline edges.", most)
    }
    var room = most
    for (edgeType, targets) in edges.sorted(by: { $0.key < $1.key }) {
      try setEdges(of: row, edgeType, to: targets, mode, &room)
    }
  }

  /// Gives an item edges of one type to these targets.
  ///
  /// Edges that may not be seen are as if they were not there: they stay, and a target that may not
  /// be seen is refused whether there is an edge to it or not.
  ///
  /// `room`: How many edges the request may still write; becomes less by those.
  private func setEdges(
    of row: ItemRow, _ edgeType: String, to targets: [String], _ mode: InlineEdges,
    _ room: inout Int
  ) throws {
    try requireWrite(edgeType: edgeType)
    _ = try rows.catalogue().edgeRules.edgeType(edgeType)
    for target in targets where !UUIDv7.isValid(target) {
      throw ValidationError(
        code: ErrorCode.invalidId, message: "\(target) is not the id of an item.",
        details: ["field": .string("edges.\(edgeType)")])
    }
    var there: Set<String> = []
    var removed: [EdgeRow] = []
    switch mode {
    case .first: break
    case .added: there = try present(among: targets, of: row, edgeType)
    case .replaced:
      let old = try presentEdges(of: row, edgeType, beside: targets.count)
      let wanted = Set(targets)
      removed = old.filter { !wanted.contains($0.targetId) }
      there = Set(old.map(\.targetId))
    }
    let added = targets.filter { there.insert($0).inserted }
    room -= removed.count + added.count
    guard room >= 0 else { throw Self.excess(of: edgeType, context.limits.inlineEdges) }
    for edge in removed { try remove(edge) }
    var planner = EdgePlanner(rows: rows, context: context)
    planner.origins = KnownOrigins()
    for target in added {
      let input = CreateEdgeInput(sourceId: row.id, targetId: target, edgeType: edgeType)
      _ = try insert(planner.addition(input, from: row))
    }
  }

  /// Which of some targets the item has a visible edge to; costs nothing for its other edges.
  private func present(
    among targets: [String], of row: ItemRow, _ edgeType: String
  ) throws -> Set<String> {
    let scope = try scope()
    return try Set(targets).filter { target in
      try rows.edge(from: row.id, to: target, ofType: edgeType).map(scope.mayRead) ?? false
    }
  }

  /// The edges of one type that an item has and the caller may see.
  ///
  /// - Throws: The limit, without reading all edges, when a new set would remove too many.
  private func presentEdges(
    of row: ItemRow, _ edgeType: String, beside given: Int
  ) throws -> [EdgeRow] {
    let scope = try scope()
    let most = context.limits.inlineEdges
    // Each edge that is given keeps at most one.
    let bound = most + given + 1
    let edges = try rows.edges(of: row.id, .source, ofType: edgeType, limit: bound)
    let seen = edges.filter(scope.mayRead)
    guard edges.count == bound else { return seen }
    guard seen.count < bound else { throw Self.excess(of: edgeType, most) }
    // Hidden edges do not count, but other writers wait while they are read.
    let looks = context.limits.edgeLooks
    let all = try rows.edges(of: row.id, .source, ofType: edgeType, limit: looks + 1)
    guard all.count <= looks else {
      throw RecordLimits.excess(
        "edges.\(edgeType)",
        "An item with more than \(looks) edges of the type takes no new set of them. "
          + "Add and delete them one by one.", looks)
    }
    return all.filter(scope.mayRead)
  }

  private static func excess(of edgeType: String, _ most: Int) -> ValidationError {
    RecordLimits.excess(
      "edges.\(edgeType)",
      "A request makes and takes away at most \(most) edges together. Replace them in parts, or "
        + "delete some first.", most)
  }

  /// An edge that may be changed.
  func writableEdge(_ id: String) throws -> EdgeRow {
    guard let edge = try rows.edge(id: id) else { throw StoreErrors.edgeNotFound(id) }
    return try EdgePlanner(rows: rows, context: context).writable(edge)
  }

  private static func answer(_ edge: EdgeRow, _ outcome: Outcome = .done) -> StoreAnswer {
    StoreAnswer(outcome: outcome, .edge(edge))
  }
}
