import MarfaModel

/// Keys, webhooks and the profile as items of system types, which no route of items changes.
///
/// A client sees one if it may read its type and what it stands for through that one's own route:
/// keys and webhooks are for administrators.
///
/// Of the other system types (`device`, `app`, `connection`, `integration`, `activity`) the server
/// keeps nothing by itself; their items are rows like any other.
enum SystemItems {
  /// Where the records of a type are made and changed.
  private static let routes = [
    "system.credential": "/keys", "system.webhook": "/webhooks", "system.profile": "/profile/me",
  ]

  /// What the route shows everybody with a key as well.
  private static let openTypes: Set<String> = ["system.profile"]

  /// Refuses a type whose items are records of the server, and are made as such.
  ///
  /// - Throws: `ValidationError` with `invalid_type`.
  static func checkCreation(ofType type: String) throws {
    guard let route = routes[type] else { return }
    throw ValidationError(
      code: ErrorCode.invalidType,
      message: "Items of \(type) belong to the server; use \(route).",
      details: ["field": "type", "type": .string(type)])
  }

  /// The refusal of a change to a record through the routes of items.
  static func immutable(_ record: ItemRow) -> ForbiddenError {
    let route = routes[record.type] ?? ""
    return ForbiddenError(
      code: ErrorCode.typeNotPermitted,
      message: "Items of \(record.type) belong to the server; use \(route).",
      details: ["type": .string(record.type)])
  }

  /// Whether the server's records of a type are listed to somebody.
  static func isListed(_ type: String, _ scope: ReadScope) -> Bool {
    routes[type] != nil && scope.mayRead(type: type)
      && (scope.access.isAdministrator || openTypes.contains(type))
  }

  /// The record of an id; nil when there is none that may be seen.
  static func row(id: String, _ scope: ReadScope, in rows: any RecordRows) throws -> ItemRow? {
    for type in routes.keys.sorted() where isListed(type, scope) {
      if let record = try rows.record(id: id, ofType: type) { return record }
    }
    return nil
  }
}
