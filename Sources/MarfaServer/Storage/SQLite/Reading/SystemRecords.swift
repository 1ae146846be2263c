import GRDB
import MarfaModel

/// Keys, webhooks and the profile as rows of items.
///
/// A common table with the name `item` hides the real one, so that filters, orders and cursors
/// work on these rows as on all others. Their keys are negative: no tag, edge or extension is
/// theirs. Secrets are not among their properties.
enum SystemRecords {
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
        'metadata_permissions', json_extract(permissions, '$.metadata'),
        'document_permissions', json(COALESCE(json_extract(permissions, '$.documents'), '{}')))), NULL FROM api_key
    """,
    "system.webhook": """
    SELECT -key, id, 'system.webhook', 0, NULL, 1, 1, 'marfa-server', NULL, NULL, NULL, NULL,
      created_at, created_at, updated_at, NULL, '', NULL,
      json_patch('{}', json_object(
        'url', url, 'events', json(events), 'type_filter', json(type_filter),
        'active', json(iif(active, 'true', 'false')))), NULL FROM webhook WHERE is_deleted = 0
    """,
    "system.profile": """
    SELECT -1, json_extract(value, '$.id'), 'system.profile', 0, NULL, 1, 1, 'marfa-server',
      NULL, NULL, NULL, NULL, \(milliseconds("created_at")), \(milliseconds("created_at")),
      \(milliseconds("updated_at")), NULL, '', NULL,
      json_remove(json_patch('{"email_verified": false}', value),
        '$.id', '$.created_at', '$.updated_at'), NULL
      FROM main.space WHERE name = 'profile' AND json_extract(value, '$.id') IS NOT NULL
        AND \(milliseconds("created_at")) IS NOT NULL
        AND \(milliseconds("updated_at")) IS NOT NULL
    """,
  ]

  /// A time of the profile, which has it as the API writes it, to the millisecond.
  private static func milliseconds(_ name: String) -> String {
    "CAST(ROUND((julianday(json_extract(value, '$.\(name)')) - 2440587.5) * 86400000) AS INTEGER)"
  }

  /// What is before a query of `item` so that it sees the records of a type as well; empty
  /// when it has none.
  static func prefix(_ type: String?) -> String {
    guard let type, let records = records[type] else { return "" }
    let columns = ItemRow.columns.replacing("item.", with: "")
    return """
      WITH item(\(columns)) AS (SELECT \(ItemRow.columns) FROM main.item UNION ALL \(records))

      """
  }
}
