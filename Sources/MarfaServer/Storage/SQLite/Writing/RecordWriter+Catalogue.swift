import GRDB
import MarfaModel

extension RecordWriter {
  /// `POST /types`.
  func register(_ type: ItemType) throws -> StoreAnswer {
    try requireTypes()
    try transaction.catalogue().types.validateRegistration(of: type)
    try db.run(
      "INSERT INTO item_type(id, schema) VALUES (?, ?)",
      [type.id, try StoredJSON.text(encoding: type)])
    try transaction.catalogueChanged()
    // Items may be left from a type of this name that was deleted by force.
    try transaction.indexItems(ofType: type.id)
    return try CatalogueAnswers.encoded(status: 201, TypeResponse(type: type))
  }

  /// `PUT /types/{id}`.
  func update(_ type: ItemType) throws -> StoreAnswer {
    try requireTypes()
    try requireCustom(type.id)
    let before = try transaction.catalogue().types
    try before.validateUpdate(of: type)
    try db.run(
      "UPDATE item_type SET schema = ? WHERE id = ?",
      [try StoredJSON.text(encoding: type), type.id])
    try transaction.catalogueChanged()
    let after = try transaction.catalogue().types
    for id in after.withSubtypes(of: type.id)
    where SearchedFields(before[id]) != SearchedFields(after[id]) {
      try transaction.indexItems(ofType: id)
    }
    return try CatalogueAnswers.encoded(TypeResponse(type: type))
  }

  /// `DELETE /types/{id}`.
  func deleteType(_ id: String, _ force: StoreMutation.Force) throws -> StoreAnswer {
    try requireTypes()
    try requireCustom(id)
    let types = try transaction.catalogue().types
    guard types[id] != nil else {
      throw NotFoundError(
        code: ErrorCode.typeNotFound, message: "There is no type \(id).",
        details: ["type": .string(id)])
    }
    let children = types.withSubtypes(of: id).filter { $0 != id }
    let items =
      try db.value("SELECT SUM(count) FROM type_count WHERE type = ?", [id], as: Int64.self) ?? 0
    guard children.isEmpty, items == 0 || force == .forced else {
      var details: [String: JSONValue] = ["subtypes": .array(children.map(JSONValue.string))]
      if try scope().mayRead(type: id) { details["items"] = .integer(items) }
      throw APIError(
        code: ErrorCode.typeInUse, message: "The type \(id) is in use.", status: 409,
        details: details)
    }
    try db.run("DELETE FROM item_type WHERE id = ?", [id])
    try transaction.catalogueChanged()
    try transaction.indexItems(ofType: id)
    return .ok
  }

  /// `POST /edges/types`.
  func register(_ type: EdgeType) throws -> StoreAnswer {
    try requireAdministrator()
    try transaction.catalogue().edgeRules.validateRegistration(of: type)
    try db.run(
      "INSERT INTO edge_type(id, schema) VALUES (?, ?)",
      [type.id, try StoredJSON.text(encoding: type)])
    try transaction.catalogueChanged()
    return try CatalogueAnswers.encoded(status: 201, EdgeTypeResponse(edgeType: type))
  }

  /// `DELETE /edges/types/{id}`.
  func deleteEdgeType(_ id: String) throws -> StoreAnswer {
    try requireAdministrator()
    try transaction.catalogue().edgeRules.validateRemoval(of: id)
    let isUsed =
      try db.value(
        "SELECT 1 FROM edge WHERE type = ? LIMIT 1", [id], as: Int.self) != nil
    guard !isUsed else {
      throw APIError(
        code: ErrorCode.typeInUse, message: "There are edges of type \(id).", status: 409,
        details: ["edge_type": .string(id)])
    }
    try db.run("DELETE FROM edge_type WHERE id = ?", [id])
    try transaction.catalogueChanged()
    return .ok
  }

  private func requireTypes() throws {
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
