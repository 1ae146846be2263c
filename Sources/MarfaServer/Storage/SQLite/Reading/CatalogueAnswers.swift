import Foundation
import MarfaModel

/// Types and edge types as the API answers them.
struct CatalogueAnswers {
  let catalogue: StoreCatalogue

  init(_ catalogue: StoreCatalogue) { self.catalogue = catalogue }

  /// Every type, sorted by name, as a bare array.
  func types() throws -> StoreAnswer {
    try Self.encoded(catalogue.types.types)
  }

  /// One type.
  func type(_ id: String) throws -> StoreAnswer {
    guard let type = catalogue.types[id] else {
      throw NotFoundError(
        code: ErrorCode.typeNotFound, message: "There is no type \(id).",
        details: ["type": .string(id)])
    }
    return try Self.encoded(type.schema)
  }

  /// Every edge type, sorted by name.
  func edgeTypes() throws -> StoreAnswer {
    try Self.encoded(
      EdgeTypesResponse(
        edgeTypes: catalogue.edgeRules.edgeTypes.values.sorted { $0.id < $1.id }))
  }

  /// An answer whose body has no writer of its own.
  static func encoded(status: Int = 200, _ body: some Encodable) throws -> StoreAnswer {
    StoreAnswer(status: status, body: Array(try StoredJSON.text(encoding: body).utf8))
  }
}
