import GRDB
import MarfaModel

/// What administrators did.
extension SQLiteReading {
  func audit(before key: Int64, limit: Int) throws -> RowPage<AuditRow> {
    let found = try db.rows(
      """
      SELECT key, at, credential, source, action, target, details FROM audit
      WHERE key < ? ORDER BY key DESC LIMIT ?
      """, [key, limit + 1]
    ).map { row in
      AuditRow(
        key: row[0], at: row[1], credentialId: row[2], source: row[3], action: row[4],
        target: row[5], details: row[6])
    }
    return RowPage(rows: Array(found.prefix(limit)), hasMore: found.count > limit)
  }
}

extension SQLiteTransaction {
  func insert(_ audit: AuditRow) throws {
    try db.run(
      """
      INSERT INTO audit(at, credential, source, action, target, details)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        audit.at, audit.credentialId, audit.source, audit.action, audit.target, audit.details,
      ])
  }
}
