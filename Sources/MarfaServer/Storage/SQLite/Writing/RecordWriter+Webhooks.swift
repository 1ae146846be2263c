import GRDB
import MarfaModel

extension RecordWriter {
  /// `POST /webhooks`.
  func create(_ new: NewWebhook) throws -> StoreAnswer {
    try requireAdministrator()
    let id = transaction.ids.nextID()
    try db.run(
      """
      INSERT INTO webhook(id, url, events, type_filter, secret, active, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, 1, ?, ?)
      """,
      [
        id, new.url, WebhookRows.text(new.events), new.typeFilter.map(WebhookRows.text),
        new.secret, transaction.now, transaction.now,
      ])
    return try WebhookRows(db: db).answer(id, status: 201)
  }

  /// `PATCH /webhooks/{id}`.
  func patch(_ id: String, _ patch: PatchWebhookBody) throws -> StoreAnswer {
    try requireAdministrator()
    guard var webhook = try WebhookRows(db: db).webhook(id) else {
      throw StoreErrors.webhookNotFound(id)
    }
    webhook.url = patch.url ?? webhook.url
    webhook.events = patch.events ?? webhook.events
    webhook.secret = patch.secret ?? webhook.secret
    webhook.active = patch.active ?? webhook.active
    if let types = patch.typeFilter { webhook.typeFilter = types.isEmpty ? nil : types }
    try db.run(
      """
      UPDATE webhook SET url = ?, events = ?, type_filter = ?, secret = ?, active = ?,
        updated_at = ? WHERE id = ?
      """,
      [
        webhook.url, WebhookRows.text(webhook.events),
        webhook.typeFilter.map(WebhookRows.text), webhook.secret, webhook.active,
        transaction.now, id,
      ])
    return try WebhookRows(db: db).answer(id)
  }

  /// `DELETE /webhooks/{id}`.
  func deleteWebhook(_ id: String) throws -> StoreAnswer {
    try requireAdministrator()
    try db.run("DELETE FROM webhook WHERE id = ?", [id])
    guard db.changesCount > 0 else { throw StoreErrors.webhookNotFound(id) }
    return .ok
  }
}

/// Rows of webhooks.
struct WebhookRows {
  let db: Database

  private static let columns =
    "id, url, events, type_filter, secret, active, created_at, updated_at"

  /// Every webhook, oldest first.
  func all() throws -> [Webhook] {
    try db.rows("SELECT \(Self.columns) FROM webhook ORDER BY key").map(Self.webhook)
  }

  /// One webhook.
  func webhook(_ id: String) throws -> Webhook? {
    try db.row("SELECT \(Self.columns) FROM webhook WHERE id = ?", [id]).map(Self.webhook)
  }

  /// One webhook as the API answers it.
  func answer(_ id: String, status: Int = 200) throws -> StoreAnswer {
    guard let webhook = try webhook(id) else { throw StoreErrors.webhookNotFound(id) }
    return StoreAnswer(status: status, Self.json(webhook))
  }

  /// `{webhooks}`.
  func listAnswer() throws -> StoreAnswer {
    StoreAnswer(["webhooks": .array(try all().map(Self.json))])
  }

  /// Every documented field, `null` where there is no filter.
  private static func json(_ webhook: Webhook) -> JSONValue {
    [
      "id": .string(webhook.id), "url": .string(webhook.url),
      "events": .array(webhook.events.map(JSONValue.string)),
      "type_filter": webhook.typeFilter.map { .array($0.map(JSONValue.string)) } ?? .null,
      "secret": .string(webhook.secret), "active": .bool(webhook.active),
      "created_at": .string(webhook.createdAt), "updated_at": .string(webhook.updatedAt),
    ]
  }

  /// A list of names as JSON.
  static func text(_ names: [String]) -> String {
    JSONWriter.string(of: .array(names.map(JSONValue.string)))
  }

  private static func webhook(_ row: Row) throws -> Webhook {
    Webhook(
      id: row[0], url: row[1], events: try StoredJSON.value(row[2]),
      typeFilter: try (row[3] as String?).map { try StoredJSON.value($0) }, secret: row[4],
      active: row[5], createdAt: Timestamp(milliseconds: row[6]).iso8601,
      updatedAt: Timestamp(milliseconds: row[7]).iso8601)
  }
}
