import GRDB

extension StoreWriter {
  static let membership = EdgeType.parentOf.id
  static let references = EdgeType.references.id

  /// Adds an edge after checking it against all rules.
  func addEdge(_ input: CreateEdgeInput) throws -> Edge {
    if let id = input.id { try ItemRules.validateId(id) }
    try edgeRules(for: input.edgeType).validate(input, in: StoredEdges(db: db))
    let source = try existingRecord(id: input.sourceId)
    let target = try existingRecord(id: input.targetId)
    let id = input.id ?? environment.ids.nextId()
    let properties = input.properties ?? [:]
    try insertEdgeRow(
      id: id, source: source.key, target: target.key, type: input.edgeType,
      properties: StoredJSON.text(.object(properties)), isFromText: false)
    try record(.createEdge, ofEdge: id, from: source.id, to: target.id)
    let stamp = Timestamp(milliseconds: now).iso8601
    return Edge(
      id: id, sourceId: source.id, targetId: target.id, edgeType: input.edgeType,
      properties: properties, createdAt: stamp, updatedAt: stamp)
  }

  /// Writes one edge row and what the items at its ends derive from it.
  func insertEdgeRow(
    id: String, source: Int64, target: Int64, type: String, properties: String,
    isFromText: Bool
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO edge(id, source, target, type, is_from_text, created_at, updated_at,
          properties) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [id, source, target, type, isFromText, now, now, properties])
    try edgeChanged(source: source, target: target, type: type, isThere: true)
  }

  /// Merges properties into an edge; null takes one away.
  func updateEdge(id: String, properties: [String: JSONValue]) throws -> Edge {
    var edge = try existingEdge(id: id)
    let new = PropertiesPatch.apply(properties, to: edge.properties)
    guard new != edge.properties else { return edge }
    let base = StoredJSON.text(.object(edge.properties))
    let rules = try edgeRules(for: edge.edgeType)
    try rules.validateProperties(new, of: rules.edgeType(edge.edgeType))
    edge.properties = new
    edge.updatedAt = Timestamp(milliseconds: now).iso8601
    let isFromText = try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT is_from_text FROM edge WHERE id = ?"), arguments: [id])
    try db.cachedStatement(
      sql: "UPDATE edge SET properties = ?, updated_at = ?, is_from_text = 0 WHERE id = ?"
    ).execute(arguments: [StoredJSON.text(.object(new)), now, id])
    // The server does not know an edge that stood for a link until now.
    try record(
      isFromText == true ? .createEdge : .updateEdge, ofEdge: id, from: edge.sourceId,
      to: edge.targetId, base: isFromText == true ? nil : base)
    return edge
  }

  /// Removes an edge.
  func deleteEdge(id: String) throws {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT key, source, target, type, is_from_text, is_confirmed FROM edge WHERE id = ?
          """), arguments: [id])
    guard let row else { throw EdgeErrors.notFound(id) }
    let isDerived: Bool = row[4]
    if !isDerived, try records(.deleteEdge) {
      let edge = try existingEdge(id: id)
      let isConfirmed: Bool = row[5]
      try record(
        .deleteEdge, ofEdge: id, from: edge.sourceId, to: edge.targetId,
        base: isConfirmed ? StoredJSON.text(of: edge) : nil)
      if !isConfirmed {
        try RefusedTable(db: db).remove(creationOfEdge: id)
        try settle(row[2])
      }
    }
    try deleteEdgeRow(key: row[0], source: row[1], target: row[2], type: row[3])
  }

  /// Removes one edge row and what the items at its ends derived from it.
  func deleteEdgeRow(key: Int64, source: Int64, target: Int64, type: String) throws {
    try db.cachedStatement(sql: "DELETE FROM edge WHERE key = ?").execute(arguments: [key])
    try edgeChanged(source: source, target: target, type: type, isThere: false)
  }

  /// Removes all edges at either end of an item.
  func removeAllEdges(of record: ItemRecord) throws {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT key, source, target, type FROM edge WHERE source = ? OR target = ?"),
      arguments: [record.key, record.key])
    for row in rows {
      try deleteEdgeRow(key: row[0], source: row[1], target: row[2], type: row[3])
    }
  }

  /// Replaces all edges of one type that start from an item; equal ones keep their ids.
  func replaceEdges(of record: ItemRecord, type: String, targets: [String]) throws -> Bool {
    let old = try StoredEdges(db: db).edges(from: record.id, ofType: type)
    let wanted = Set(targets)
    var changed = false
    for edge in old where !wanted.contains(edge.targetId) {
      try deleteEdge(id: edge.id)
      changed = true
    }
    let kept = Set(old.map(\.targetId))
    for target in targets where !kept.contains(target) {
      _ = try addEdge(
        CreateEdgeInput(sourceId: record.id, targetId: target, edgeType: type))
      changed = true
    }
    return changed
  }

  private func existingEdge(id: String) throws -> Edge {
    guard let edge = try StoredEdges(db: db).edges("edge.id = ?", [id]).first else {
      throw EdgeErrors.notFound(id)
    }
    return edge
  }

  private func edgeChanged(source: Int64, target: Int64, type: String, isThere: Bool) throws {
    if type == Self.membership {
      // A server's edges may arrive in any order, and two for a moment.
      try changeCounted(
        target,
        """
        notebook = (SELECT source FROM edge WHERE target = item.key AND type = ? ORDER BY key LIMIT 1)
        """, type)
    } else if type == Self.references {
      try changeCounted(source, "link_count = link_count + ?", isThere ? 1 : -1)
      try changeCounted(target, "link_count = link_count + ?", isThere ? 1 : -1)
    }
  }

  /// Changes a column on which counters depend.
  private func changeCounted(
    _ key: Int64, _ assignment: String, _ value: some DatabaseValueConvertible
  ) throws {
    let before = try countedState(of: key)
    try db.cachedStatement(sql: "UPDATE item SET \(assignment) WHERE key = ?")
      .execute(arguments: [value, key])
    counts.move(from: before, to: try countedState(of: key))
  }

  private func countedState(of key: Int64) throws -> CountedState? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT \(CountedState.columns) FROM item WHERE key = ?"),
      arguments: [key]
    ).map(CountedState.init(row:))
  }
}

extension CountedState {
  /// The columns that `init(row:)` reads.
  static let columns = "state, is_listed, is_favourite, notebook, link_count"

  init(row: Row) {
    state = ItemState(code: row[0])
    isListed = row[1]
    isFavourite = row[2]
    notebook = row[3]
    linkCount = row[4]
  }
}

/// The errors that concern a whole edge.
enum EdgeErrors {
  static func notFound(_ id: String) -> NotFoundError {
    NotFoundError(
      code: ErrorCode.edgeNotFound, message: "No edge \(id).",
      details: ["id": .string(id)])
  }
}
