import MarfaModel

/// An edge that was checked, but for its times, and its id unless somebody chose it.
struct EdgeDraft: Sendable {
  let row: EdgeRow
  /// The keys of the items at its ends.
  let source: Int64
  let target: Int64

  /// - Throws: `ValidationError` with the limit.
  init(
    _ input: CreateEdgeInput, source: ItemRow, target: ItemRow, _ limits: RecordLimits
  ) throws {
    row = EdgeRow(
      key: 0, id: input.id ?? "", sourceId: source.id, targetId: target.id,
      type: input.edgeType, createdAt: 0, updatedAt: 0,
      properties: StoredJSON.text((input.properties ?? [:]).filter { !$0.value.isNull }),
      sourceType: source.type, targetType: target.type)
    (self.source, self.target) = (source.key, target.key)
    try limits.check(row)
  }
}

/// What an entry of a bulk request of edges writes.
enum EdgePlan: Sendable {
  /// A new edge.
  case insertion(EdgeDraft)
  /// New properties, as JSON, of one that is there.
  case update(EdgeRow, properties: String)
  /// Nothing.
  case none(EdgeRow)
}

/// The rules of an edge up to what is written: they read and change nothing.
struct EdgePlanner {
  let rows: any RecordRows
  let context: WriteContext
  /// What the rules see besides the rows: edges that are written before.
  var planned = PlannedEdges()
  /// What is known of the way to an item from which several edges of one type are to start.
  var origins: KnownOrigins?

  /// Decides what an entry of `POST /edges/bulk` writes.
  func plan(_ input: CreateEdgeInput, _ mode: BulkMode) throws -> EdgePlan {
    let twin = try rows.edge(from: input.sourceId, to: input.targetId, ofType: input.edgeType)
    guard let twin else { return .insertion(try addition(input)) }
    _ = try writable(twin)
    let old = try StoredJSON.object(twin.properties)
    let new = PropertiesPatch.apply(input.properties ?? [:], to: old)
    guard mode == .upsert, new != old else { return .none(twin) }
    return .update(twin, properties: try properties(new, of: twin))
  }

  /// Checks an edge that is to be added.
  ///
  /// - Parameters:
  ///   - input: The edge.
  ///   - source: The item that it starts from, where that was read before.
  /// - Returns: What is to be written.
  /// - Throws: `MarfaModel`'s errors of a refused edge.
  func addition(_ input: CreateEdgeInput, from source: ItemRow? = nil) throws -> EdgeDraft {
    if let id = input.id { try ItemRules.validateId(id) }
    guard context.access.mayWrite(edgeType: input.edgeType) else {
      throw ForbiddenError(mayNotWriteEdges: input.edgeType)
    }
    let source = try source ?? readable(input.sourceId)
    try requireWrite(type: source.type)
    let target = try readable(input.targetId)
    // An edge from an item to itself has one end.
    let known = [source.id: source.type].merging([target.id: target.type]) { first, _ in first }
    do {
      let stored = StoredEdges(
        rows: rows, types: known, planned: planned, walk: WalkBudget(), origins: origins)
      try rows.catalogue().edgeRules.validate(input, in: stored)
    } catch let error as ValidationError {
      throw try withoutHiddenEdge(error)
    }
    if let id = input.id, try rows.edge(id: id) != nil {
      throw APIError(
        code: ErrorCode.conflict, message: "Another edge has this id.",
        details: ["id": .string(id)])
    }
    return try EdgeDraft(input, source: source, target: target, context.limits)
  }

  /// Checks the properties that an edge is to have.
  ///
  /// - Returns: Them as JSON.
  func properties(_ new: [String: JSONValue], of edge: EdgeRow) throws -> String {
    let rules = try rows.catalogue().edgeRules
    try rules.validateProperties(new, of: rules.edgeType(edge.type))
    var row = edge
    row.properties = StoredJSON.text(new)
    try context.limits.check(row, over: edge)
    return row.properties
  }

  /// An edge that is there, if it may be changed.
  func writable(_ edge: EdgeRow) throws -> EdgeRow {
    guard try ReadScope(context.access, in: rows).mayRead(edge) else {
      throw StoreErrors.edgeNotFound(edge.id)
    }
    try requireWrite(type: edge.sourceType)
    guard context.access.mayWrite(edgeType: edge.type) else {
      throw ForbiddenError(mayNotWriteEdges: edge.type)
    }
    return edge
  }

