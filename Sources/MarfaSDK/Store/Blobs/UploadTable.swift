import Foundation
import GRDB

/// The rows of `upload` and `blob`.
struct UploadTable {
  let db: Database

  /// What is known of a blob whose bytes are here.
  struct Blob: Hashable {
    var mimeType: String
    var size: Int64
    var isOnServer: Bool
  }

  /// A blob whose bytes are here; nil for another one.
  func blob(_ hash: String) throws -> Blob? {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT mime_type, size, is_on_server FROM blob WHERE hash = ?"),
      arguments: [hash])
    return row.map { Blob(mimeType: $0[0], size: $0[1], isOnServer: $0[2]) }
  }

  /// The size of a blob whose bytes are not here, in bytes; nil where it is not known.
  func remoteSize(of hash: String) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT size FROM blob_size WHERE hash = ?"), arguments: [hash])
  }

  /// Notes the size of a blob for the time in which its bytes are not here.
  func noteSize(_ size: Int64, of hash: String) throws {
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO blob_size(hash, size) VALUES (?, ?)")
      .execute(arguments: [hash, size])
  }

  /// Notes that the bytes of a blob are here, and whether they came from the server just now.
  ///
  /// Bytes that somebody brought are taken for missing on the server, whatever was known before: it
  /// may have lost them, and is asked before any are sent.
  func keep(
    _ hash: String, mimeType: String, size: Int64, isOnServer: Bool = false, now: Int64
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO blob(hash, mime_type, size, is_on_server, is_cached, used_at)
        VALUES (?1, ?2, ?3, ?4, ?4, ?5)
        ON CONFLICT(hash) DO UPDATE SET used_at = excluded.used_at,
          is_cached = MIN(is_cached, excluded.is_cached),
          is_on_server = excluded.is_on_server
        """
    ).execute(arguments: [hash, mimeType, size, isOnServer, now])
  }

  /// All uploads in their order.
  func all() throws -> [BlobUpload] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT upload.hash, name, blob.mime_type, blob.size, state, offset, error, created_at, url
        FROM upload JOIN blob ON blob.hash = upload.hash ORDER BY place, upload.key
        """)
    return try Row.fetchAll(statement).map { row in
      BlobUpload(
        hash: row[0], name: row[1], mimeType: row[2], size: row[3],
        state: BlobUpload.State(rawValue: row[4]) ?? .queued, offset: row[5], error: row[6],
        createdAt: Date(timeIntervalSince1970: Double(row[7] as Int64) / 1000), url: row[8])
    }
  }

  /// The state and the words of an upload; nil for a blob that does not wait.
  func state(of hash: String) throws -> (state: BlobUpload.State, error: String?)? {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT state, error FROM upload WHERE hash = ?"), arguments: [hash])
    return row.map { (BlobUpload.State(rawValue: $0[0]) ?? .queued, $0[1]) }
  }

  /// Adds an upload after all others, or lets one that failed begin again.
  func add(_ hash: String, name: String, now: Int64) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO upload(hash, name, place, created_at)
        VALUES (?1, ?2, (SELECT COALESCE(MAX(place), 0) + 1 FROM upload), ?3)
        ON CONFLICT(hash) DO UPDATE SET state = 0, error = NULL WHERE state = 2
        """
    ).execute(arguments: [hash, name, now])
  }

  func set(_ state: BlobUpload.State, error: String? = nil, of hash: String) throws {
    try db.cachedStatement(sql: "UPDATE upload SET state = ?, error = ? WHERE hash = ?")
      .execute(arguments: [state.rawValue, error, hash])
  }

  /// Notes how far an upload is, and where it goes on.
  func set(offset: Int64, url: String?, of hash: String) throws {
    try db.cachedStatement(
      sql: "UPDATE upload SET offset = ?, url = ?, error = NULL WHERE hash = ?"
    )
    .execute(arguments: [offset, url, hash])
  }

  /// Notes why an upload, which goes on, had to wait.
  func set(error: String, of hash: String) throws {
    try db.cachedStatement(sql: "UPDATE upload SET error = ? WHERE hash = ?")
      .execute(arguments: [error, hash])
  }

  /// Gives the uploads an order.
  func order(_ hashes: [String]) throws {
    for (place, hash) in hashes.enumerated() {
      try db.cachedStatement(sql: "UPDATE upload SET place = ?1 WHERE hash = ?2 AND place <> ?1")
        .execute(arguments: [place, hash])
    }
  }

  func remove(_ hash: String) throws {
    try db.cachedStatement(sql: "DELETE FROM upload WHERE hash = ?").execute(arguments: [hash])
  }

  /// Removes the change that the items of a blob wait for.
  func release(_ hash: String) throws {
    try db.cachedStatement(
      sql: "DELETE FROM mutation WHERE kind = 'uploadBlob' AND subject = ?"
    ).execute(arguments: [hash])
  }

  /// The keys of the items that a blob belongs to.
  func items(with hash: String) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: "SELECT key FROM item WHERE attachment_count > 0 AND instr(attachments, ?) > 0"),
      arguments: [hash])
  }
}
