import MarfaModel

extension RecordWriter {
  /// `POST /webhooks`.
  func create(_ new: NewWebhook) throws -> StoreAnswer {
    try requireAdministrator()
    try checkShare()
    let webhook = Webhook(
      id: rows.ids.nextId(), url: new.url, events: new.events, typeFilter: new.typeFilter,
      secret: new.secret, createdAt: rows.now.iso8601, updatedAt: rows.now.iso8601,
      ownerId: context.credentialId)
    try rows.put(webhook)
    try note(.webhookCreated, webhook.id)
    return StoreAnswer(outcome: .created, webhook.json(.withSecret))
  }

  /// - Throws: `ValidationError` with the limit when the key has all the webhooks that it may have.
  private func checkShare() throws {
    let own = try rows.webhooks().count { $0.ownerId == context.credentialId }
    guard own < context.limits.webhooksPerKey else {
      throw RecordLimits.excess(
        "url", "A key has at most \(context.limits.webhooksPerKey) webhooks; remove one first.",
        context.limits.webhooksPerKey)
    }
  }

  /// `PATCH /webhooks/{id}`.
  ///
  /// Who changes where a webhook posts to becomes its maker: nobody sends to an address of theirs
  /// what only another may read, and nobody's address gets more because another changed the rest.
  func patch(_ id: String, _ patch: PatchWebhookBody) throws -> StoreAnswer {
    try requireAdministrator()
    guard var webhook = try rows.webhook(id: id) else { throw StoreErrors.webhookNotFound(id) }
    let isTakenOver = try isTakenOver(webhook, by: patch)
    webhook.url = patch.url ?? webhook.url
    webhook.events = patch.events ?? webhook.events
    webhook.secret = patch.secret ?? webhook.secret
    webhook.active = patch.active ?? webhook.active
    if let types = patch.typeFilter { webhook.typeFilter = types.isEmpty ? nil : types }
    if isTakenOver {
      try checkShare()
      webhook.ownerId = context.credentialId
    }
    if patch.active == true {
      webhook.failingSince = nil
      webhook.disabledReason = nil
    }
    webhook.updatedAt = rows.now.iso8601
    try rows.put(webhook)
    try note(.webhookChanged, id)
    return StoreAnswer(webhook.json(patch.secret == nil ? .withoutSecret : .withSecret))
  }

  /// Whether a change makes its maker that of the webhook: by another url, or by naming the url of
  /// one whose maker's key is gone.
  private func isTakenOver(_ webhook: Webhook, by patch: PatchWebhookBody) throws -> Bool {
    guard let url = patch.url, webhook.ownerId != context.credentialId else { return false }
    return try url != webhook.url || webhook.ownerId.map { try rows.apiKey(id: $0) == nil } ?? false
  }

  /// `DELETE /webhooks/{id}`.
  func deleteWebhook(_ id: String) throws -> StoreAnswer {
    try requireAdministrator()
    guard try rows.deleteWebhook(id) else { throw StoreErrors.webhookNotFound(id) }
    try note(.webhookRemoved, id)
    return .ok
  }
}

extension Webhook {
  /// Whether an answer shows what signs the posts.
  enum Secrecy {
    /// To the client that has just set it.
    case withSecret
    /// To everybody else.
    case withoutSecret
  }

  /// Every documented field, `null` where there is no filter, and where the secret is not shown.
  func json(_ secrecy: Secrecy) -> JSONValue {
    [
      "id": .string(id), "url": .string(url), "events": .array(events.map(JSONValue.string)),
      "type_filter": typeFilter.map { .array($0.map(JSONValue.string)) } ?? .null,
      "secret": secrecy == .withSecret ? .string(secret) : .null, "active": .bool(active),
      "created_at": .string(createdAt), "updated_at": .string(updatedAt),
      "owner_id": ownerId.map(JSONValue.string) ?? .null,
      "failing_since": failingSince.map { .string(Timestamp(milliseconds: $0).iso8601) } ?? .null,
      "disabled_reason": disabledReason.map(JSONValue.string) ?? .null,
    ]
  }
}
