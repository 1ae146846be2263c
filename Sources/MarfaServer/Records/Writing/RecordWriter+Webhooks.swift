import MarfaModel

extension RecordWriter {
  /// `POST /webhooks`.
  func create(_ new: NewWebhook) throws -> StoreAnswer {
    try requireAdministrator()
    let webhook = Webhook(
      id: rows.ids.nextID(), url: new.url, events: new.events, typeFilter: new.typeFilter,
      secret: new.secret, createdAt: rows.now.iso8601, updatedAt: rows.now.iso8601)
    try rows.put(webhook)
    return StoreAnswer(status: 201, webhook.json)
  }

  /// `PATCH /webhooks/{id}`.
  func patch(_ id: String, _ patch: PatchWebhookBody) throws -> StoreAnswer {
    try requireAdministrator()
    guard var webhook = try rows.webhook(id: id) else { throw StoreErrors.webhookNotFound(id) }
    webhook.url = patch.url ?? webhook.url
    webhook.events = patch.events ?? webhook.events
    webhook.secret = patch.secret ?? webhook.secret
    webhook.active = patch.active ?? webhook.active
    if let types = patch.typeFilter { webhook.typeFilter = types.isEmpty ? nil : types }
    webhook.updatedAt = rows.now.iso8601
    try rows.put(webhook)
    return StoreAnswer(webhook.json)
  }

  /// `DELETE /webhooks/{id}`.
  func deleteWebhook(_ id: String) throws -> StoreAnswer {
    try requireAdministrator()
    guard try rows.deleteWebhook(id) else { throw StoreErrors.webhookNotFound(id) }
    return .ok
  }
}

extension Webhook {
  /// Every documented field, `null` where there is no filter.
  var json: JSONValue {
    [
      "id": .string(id), "url": .string(url), "events": .array(events.map(JSONValue.string)),
      "type_filter": typeFilter.map { .array($0.map(JSONValue.string)) } ?? .null,
      "secret": .string(secret), "active": .bool(active), "created_at": .string(createdAt),
      "updated_at": .string(updatedAt),
    ]
  }
}
