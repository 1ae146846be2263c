import Foundation
import GRDB

/// Rows of documents.
extension SQLiteReading {
  func documentClient(id: String) throws -> DocumentClientRow? {
    try db.row("SELECT \(DocumentClientRow.columns) FROM document_client WHERE id = ?", [id])
      .map(DocumentClientRow.init)
  }

  func documentClientCount(of credentialId: String) throws -> Int {
    try db.value(
      "SELECT COUNT(*) FROM document_client WHERE credential = ?", [credentialId], as: Int.self)
      ?? 0
  }

  func documentClients(seenBefore moment: Int64, limit: Int) throws -> [DocumentClientRow] {
    try db.rows(
      """
      SELECT \(DocumentClientRow.columns) FROM document_client WHERE seen_at < ?
      ORDER BY seen_at, id LIMIT ?
      """, [moment, limit]
    ).map(DocumentClientRow.init)
  }

  func document(key: String) throws -> DocumentRow? {
    try documents("key = ? AND removed_at IS NULL", [key]).first
  }

  func document(number: Int64) throws -> DocumentRow? {
    try documents("number = ?", [number]).first
  }

  func documents(ofItem id: String) throws -> [DocumentRow] {
    try documents("item = ? AND removed_at IS NULL ORDER BY field", [id])
  }

  func documentsWithEdits() throws -> [DocumentRow] {
    try documents("typed_since IS NOT NULL", [])
  }

  func documents(removedBefore moment: Int64, limit: Int) throws -> [DocumentRow] {
    try documents(
      "removed_at IS NOT NULL AND removed_at < ? ORDER BY removed_at, number LIMIT ?",
      [moment, limit])
  }

  private func documents(
    _ condition: String, _ arguments: StatementArguments
  ) throws -> [DocumentRow] {
    try db.rows("SELECT \(DocumentRow.columns) FROM document WHERE \(condition)", arguments)
      .map(DocumentRow.init)
  }

  func documentChanges(
    of number: Int64, after sequence: Int64, notBy client: String?, limit: RowLimit
  ) throws -> RowPage<DocumentChangeRow> {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT sequence, actor, client_sequence, bytes, digest FROM document_change
          WHERE document = ? AND sequence > ? AND actor IS NOT ? ORDER BY sequence
          """), arguments: [number, sequence, client])
    return try RowPage(limit, size: \.bytes.count) {
      try rows.next().map {
        DocumentChangeRow(
          sequence: $0[0], actor: $0[1], clientSequence: $0[2], bytes: [UInt8]($0[3] as Data),
          digest: [UInt8]($0[4] as Data))
      }
    }
  }

  func documentDigests(
    of number: Int64, by client: String, from clientSequence: Int64, after sequence: Int64,
    limit: Int
  ) throws -> [DocumentDigestRow] {
    try db.rows(
      """
      SELECT sequence, client_sequence, digest FROM document_change
      WHERE document = ? AND sequence > ? AND actor = ? AND client_sequence >= ?
      ORDER BY sequence LIMIT ?
      """, [number, sequence, client, clientSequence, limit]
    ).map {
      DocumentDigestRow(sequence: $0[0], clientSequence: $0[1], digest: [UInt8]($0[2] as Data))
    }
  }

  func documentSnapshot(of number: Int64) throws -> DocumentSnapshotRow? {
    try db.row("SELECT sequence, bytes FROM document_snapshot WHERE document = ?", [number])
      .map { DocumentSnapshotRow(sequence: $0[0], bytes: [UInt8]($0[1] as Data)) }
  }

  func documentSnapshotSequence(of number: Int64) throws -> Int64 {
    try db.value("SELECT sequence FROM document_snapshot WHERE document = ?", [number]) ?? 0
  }

  func documentReplica(of number: Int64, client: String) throws -> DocumentReplicaRow? {
    try replicas("document = ? AND client = ?", [number, client]).first
  }

  func documentReplicas(of number: Int64) throws -> [DocumentReplicaRow] {
    try replicas("document = ? AND is_attached = 1 ORDER BY client", [number])
  }

  func documentReplicas(ofClient client: String) throws -> [DocumentReplicaRow] {
    try replicas("client = ? AND is_attached = 1 ORDER BY document", [client])
  }

  private func replicas(
    _ condition: String, _ arguments: StatementArguments
  ) throws -> [DocumentReplicaRow] {
    try db.rows(
      """
      SELECT document, client, is_attached, client_sequence, last_hash, server_sequence, vector
      FROM document_replica WHERE \(condition)
      """, arguments
    ).map { row in
      DocumentReplicaRow(
        document: row[0], client: row[1], isAttached: row[2], clientSequence: row[3],
        lastHash: [UInt8](row[4] as Data), serverSequence: row[5],
        vector: [UInt8](row[6] as Data))
    }
  }

  func documentTexts(of number: Int64, from version: Int) throws -> [DocumentTextRow] {
    let found = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT version, text, is_difference, created_at FROM document_text
          WHERE document = ? AND version >= ? ORDER BY version
          """), arguments: [number, version])
    var texts: [DocumentTextRow] = []
    while let row = try found.next() {
      texts.append(
        DocumentTextRow(
          document: number, version: row[0], text: row[1], isDifference: row[2],
          createdAt: row[3]))
      if texts.last?.isDifference == false { break }
    }
    return texts
  }

  func documentTextCount(of number: Int64, through version: Int) throws -> Int {
    try db.value(
      """
      SELECT COUNT(*) FROM document_text WHERE document = ? AND version <= ? AND version > COALESCE(
        (SELECT MAX(version) FROM document_text
         WHERE document = ? AND version <= ? AND is_difference = 0), -1)
      """, [number, version, number, version]) ?? 0
  }
}

extension DocumentClientRow {
  fileprivate static let columns = "id, credential, client_key, created_at, seen_at"

  fileprivate init(_ row: Row) {
    self.init(
      id: row[0], credentialId: row[1], clientKey: row[2], createdAt: row[3], seenAt: row[4])
  }
}

extension DocumentRow {
  fileprivate static let columns = """
    number, key, sequence, trimmed_to, size, actor, actor_sequence, item, field, created_at,
    removed_at, typed_since, typed_at, vector, purged_through
    """

  fileprivate init(_ row: Row) {
    self.init(
      number: row[0], key: row[1], sequence: row[2], trimmedTo: row[3], size: row[4],
      actor: row[5], actorSequence: row[6], itemId: row[7], field: row[8], createdAt: row[9],
      removedAt: row[10], typedSince: row[11], typedAt: row[12], vector: [UInt8](row[13] as Data),
      purgedThrough: row[14])
  }
}
