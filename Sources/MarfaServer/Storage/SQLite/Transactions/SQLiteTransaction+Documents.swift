import Foundation
import GRDB

/// Rows of documents.
extension SQLiteTransaction {
  func put(_ client: DocumentClientRow) throws {
    // No REPLACE: that would delete the row first, and its copies with it.
    try db.run(
      """
      INSERT INTO document_client(id, credential, client_key, created_at, seen_at)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET credential = excluded.credential,
        client_key = excluded.client_key, created_at = excluded.created_at,
        seen_at = excluded.seen_at
      """,
      [client.id, client.credentialId, client.clientKey, client.createdAt, client.seenAt])
  }

  func deleteDocumentClient(_ id: String) throws {
    try db.run("DELETE FROM document_client WHERE id = ?", [id])
  }

  func insert(_ document: DocumentRow) throws -> Int64 {
    try db.run(
      """
      INSERT INTO document(key, sequence, trimmed_to, size, actor, actor_sequence, item, field,
        created_at, removed_at, typed_since, typed_at, vector, purged_through)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        document.key, document.sequence, document.trimmedTo, document.size, document.actor,
        document.actorSequence, document.itemId, document.field, document.createdAt,
        document.removedAt, document.typedSince, document.typedAt, Data(document.vector),
        document.purgedThrough,
      ])
    return db.lastInsertedRowID
  }

  func update(_ document: DocumentRow) throws {
    try db.run(
      """
      UPDATE document SET sequence = ?, trimmed_to = ?, size = ?, actor_sequence = ?, typed_at = ?,
        vector = ?, purged_through = ?
      WHERE number = ?
      """,
      [
        document.sequence, document.trimmedTo, document.size, document.actorSequence,
        document.typedAt, Data(document.vector), document.purgedThrough, document.number,
      ])
    // Whatever names these writes the pages of all indexes again, which is not to be with each
    // letter.
    try db.run(
      """
      UPDATE document SET removed_at = ?1, typed_since = ?2
      WHERE number = ?3 AND (removed_at IS NOT ?1 OR typed_since IS NOT ?2)
      """, [document.removedAt, document.typedSince, document.number])
  }

  func deleteDocument(_ number: Int64) throws {
    try db.run("DELETE FROM document WHERE number = ?", [number])
  }

  func append(_ change: DocumentChangeRow, to number: Int64) throws {
    try db.run(
      """
      INSERT INTO document_change(document, sequence, actor, client_sequence, bytes, digest)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        number, change.sequence, change.actor, change.clientSequence, Data(change.bytes),
        Data(change.digest),
      ])
  }

  func deleteDocumentChanges(of number: Int64, through sequence: Int64) throws {
    try db.run(
      "DELETE FROM document_change WHERE document = ? AND sequence <= ?", [number, sequence])
  }

  func put(_ snapshot: DocumentSnapshotRow, of number: Int64) throws {
    try db.run(
      """
      INSERT INTO document_snapshot(document, sequence, bytes) VALUES (?, ?, ?)
      ON CONFLICT(document) DO UPDATE SET sequence = excluded.sequence, bytes = excluded.bytes
      """, [number, snapshot.sequence, Data(snapshot.bytes)])
  }

  func put(_ replica: DocumentReplicaRow) throws {
    try db.run(
      """
      INSERT INTO document_replica(document, client, is_attached, client_sequence, last_hash,
        server_sequence, vector)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(document, client) DO UPDATE SET is_attached = excluded.is_attached,
        client_sequence = excluded.client_sequence, last_hash = excluded.last_hash,
        server_sequence = excluded.server_sequence, vector = excluded.vector
      """,
      [
        replica.document, replica.client, replica.isAttached, replica.clientSequence,
        Data(replica.lastHash), replica.serverSequence, Data(replica.vector),
      ])
  }

  func put(_ text: DocumentTextRow) throws {
    try db.run(
      """
      INSERT INTO document_text(document, version, text, is_difference, created_at)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT(document, version) DO UPDATE SET text = excluded.text,
        is_difference = excluded.is_difference, created_at = excluded.created_at
      """, [text.document, text.version, text.text, text.isDifference, text.createdAt])
  }

  @discardableResult
  func deleteDocumentTexts(before moment: Int64, limit: Int) throws -> Int {
    try db.run(
      """
      DELETE FROM document_text WHERE (document, version) IN (
        SELECT document, version FROM document_text WHERE created_at < ?
        ORDER BY created_at LIMIT ?)
      """, [moment, limit])
    return db.changesCount
  }
}
