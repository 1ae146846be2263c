import GRDB
import MarfaModel

/// What one request may see, as conditions on rows.
struct ReadScope {
  let access: any StoreAccess
  let catalogue: StoreCatalogue
  /// The types of items that may be seen; nil means every type.
  let readableTypes: Set<String>?

  /// Asks an access about every type that is registered or has items.
  init(_ access: any StoreAccess, _ catalogue: StoreCatalogue, in db: Database) throws {
    self.access = access
    self.catalogue = catalogue
    guard !access.isUnrestricted else {
      readableTypes = nil
      return
    }
    let used = try db.values("SELECT DISTINCT type FROM type_count", as: String.self)
    let all = Set(catalogue.types.types.map(\.id)).union(used)
    let readable = all.filter { access.mayRead(type: $0, in: catalogue.types) }
    readableTypes = readable.count == all.count ? nil : readable
  }

  /// Whether items of a type may be seen.
  func mayRead(type: String) -> Bool { readableTypes?.contains(type) ?? true }

  /// Whether items of a type may be changed.
  func mayWrite(type: String) -> Bool {
    access.mayWrite(type: type, in: catalogue.types)
  }

  /// The edge types that may be seen; nil means every one.
  var readableEdgeTypes: Set<String>? {
    guard !access.isUnrestricted else { return nil }
    let all = catalogue.edgeRules.edgeTypes.keys
    let readable = all.filter { access.mayRead(edgeType: $0) }
    return readable.count == all.count ? nil : Set(readable)
  }
}

/// Conditions that hold together, with their arguments.
struct Conditions {
  private(set) var sql: [String] = []
  private(set) var arguments: StatementArguments = []

  /// Adds a condition.
  mutating func add(_ condition: String, _ values: StatementArguments = []) {
    sql.append(condition)
    arguments += values
  }

  /// Adds that a column is one of some names; nil adds nothing.
  mutating func add(_ column: String, in names: Set<String>?) {
    guard let names else { return }
    if names.count == 1 {
      add("\(column) = ?", StatementArguments(names))
    } else {
      add("\(column) IN (\(placeholders(names.count)))", StatementArguments(names.sorted()))
    }
  }

  /// The conditions joined, or `1` when there are none.
  var clause: String { sql.isEmpty ? "1" : sql.joined(separator: " AND ") }
}

/// The errors that more than one part of the store throws.
enum StoreErrors {
  static func itemNotFound(_ id: String) -> NotFoundError {
    NotFoundError(
      code: ErrorCode.itemNotFound, message: "There is no item \(id).",
      details: ["id": .string(id)])
  }

  static func edgeNotFound(_ id: String) -> NotFoundError {
    NotFoundError(
      code: ErrorCode.edgeNotFound, message: "There is no edge \(id).",
      details: ["id": .string(id)])
  }

  static func keyNotFound(_ id: String) -> NotFoundError {
    NotFoundError(
      code: ErrorCode.notFound, message: "There is no such key.", details: ["id": .string(id)])
  }

  static func webhookNotFound(_ id: String) -> NotFoundError {
    NotFoundError(
      code: ErrorCode.webhookNotFound, message: "There is no webhook \(id).",
      details: ["id": .string(id)])
  }

  static func forbidden(_ message: String) -> ForbiddenError {
    ForbiddenError(code: ErrorCode.forbidden, message: message)
  }

  static func invalid(_ field: String, _ message: String) -> ValidationError {
    ValidationError(message: message, details: ["field": .string(field)])
  }
}
