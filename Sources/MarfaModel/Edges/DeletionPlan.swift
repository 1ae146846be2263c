/// What purging an item takes with it.
public struct DeletionPlan: Hashable, Sendable {
  /// The items to purge, the asked one first, each once.
  public var itemIds: [String]

  /// Follows cascading edges from an item, to what is in the trash as well.
  ///
  /// What is not in the trash stays, with everything behind it. A blocking edge stops the purge
  /// unless its target is purged as well.
  ///
  /// - Parameters:
  ///   - id: The item to purge, whatever its state.
  ///   - rules: The edge types.
  ///   - lookup: The edges that are there.
  ///   - isTrashed: Whether the item of an id is in the trash.
  /// - Throws: `ValidationError` with `edge_constraint_violation` when an edge blocks, or what the
  ///   lookups throw.
  public init(
    purging id: String, rules: EdgeRules, lookup: some EdgeLookup,
    isTrashed: (String) throws -> Bool
  ) throws {
    itemIds = [id]
    var seen: Set<String> = [id]
    let types = rules.edgeTypes.values.sorted { $0.id < $1.id }
    var next = 0
    while next < itemIds.count {
      for type in types where type.cascadeOnDelete == .cascade {
        for edge in try lookup.edges(from: itemIds[next], ofType: type.id)
        where try !seen.contains(edge.targetId) && isTrashed(edge.targetId) {
          seen.insert(edge.targetId)
          itemIds.append(edge.targetId)
        }
      }
      next += 1
    }
    for type in types where type.cascadeOnDelete == .block {
      for item in itemIds {
        let edges = try lookup.edges(from: item, ofType: type.id)
        guard let edge = edges.first(where: { !seen.contains($0.targetId) }) else { continue }
        throw ValidationError(
          code: ErrorCode.edgeConstraintViolation,
          message: "An edge \(type.id) keeps the item.",
          details: [
            "rule": "block", "edge_type": .string(type.id), "edge_id": .string(edge.id),
          ])
      }
    }
  }
}
