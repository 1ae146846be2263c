import Foundation
import GRDB
import MarfaModel

/// Catalogue, keys, webhooks, blobs and first answers.
extension SQLiteTransaction {
  func put(_ type: ItemType) throws {
    try db.run(
      """
      INSERT INTO item_type(id, schema) VALUES (?, ?)
      ON CONFLICT(id) DO UPDATE SET schema = excluded.schema
      """, [type.id, try StoredJSON.text(encoding: type)])
    try catalogueChanged { catalogue in
      catalogue.types.insert(type)
      catalogue.edgeRules.itemTypes = catalogue.types
    }
  }

  func deleteType(_ id: String) throws {
    try db.run("DELETE FROM item_type WHERE id = ?", [id])
    try catalogueChanged { catalogue in
      catalogue.types.remove(id)
      catalogue.edgeRules.itemTypes = catalogue.types
    }
  }

  func put(_ type: EdgeType) throws {
    try db.run(
      """
      INSERT INTO edge_type(id, schema) VALUES (?, ?)
      ON CONFLICT(id) DO UPDATE SET schema = excluded.schema
      """, [type.id, try StoredJSON.text(encoding: type)])
    try catalogueChanged { $0.edgeRules.insert(type) }
  }

  func deleteEdgeType(_ id: String) throws {
    try db.run("DELETE FROM edge_type WHERE id = ?", [id])
    try catalogueChanged { $0.edgeRules.remove(id) }
  }

  func setSpaceValue(_ name: SpaceValue, _ value: String) throws {
    try db.setSpaceValue(name.rawValue, value)
    guard name == .settings else { return }
    try catalogueChanged { $0.settings = try StoredJSON.value(value) }
  }

  func deleteKey(_ id: String) throws {
    try db.run("DELETE FROM api_key WHERE id = ?", [id])
    keysChanged()
  }

  func put(_ webhook: Webhook) throws {
    func text(_ names: [String]) -> String {
      JSONWriter.string(of: .array(names.map(JSONValue.string)))
    }
    try db.run(
      """
      INSERT INTO webhook(id, url, events, type_filter, secret, active, created_at, updated_at,
        owner, failing_since, disabled_reason)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET url = excluded.url, events = excluded.events,
        type_filter = excluded.type_filter, secret = excluded.secret, active = excluded.active,
        updated_at = excluded.updated_at, owner = excluded.owner,
        failing_since = excluded.failing_since, disabled_reason = excluded.disabled_reason
      """,
      [
        webhook.id, webhook.url, text(webhook.events), webhook.typeFilter.map(text),
        webhook.secret, webhook.active, try StoredJSON.milliseconds(webhook.createdAt),
        try StoredJSON.milliseconds(webhook.updatedAt), webhook.ownerId, webhook.failingSince,
        webhook.disabledReason,
      ])
  }

  func deleteWebhook(_ id: String) throws -> Bool {
    // Its deliveries may be many: upkeep forgets them, and then the row.
    try db.run("UPDATE webhook SET is_deleted = 1 WHERE id = ? AND is_deleted = 0", [id])
    return db.changesCount > 0
  }

  func put(_ blob: StoredBlob) throws {
    try db.run(
      """
      INSERT INTO blob(hash, mime_type, size, created_at, credential) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT(hash) DO NOTHING
      """,
      [
        blob.hash, blob.mimeType, blob.size, blob.createdAt.milliseconds, blob.credentialId,
      ])
    if db.changesCount > 0 { try count(blob, by: 1) }
  }

  func insert(_ answer: IdempotencyRow) throws {
    try db.run(
      """
      INSERT OR REPLACE INTO idempotency(credential, name, fingerprint, status, body, created_at,
        text_item, text_version, text_start, text_count, rights)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        answer.credentialId, answer.key.key, answer.key.fingerprint, answer.outcome.rawValue,
        Data(answer.body), now.milliseconds, answer.text?.itemId, answer.text?.version,
        answer.text?.start, answer.text?.count, answer.rights,
      ])
  }
}

extension Database {
  /// The webhooks that a condition with its order finds, without those that were deleted.
  func webhooks(
    _ condition: String, _ arguments: StatementArguments = []
  ) throws -> [Webhook] {
    try rows(
      """
      SELECT id, url, events, type_filter, secret, active, created_at, updated_at, owner,
        failing_since, disabled_reason FROM webhook WHERE is_deleted = 0 AND \(condition)
      """, arguments
    ).map { row in
      Webhook(
        id: row[0], url: row[1], events: try StoredJSON.value(row[2]),
        typeFilter: try (row[3] as String?).map { try StoredJSON.value($0) }, secret: row[4],
        active: row[5], createdAt: Timestamp(milliseconds: row[6]).iso8601,
        updatedAt: Timestamp(milliseconds: row[7]).iso8601, ownerId: row[8],
        health: WebhookHealth(
          failingSince: (row[9] as Int64?).map(Timestamp.init(milliseconds:)),
          disabledReason: row[10]))
    }
  }
}
