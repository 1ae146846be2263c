import GRDB
import MarfaModel

/// Keys and webhooks as items of `system.credential` and `system.webhook`, for administrators.
///
/// A common table with the name `item` hides the real one, so that filters, orders and cursors
/// work on these rows as on all others. Their keys are negative: no tag, edge or extension is
/// theirs. Secrets are not among their properties.
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
  ]

  /// Refuses a type whose items are keys or webhooks, and are made as such.
  ///
  /// - Throws: `ValidationError` with `invalid_type`.
  static func checkCreation(ofType type: String) throws {
    guard records[type] != nil else { return }
    throw ValidationError(
      code: ErrorCode.invalidType,
      message: "Items of \(type) are the server's own; use POST /keys or POST /webhooks.",
      details: ["field": "type", "type": .string(type)])
  }

  /// What stands before a query of `item` so that it sees the records of a type as well; empty
  /// when it has none that may be seen.
  static func prefix(type: String?, _ scope: ReadScope) -> String {
    guard scope.access.isAdministrator, let type, let records = records[type] else { return "" }
    let columns = ItemRow.columns.replacing("item.", with: "")
    return """
      WITH item(\(columns)) AS (SELECT \(ItemRow.columns) FROM main.item UNION ALL \(records))

      """
  }

  /// The record of an id; nil when there is none that may be seen.
  static func row(id: String, _ scope: ReadScope, in db: Database) throws -> ItemRow? {
    guard scope.access.isAdministrator else { return nil }
    for type in records.keys.sorted() {
      let select = "SELECT \(ItemRow.columns) FROM item WHERE id = ?"
      let row = try db.row(prefix(type: type, scope) + select, [id])
      if let row { return try ItemRow(row) }
    }
    return nil
  }
}
