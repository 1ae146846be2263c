import GRDB
import MarfaModel

extension SQLiteServerStore {
  /// Notes a blob whose bytes are durable already.
  public func putBlob(_ blob: StoredBlob) async throws -> StoredBlob {
    guard ItemRules.isBlobReference(blob.hash) else {
      throw StoreErrors.invalid("hash", "A hash is sha256: and 64 hexadecimal digits.")
    }
    return try await commits.perform { try $0.noted(blob) }
  }

  /// The blob of a hash; nil when it is unknown.
  public func blob(hash: String) async throws -> StoredBlob? {
    try await read { try $0.blobs("hash = ?", [hash]).first }
  }

  /// What a credential brought of the blobs that are there.
  public func blobShare(of credentialId: String) async throws -> BlobShare {
    try lookUp { db in
      try db.row("SELECT count, bytes FROM blob_share WHERE credential = ?", [credentialId])
        .map { BlobShare(count: $0[0], bytes: $0[1]) } ?? BlobShare(count: 0, bytes: 0)
    }
  }

  /// Blobs in the order of their hashes, after one; for reconciling with the files.
  public func blobs(after hash: String?, limit: Int) async throws -> [StoredBlob] {
    try await read { try $0.blobs("hash > ? ORDER BY hash LIMIT ?", [hash ?? "", max(limit, 0)]) }
  }

  /// Blobs that no item refers to and that were noted before a moment.
  public func unreferencedBlobs(
    before horizon: Timestamp, limit: Int
  ) async throws -> [StoredBlob] {
    try await read { db in
      try db.blobs(
        """
        created_at < ? AND NOT EXISTS (SELECT 1 FROM item_blob WHERE item_blob.hash = blob.hash)
        ORDER BY hash LIMIT ?
        """, [horizon.milliseconds, max(limit, 0)])
    }
  }

  /// Forgets a blob, unless an item refers to it by now.
  public func deleteUnreferencedBlob(hash: String) async throws -> Bool {
    try await commits.perform { transaction in
      guard let blob = try transaction.blobs(hashes: [hash]).first else { return false }
      try transaction.db.run(
        """
        DELETE FROM blob WHERE hash = ?1
          AND NOT EXISTS (SELECT 1 FROM item_blob WHERE hash = ?1)
        """, [hash])
      guard transaction.db.changesCount > 0 else { return false }
      try transaction.count(blob, by: -1)
      return true
    }
  }
}

extension SQLiteTransaction {
  /// Counts a blob for the credential that brought it.
  func count(_ blob: StoredBlob, by step: Int) throws {
    guard let credentialId = blob.credentialId else { return }
    try db.run(
      """
      INSERT INTO blob_share(credential, count, bytes) VALUES (?, ?, ?)
      ON CONFLICT(credential) DO UPDATE SET count = count + excluded.count,
        bytes = bytes + excluded.bytes
      """, [credentialId, step, Int64(step) * blob.size])
  }

  /// Notes a blob and gives it as it is known.
  func noted(_ blob: StoredBlob) throws -> StoredBlob {
    try put(blob)
    return try blobs(hashes: [blob.hash]).first ?? blob
  }
}

extension Database {
  /// The blobs that a condition with its order finds.
  func blobs(_ condition: String, _ arguments: StatementArguments) throws -> [StoredBlob] {
    try rows(
      "SELECT hash, mime_type, size, created_at, credential FROM blob WHERE \(condition)", arguments
    ).map {
      StoredBlob(
        hash: $0[0], mimeType: $0[1], size: $0[2], createdAt: Timestamp(milliseconds: $0[3]),
        credentialId: $0[4])
    }
  }
}