  /// An item that may be seen.
  ///
  /// A record of the server is refused as such to those who may see it: no route of items has to
  /// do with it.
  func readable(_ id: String) throws -> ItemRow {
    if let row = try rows.item(id: id),
      context.access.mayRead(type: row.type, in: try rows.catalogue().types)
    {
      guard try !rows.isBeingPurged(row) else { throw StoreErrors.itemNotFound(id) }
      return row
    }
    let scope = try ReadScope(context.access, in: rows)
    if let record = try SystemItems.row(id: id, scope, in: rows) {
      throw SystemItems.immutable(record)
    }
    throw StoreErrors.itemNotFound(id)
  }

  private func requireWrite(type: String) throws {
    guard context.access.mayWrite(type: type, in: try rows.catalogue().types) else {
      throw ForbiddenError(mayNotWrite: type)
    }
  }

  /// The error without the id of an edge that may not be seen; that there is one cannot be kept
  /// from somebody whom it stops.
  private func withoutHiddenEdge(_ error: ValidationError) throws -> ValidationError {
    guard let id = error.details?["edge_id"]?.stringValue,
      let edge = try rows.edge(id: id),
      try !ReadScope(context.access, in: rows).mayRead(edge)
    else { return error }
    var error = error
    error.details?["edge_id"] = nil
    return error
  }
}

/// Edges that a request writes before the one that is looked at.
struct PlannedEdges: Sendable {
  private struct End: Hashable {
    var id: String
    var type: String
  }

  private var from: [End: [Edge]] = [:]
  private var to: [End: [Edge]] = [:]

  /// Adds one.
  mutating func add(_ edge: Edge) {
    from[End(id: edge.sourceId, type: edge.edgeType), default: []].append(edge)
    to[End(id: edge.targetId, type: edge.edgeType), default: []].append(edge)
  }

  /// Those of a type that start from an item.
  func edges(from id: String, ofType type: String) -> [Edge] {
    from[End(id: id, type: type)] ?? []
  }

  /// Those of a type that point to an item.
  func edges(to id: String, ofType type: String) -> [Edge] {
    to[End(id: id, type: type)] ?? []
  }
}

/// What the rules see of the edges in the storage, and of those that are written before.
struct StoredEdges: EdgeLookup {
  let rows: any RecordRows
  /// The types of items that were read already, by id: to read a long note only for its type costs
  /// more than the edge does.
  var types: [String: String] = [:]
  var planned = PlannedEdges()
  /// How far one may walk along the edges; nil for as far as they go.
  var walk: WalkBudget?
  /// A walk that was begun for another edge; nil when each has its own.
  var origins: KnownOrigins?

  func edges(from sourceId: String, ofType edgeType: String) throws -> [Edge] {
    try rows.edges(of: sourceId, .source, ofType: edgeType, limit: .max).map { try $0.edge() }
      + planned.edges(from: sourceId, ofType: edgeType)
  }

  func edges(to targetId: String, ofType edgeType: String) throws -> [Edge] {
    try walk?.step()
    return try rows.edges(of: targetId, .target, ofType: edgeType, limit: .max).map {
      try $0.edge()
    }
      + planned.edges(to: targetId, ofType: edgeType)
  }

  func edge(
    from sourceId: String, to targetId: String, ofType edgeType: String
  ) throws -> Edge? {
    try rows.edge(from: sourceId, to: targetId, ofType: edgeType)?.edge()
  }

  func itemType(of id: String) throws -> String? { try types[id] ?? rows.item(id: id)?.type }

  func leads(from originId: String, to id: String, ofType edgeType: String) throws -> Bool {
    let known = origins ?? KnownOrigins()
    return try known.lead(from: originId, to: id, ofType: edgeType, in: self)
  }
}

/// The items from which edges of one type lead to one, found once for all edges that are to start
/// from it: no edge that starts there leads to it.
final class KnownOrigins {
  private var walk: OriginWalk?

  /// Whether edges lead from an item to the one of this, which must be the same each time.
  func lead(
    from originId: String, to id: String, ofType edgeType: String, in edges: some EdgeLookup
  ) throws -> Bool {
    var walk = walk ?? OriginWalk(to: id, ofType: edgeType)
    defer { self.walk = walk }
    return try walk.finds(originId, in: edges)
  }
}

/// How far the rules may still walk from item to item to see whether an edge closes a circle.
final class WalkBudget {
  /// The most items that are looked at for one edge.
  static let most = 1_000
  private var left = most

  /// - Throws: `ValidationError` when the walk is too long.
  func step() throws {
    guard left > 0 else {
      throw RecordLimits.excess(
        "source_id",
        "An edge that may close no circle can be at the end of at most \(Self.most) others.",
        Self.most)
    }
    left -= 1
  }
}
