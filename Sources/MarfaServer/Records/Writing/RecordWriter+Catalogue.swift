import MarfaModel

extension RecordWriter {
  /// `POST /types`.
  func register(_ type: ItemType) throws -> StoreAnswer {
    try requireTypes()
    let types = try rows.catalogue().types
    // Before anything walks through its fields.
    try context.limits.check(type, in: types)
    try types.validateRegistration(of: type)
    try rows.put(type)
    // Items may be left from a type of this name that was deleted by force.
    try rows.wordsChanged(ofType: type.id)
    return try StoreAnswer(outcome: .created, encoding: TypeResponse(type: type))
  }

  /// `PUT /types/{id}`.
  func update(_ type: ItemType) throws -> StoreAnswer {
    try requireTypes()
    try requireCustom(type.id)
    let before = try rows.catalogue().types
    try context.limits.check(type, in: before)
    try before.validateUpdate(of: type)
    try rows.put(type)
    let after = try rows.catalogue().types
    for id in after.withSubtypes(of: type.id)
    where SearchedFields(before[id]) != SearchedFields(after[id]) {
      try rows.wordsChanged(ofType: id)
    }
    return try StoreAnswer(encoding: TypeResponse(type: type))
  }

  /// `DELETE /types/{id}`.
  func deleteType(_ id: String, _ force: StoreMutation.Force) throws -> StoreAnswer {
    try requireTypes()
    try requireCustom(id)
    let types = try rows.catalogue().types
    guard types[id] != nil else {
      throw NotFoundError(
        code: ErrorCode.typeNotFound, message: "The type \(id) was not found.",
        details: ["type": .string(id)])
    }
    let children = types.withSubtypes(of: id).filter { $0 != id }
    let items = try rows.typeCounts().reduce(0) { $0 + ($1.type == id ? $1.count : 0) }
    guard children.isEmpty, items == 0 || force == .forced else {
      var details: [String: JSONValue] = ["subtypes": .array(children.map(JSONValue.string))]
      if try scope().mayRead(type: id) { details["items"] = .integer(items) }
      throw APIError(
        code: ErrorCode.typeInUse, message: "The type \(id) is in use.", details: details)
    }
    try rows.deleteType(id)
    try rows.wordsChanged(ofType: id)
    try note(.typeDeleted, id, ["items": .integer(items)])
    return .ok
  }

  /// `POST /edges/types`.
  func register(_ type: EdgeType) throws -> StoreAnswer {
    try requireAdministrator()
    try rows.catalogue().edgeRules.validateRegistration(of: type)
    try context.limits.check(type, beside: rows.registeredEdgeTypes().count)
    try rows.put(type)
    return try StoreAnswer(outcome: .created, encoding: EdgeTypeResponse(edgeType: type))
  }

  /// `DELETE /edges/types/{id}`.
  func deleteEdgeType(_ id: String) throws -> StoreAnswer {
    try requireAdministrator()
    try rows.catalogue().edgeRules.validateRemoval(of: id)
    guard try !rows.hasEdges(ofType: id) else {
      throw APIError(
        code: ErrorCode.typeInUse, message: "Edges of type \(id) exist.",
        details: ["edge_type": .string(id)])
    }
    try rows.deleteEdgeType(id)
    return .ok
  }

  func requireTypes() throws {
    guard context.access.mayChangeTypes else {
      throw StoreErrors.forbidden("The key lacks the metadata permission types:write.")
    }
  }

  private func requireCustom(_ id: String) throws {
    guard CoreTypes.registry[id] == nil else {
      throw ForbiddenError(
        code: ErrorCode.coreTypeImmutable, message: "\(id) belongs to the platform.",
        details: ["type": .string(id)])
    }
  }
}

/// What of a type decides which words of its items are searched.
private struct SearchedFields: Equatable {
  private let title: String?
  private let isSearched: [String: Bool]

  init(_ type: TypeRegistry.ResolvedType?) {
    title = type?.titleField
    isSearched = type?.fields.mapValues(\.isSearched) ?? [:]
  }
}
