import GRDB
import MarfaModel

extension SQLiteServerStore {
  /// Notes a new upload.
  public func createUpload(_ upload: StoredUpload) async throws {
    try await commits.perform { transaction in
      try transaction.db.run(
        """
        INSERT INTO upload(id, credential, length, offset, metadata, created_at, expires_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          upload.id, upload.credentialId, upload.length, upload.offset,
          StoredJSON.text(upload.metadata.mapValues(JSONValue.string)),
          upload.createdAt.milliseconds, upload.expiresAt.milliseconds,
        ])
    }
  }

  /// The upload of an id; nil when it is unknown.
  public func upload(id: String) async throws -> StoredUpload? {
    try await read { try $0.uploads("id = ?", [id]).first }
  }

  /// How many uploads of a credential are under way, counted up to a limit.
  public func openUploads(of credentialId: String, upTo limit: Int) async throws -> Int {
    try lookUp { db in
      try db.value(
        """
        SELECT COUNT(*) FROM (
          SELECT 1 FROM upload WHERE credential = ? AND hash IS NULL LIMIT ?)
        """, [credentialId, max(limit, 0)], as: Int.self) ?? 0
    }
  }

  /// Notes how far the durable bytes go, and until when the upload is kept.
  public func advanceUpload(
    id: String, from old: Int64, to new: Int64, expiresAt: Timestamp
  ) async throws {
    try await commits.perform { transaction in
      let db = transaction.db
      guard let upload = try db.uploads("id = ?", [id]).first else {
        throw StoreErrors.noUpload(id)
      }
      guard upload.offset == old, new >= old, new <= upload.length else {
        throw StoreErrors.otherOffset(upload.offset)
      }
      try db.run(
        "UPDATE upload SET offset = ?, expires_at = ? WHERE id = ?",
        [new, expiresAt.milliseconds, id])
    }
  }

  /// Ends an upload by making it a blob, at once.
  public func finishUpload(id: String, as blob: StoredBlob) async throws -> StoredBlob {
    try await commits.perform { transaction in
      let blob = try transaction.noted(blob)
      try transaction.db.run("UPDATE upload SET hash = ? WHERE id = ?", [blob.hash, id])
      guard transaction.db.changesCount > 0 else { throw StoreErrors.noUpload(id) }
      return blob
    }
  }

  /// Forgets an upload; an unknown one is ignored.
  public func deleteUpload(id: String) async throws {
    try await commits.perform { try $0.db.run("DELETE FROM upload WHERE id = ?", [id]) }
  }

  /// Uploads whose time is over, oldest first; at most `limit`.
  public func expiredUploads(at now: Timestamp, limit: Int) async throws -> [StoredUpload] {
    try await read { db in
      try db.uploads(
        "expires_at <= ? ORDER BY expires_at LIMIT ?", [now.milliseconds, max(limit, 0)])
    }
  }
}

extension Database {
  /// The uploads that a condition with its order finds.
  fileprivate func uploads(
    _ condition: String, _ arguments: StatementArguments
  ) throws -> [StoredUpload] {
    try rows(
      """
      SELECT id, credential, length, offset, metadata, created_at, expires_at, hash FROM upload
      WHERE \(condition)
      """, arguments
    ).map { row in
      StoredUpload(
        id: row[0], credentialId: row[1], length: row[2], offset: row[3],
        metadata: try StoredJSON.object(row[4]).compactMapValues(\.stringValue),
        createdAt: Timestamp(milliseconds: row[5]), expiresAt: Timestamp(milliseconds: row[6]),
        hash: row[7])
    }
  }
}
