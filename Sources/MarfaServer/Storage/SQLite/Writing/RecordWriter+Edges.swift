import GRDB
import MarfaModel

extension RecordWriter {
  /// `POST /edges`.
  func createEdge(_ input: CreateEdgeInput) throws -> StoreAnswer {
    Self.answer(try addEdge(input), status: 201)
  }

  /// Adds an edge after every check.
  func addEdge(_ input: CreateEdgeInput) throws -> EdgeRow {
    if let id = input.id { try ItemRules.validateID(id) }
    try requireWrite(edgeType: input.edgeType)
    let source = try writable(input.sourceID)
    let target = try readable(input.targetID)
    do {
      try transaction.catalogue().edgeRules.validate(
        input, in: StoredEdges(db: db, candidate: input))
    } catch let error as ValidationError {
      throw try withoutHiddenEdge(error)
    }
    if let id = input.id, try db.value("SELECT 1 FROM edge WHERE id = ?", [id], as: Int.self) != nil
    {
      throw APIError(
        code: ErrorCode.conflict, message: "Another edge has this id.", status: 409,
        details: ["id": .string(id)])
    }
    return try transaction.insertEdge(input, source: source, target: target)
  }

  /// The error without the id of an edge that may not be seen; that there is one cannot be kept
  /// from somebody whom it stops.
  private func withoutHiddenEdge(_ error: ValidationError) throws -> ValidationError {
    guard let id = error.details?["edge_id"]?.stringValue,
      let edge = try db.edgeRows("edge.id = ?", [id]).first, try !edge.isReadable(by: scope())
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
    let rules = try transaction.catalogue().edgeRules
    try rules.validateProperties(new, of: rules.edgeType(edge.type))
    return Self.answer(try transaction.save(new, of: edge))
  }

  /// `DELETE /edges/{id}`.
  func deleteEdge(_ id: String) throws -> StoreAnswer {
    try transaction.remove(writableEdge(id))
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
    _ = try transaction.catalogue().edgeRules.edgeType(edgeType)
    let scope = try scope()
    let old = try db.edgeRows("edge.source = ? AND edge.type = ?", [row.key, edgeType])
      .filter { $0.isReadable(by: scope) }
    for target in targets where !UUIDv7.isValid(target) {
      throw ValidationError(
        code: ErrorCode.invalidID, message: "\(target) is not the id of an item.",
        details: ["field": .string("edges.\(edgeType)")])
    }
    let wanted = Set(targets)
    if mode == .replaced {
      for edge in old where !wanted.contains(edge.targetID) { try transaction.remove(edge) }
    }
    var there = Set(old.map(\.targetID))
    for target in targets where there.insert(target).inserted {
      _ = try addEdge(CreateEdgeInput(sourceID: row.id, targetID: target, edgeType: edgeType))
    }
  }

  /// An edge that may be changed.
  func writableEdge(_ id: String) throws -> EdgeRow {
    guard let edge = try db.edgeRows("edge.id = ?", [id]).first,
      try edge.isReadable(by: scope())
    else { throw StoreErrors.edgeNotFound(id) }
    try requireWrite(type: edge.sourceType)
    try requireWrite(edgeType: edge.type)
    return edge
  }

  private static func answer(_ edge: EdgeRow, status: Int = 200) -> StoreAnswer {
    StoreAnswer(status: status, body: Array("{\"edge\":\(edge.json)}".utf8))
  }
}
