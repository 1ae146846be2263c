/// The rules that every edge keeps, over all edge types that are known.
///
/// ```swift
/// let rules = EdgeRules(itemTypes: CoreTypes.registry)
/// let about = try rules.edgeType("about")
/// ```
public struct EdgeRules: Sendable {
  /// Edge types by name.
  public private(set) var edgeTypes: [String: EdgeType]
  /// Item types, for constraints that name a type with its subtypes.
  public var itemTypes: TypeRegistry

  /// The rules of the core edge types and others.
  public init(itemTypes: TypeRegistry, custom: [EdgeType] = []) {
    self.itemTypes = itemTypes
    edgeTypes = Dictionary((EdgeType.core + custom).map { ($0.id, $0) }) { first, _ in first }
  }

  /// The edge type of a name.
  ///
  /// - Parameter name: The name.
  /// - Returns: The type.
  /// - Throws: `NotFoundError` with `edge_type_not_found`.
  public func edgeType(_ name: String) throws -> EdgeType {
    guard let type = edgeTypes[name] else {
      throw NotFoundError(
        code: ErrorCode.edgeTypeNotFound, message: "No edge type \(name).",
        details: ["edge_type": .string(name)])
    }
    return type
  }

  /// Checks that an edge may be added.
  ///
  /// - Parameters:
  ///   - input: The edge that somebody wants.
  ///   - lookup: The edges and items that are there.
  /// - Throws: `NotFoundError` with `edge_type_not_found` or `item_not_found`;
  ///   `ValidationError` with `invalid_properties`, `edge_constraint_violation` (constraint,
  ///   cardinality or duplicate, named under `details.rule`) or `edge_cycle`.
  public func validate(_ input: CreateEdgeInput, in lookup: some EdgeLookup) throws {
    let type = try edgeType(input.edgeType)
    try validateProperties(input.properties ?? [:], of: type)
    try validateEnds(input, type, lookup)
    let twin = try lookup.edge(from: input.sourceId, to: input.targetId, ofType: type.id)
    if let twin { throw Self.violation("duplicate", type, "The edge already exists.", by: twin) }
    // Only where there can be one at most: a notebook has thousands.
    if type.cardinality.limitsSource,
      let other = try lookup.edges(from: input.sourceId, ofType: type.id).first
    {
      throw Self.violation("cardinality", type, "The source already has such an edge.", by: other)
    }
    if type.cardinality.limitsTarget,
      let other = try lookup.edges(to: input.targetId, ofType: type.id).first
    {
      throw Self.violation("cardinality", type, "The target already has such an edge.", by: other)
    }
    if type.isAcyclic { try validateNoCycle(input, type, lookup) }
  }

  /// Checks the properties of an edge.
  ///
  /// - Parameters:
  ///   - properties: The properties as they will be stored.
  ///   - type: The edge's type.
  /// - Throws: `ValidationError` with `invalid_properties`.
  public func validateProperties(_ properties: [String: JSONValue], of type: EdgeType) throws {
    let violations = SchemaValidator(type).violations(in: properties)
    if let error = ValidationError(violations: violations, of: type.id) { throw error }
  }

  mutating func setEdgeType(_ type: EdgeType?, named name: String) {
    edgeTypes[name] = type
  }

  private func validateEnds(
    _ input: CreateEdgeInput, _ type: EdgeType, _ lookup: some EdgeLookup
  ) throws {
    let ends = [
      ("source", input.sourceId, type.sourceTypeConstraints),
      ("target", input.targetId, type.targetTypeConstraints),
    ]
    for (end, id, allowed) in ends {
      guard let itemType = try lookup.itemType(of: id) else {
        throw NotFoundError(
          message: "The \(end) of the edge does not exist.",
          details: ["field": .string("\(end)_id"), "id": .string(id)])
      }
      let fits = allowed.isEmpty || allowed.contains { itemTypes.isType(itemType, kindOf: $0) }
      guard fits else {
        throw Self.violation(
          "\(end)_type", type, "\(itemType) cannot be the \(end) of \(type.id).")
      }
    }
  }

  /// A way from the target to the source means that a circle would close.
  private func validateNoCycle(
    _ input: CreateEdgeInput, _ type: EdgeType, _ lookup: some EdgeLookup
  ) throws {
    let closes = try lookup.leads(from: input.targetId, to: input.sourceId, ofType: type.id)
    guard closes else { return }
    throw ValidationError(
      code: ErrorCode.edgeCycle, message: "The edge would close a cycle.",
      details: ["edge_type": .string(type.id), "field": "target_id"])
  }

  private static func violation(
    _ rule: String, _ type: EdgeType, _ message: String, by edge: Edge? = nil
  ) -> ValidationError {
    var details: [String: JSONValue] = [
      "rule": .string(rule), "edge_type": .string(type.id),
    ]
    if let edge { details["edge_id"] = .string(edge.id) }
    return ValidationError(
      code: ErrorCode.edgeConstraintViolation, message: message, details: details)
  }
}
