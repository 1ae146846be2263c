import GRDB
import MarfaModel

/// Keys, webhooks and the profile as items of system types, which no route of items changes.
///
/// A common table with the name `item` hides the real one, so that filters, orders and cursors
/// work on these rows as on all others. Their keys are negative: no tag, edge or extension is
/// theirs. Secrets are not among their properties. Whoever sees one may read its type, and what it
/// stands for through that one's own route: keys and webhooks are for administrators.
///
/// Of the other system types (`device`, `app`, `connection`, `integration`, `activity`) the server
/// keeps nothing by itself; their items are rows like any other.
enum SystemItems {
  private static let records = [
    "system.credential": """
    SELECT -key, id, 'system.credential', 0, NULL, 1, 1, source, NULL, NULL, NULL, NULL,
      created_at, created_at, created_at, NULL, '', NULL,
      json_patch('{}', json_object(
        'kind', 'api_key', 'label', label, 'role', role,
        'default_tier', CASE default_tier WHEN 0 THEN 'library' WHEN 1 THEN 'feed' END,
        'is_platform', json(iif(is_platform, 'true', 'false')),
        'type_permissions', json_extract(permissions, '$.types'),
        'extension_permissions', json_extract(permissions, '$.extensions'),
        'edge_permissions', json_extract(permissions, '$.edges'),
        'metadata_permissions', json_extract(permissions, '$.metadata'))) FROM api_key
    """,
    "system.webhook": """
    SELECT -key, id, 'system.webhook', 0, NULL, 1, 1, 'marfa-server', NULL, NULL, NULL, NULL,
      created_at, created_at, updated_at, NULL, '', NULL,
      json_patch('{}', json_object(
        'url', url, 'events', json(events), 'type_filter', json(type_filter),
        'active', json(iif(active, 'true', 'false')))) FROM webhook
    """,
    "system.profile": """
    SELECT -1, json_extract(value, '$.id'), 'system.profile', 0, NULL, 1, 1, 'marfa-server',
      NULL, NULL, NULL, NULL, \(milliseconds("created_at")), \(milliseconds("created_at")),
      \(milliseconds("updated_at")), NULL, '', NULL,
      json_remove(json_patch('{"email_verified": false}', value),
        '$.id', '$.created_at', '$.updated_at')
      FROM main.space WHERE name = 'profile' AND json_extract(value, '$.id') IS NOT NULL
        AND \(milliseconds("created_at")) IS NOT NULL
        AND \(milliseconds("updated_at")) IS NOT NULL
    """,
  ]

  /// Where the records of a type are made and changed.
  private static let routes = [
    "system.credential": "/keys", "system.webhook": "/webhooks", "system.profile": "/profile/me",
  ]

  /// What everybody with a key is told by the route as well.
  private static let openTypes: Set<String> = ["system.profile"]

  /// A time of the profile, which has it as the API writes it, to the millisecond.
  private static func milliseconds(_ name: String) -> String {
    "CAST(ROUND((julianday(json_extract(value, '$.\(name)')) - 2440587.5) * 86400000) AS INTEGER)"
  }

  /// Refuses a type whose items are records of the server, and are made as such.
  ///
  /// - Throws: `ValidationError` with `invalid_type`.
  static func checkCreation(ofType type: String) throws {
    guard let route = routes[type] else { return }
    throw ValidationError(
      code: ErrorCode.invalidType,
      message: "Items of \(type) are the server's own; use \(route).",
      details: ["field": "type", "type": .string(type)])
  }

  /// The refusal of a change to a record through the routes of items.
  static func immutable(_ record: ItemRow) -> ForbiddenError {
    let route = routes[record.type] ?? ""
    return ForbiddenError(
      code: ErrorCode.typeNotPermitted,
      message: "Items of \(record.type) are the server's own; use \(route).",
      details: ["type": .string(record.type)])
  }

  /// What stands before a query of `item` so that it sees the records of a type as well; empty
  /// when it has none that may be seen.
  static func prefix(type: String?, _ scope: ReadScope) -> String {
    guard let type, let records = records[type], isVisible(type, scope) else { return "" }
    let columns = ItemRow.columns.replacing("item.", with: "")
    return """
      WITH item(\(columns)) AS (SELECT \(ItemRow.columns) FROM main.item UNION ALL \(records))

      """
  }

  /// The record of an id; nil when there is none that may be seen.
  static func row(id: String, _ scope: ReadScope, in db: Database) throws -> ItemRow? {
    for type in records.keys.sorted() where isVisible(type, scope) {
      let select = "SELECT \(ItemRow.columns) FROM item WHERE id = ?"
      let row = try db.row(prefix(type: type, scope) + select, [id])
      if let row { return try ItemRow(row) }
    }
    return nil
  }

  private static func isVisible(_ type: String, _ scope: ReadScope) -> Bool {
    scope.mayRead(type: type) && (scope.access.isAdministrator || openTypes.contains(type))
  }
}
