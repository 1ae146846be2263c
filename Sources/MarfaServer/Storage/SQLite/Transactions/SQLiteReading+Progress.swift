import GRDB
import MarfaModel

/// What unfinished requests have done, and other counts.
extension SQLiteReading {
  func extensionCount(of key: Int64) throws -> Int {
    try db.value("SELECT COUNT(*) FROM extension WHERE item = ?", [key], as: Int.self) ?? 0
  }

  func extensionBytes(of key: Int64) throws -> Int {
    try db.value(
      "SELECT COALESCE(SUM(LENGTH(CAST(data AS BLOB))), 0) FROM extension WHERE item = ?", [key],
      as: Int.self) ?? 0
  }

  func progressCount(_ key: String, of credentialId: String) throws -> Int {
    try db.value(
      "SELECT COUNT(*) FROM progress WHERE credential = ? AND name = ?", [credentialId, key],
      as: Int.self) ?? 0
  }

  func progressNames(of credentialId: String) throws -> [String] {
    try db.values(
      "SELECT DISTINCT name FROM progress WHERE credential = ?", [credentialId], as: String.self)
  }

  func progress(_ key: String, of credentialId: String) throws -> [ProgressRow] {
    try db.rows(
      """
      SELECT fingerprint, part, body FROM progress WHERE credential = ? AND name = ? ORDER BY part
      """, [credentialId, key]
    ).map { row in
      ProgressRow(
        credentialId: credentialId, key: IdempotencyKey(key: key, fingerprint: row[0]),
        part: row[1], body: row[2])
    }
  }
}

extension SQLiteTransaction {
  func insert(_ progress: ProgressRow) throws {
    try db.run(
      """
      INSERT INTO progress(credential, name, part, fingerprint, body, created_at)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        progress.credentialId, progress.key.key, progress.part, progress.key.fingerprint,
        progress.body, now.milliseconds,
      ])
  }

  func deleteProgress(_ key: String, of credentialId: String) throws {
    try db.run(
      "DELETE FROM progress WHERE credential = ? AND name = ?", [credentialId, key])
  }
}
