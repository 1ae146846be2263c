import GRDB
import MarfaModel

extension SQLiteServerStore {
  /// Webhooks that are active, for turning events into deliveries.
  public func activeWebhooks() async throws -> [Webhook] {
    try lookUp { db in try db.webhooks("1 ORDER BY key").filter(\.active) }
  }

  /// The webhook of an id; nil when there is none.
  public func webhook(id: String) async throws -> Webhook? {
    try lookUp { db in try db.webhooks("id = ?", [id]).first }
  }

  /// The newest event that has been turned into deliveries.
  public func deliveryCursor() async throws -> Int64 {
    try lookUp { try $0.deliveryCursor() }
  }

  /// Adds deliveries and moves the cursor, so that no event is delivered twice or never.
  public func addDeliveries(
    _ deliveries: [WebhookDelivery], from start: Int64, through end: Int64
  ) async throws -> Bool {
    try await commits.perform(.slice) { transaction in
      let db = transaction.db
      guard try db.deliveryCursor() == start else { return false }
      for delivery in deliveries {
        let isKnown =
          try db.value(
            "SELECT 1 FROM webhook WHERE id = ? AND is_deleted = 0", [delivery.webhookId],
            as: Int.self) != nil
        // The webhook may have been deleted since it was looked at.
        guard isKnown else { continue }
        try db.run(
          """
          INSERT INTO delivery(id, webhook, event_id, event, body, status, attempts,
            response_code, created_at, due_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
          [
            delivery.id, delivery.webhookId, delivery.eventId, delivery.event, delivery.body,
            delivery.status.rawValue, delivery.attempts, delivery.responseCode,
            delivery.createdAt.milliseconds, delivery.dueAt.milliseconds,
          ])
      }
      try db.setSpaceValue("delivery_cursor", String(end))
      return true
    }
  }

  /// Pending deliveries that are due, of each webhook the earliest; at most `limit` of each.
  public func dueDeliveries(
    at now: Timestamp, ofEach limit: Int
  ) async throws -> [WebhookDelivery] {
    try lookUp { db in
      // By webhook, each by its index: however many wait for one, the others are found at once.
      try db.rows("SELECT id FROM webhook WHERE is_deleted = 0 ORDER BY key").flatMap { webhook in
        try db.deliveries(
          "webhook = ? AND status = 'pending' AND due_at <= ? ORDER BY due_at, key LIMIT ?",
          [webhook[0] as String, now.milliseconds, max(limit, 0)])
      }
    }
  }

  /// When the first pending delivery after a moment is due; nil when there is none.
  public func nextDeliveryTime(after moment: Timestamp) async throws -> Timestamp? {
    try lookUp { db in
      try db.value(
        """
        SELECT due_at FROM delivery WHERE status = 'pending' AND due_at > ?
          AND webhook NOT IN (SELECT id FROM webhook WHERE is_deleted = 1)
        ORDER BY due_at LIMIT 1
        """, [moment.milliseconds], as: Int64.self
      ).map(Timestamp.init(milliseconds:))
    }
  }

  /// How many deliveries of a webhook are pending, counted up to a limit.
  public func pendingDeliveries(ofWebhook id: String, upTo limit: Int) async throws -> Int {
    try lookUp { db in
      try db.value(
        """
        SELECT COUNT(*) FROM (
          SELECT 1 FROM delivery WHERE webhook = ? AND status = 'pending' LIMIT ?)
        """, [id, max(limit, 0)], as: Int.self) ?? 0
    }
  }

  /// Notes how a webhook's receiver does.
  public func setHealth(_ health: WebhookHealth, ofWebhook id: String) async throws {
    if health.disabledReason != nil {
      // Most of what waits; what comes meanwhile goes with the webhook itself.
      _ = try await pruneInSlices { transaction in
        try transaction.db.run(
          """
          UPDATE delivery SET status = 'failed' WHERE key IN (
            SELECT key FROM delivery WHERE webhook = ? AND status = 'pending' LIMIT ?)
          """, [id, SQLiteTransaction.pruned])
        return transaction.db.changesCount
      }
    }
    try await commits.perform { transaction in
      let db = transaction.db
      try db.run(
        """
        UPDATE webhook SET failing_since = ?1, disabled_reason = ?2,
          active = active AND ?2 IS NULL WHERE id = ?3
        """, [health.failingSince?.milliseconds, health.disabledReason, id])
      guard health.disabledReason != nil else { return }
      try db.run(
        "UPDATE delivery SET status = 'failed' WHERE webhook = ? AND status = 'pending'", [id])
    }
  }

  /// Replaces status, attempts, answer and due time of a delivery; an unknown one is ignored.
  public func updateDelivery(_ delivery: WebhookDelivery) async throws {
    try await commits.perform { transaction in
      try transaction.db.run(
        """
        UPDATE delivery SET status = ?, attempts = ?, response_code = ?, due_at = ?
        WHERE id = ?
        """,
        [
          delivery.status.rawValue, delivery.attempts, delivery.responseCode,
          delivery.dueAt.milliseconds, delivery.id,
        ])
    }
  }

  /// Deliveries of a webhook, newest first; at most `limit`.
  public func deliveries(ofWebhook id: String, limit: Int) async throws -> [WebhookDelivery] {
    try await read { db in
      guard try db.webhooks("id = ?", [id]).first != nil else {
        throw StoreErrors.webhookNotFound(id)
      }
      return try db.deliveries("webhook = ? ORDER BY key DESC LIMIT ?", [id, max(limit, 0)])
    }
  }

  /// Forgets webhooks that were deleted, with their deliveries; those go first, a few at a time.
  @discardableResult
  public func pruneDeletedWebhooks() async throws -> Int {
    let isAny = try await read { db in
      try db.value("SELECT 1 FROM webhook WHERE is_deleted = 1 LIMIT 1", as: Int.self) != nil
    }
    guard isAny else { return 0 }
    let total = try await pruneInSlices { transaction in
      try transaction.db.run(
        """
        DELETE FROM delivery WHERE key IN (
          SELECT delivery.key FROM webhook CROSS JOIN delivery ON delivery.webhook = webhook.id
          WHERE webhook.is_deleted = 1 LIMIT ?)
        """, [SQLiteTransaction.pruned])
      return transaction.db.changesCount
    }
    try await commits.perform(.slice) { transaction in
      try transaction.db.run(
        """
        DELETE FROM webhook WHERE is_deleted = 1
          AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.webhook = webhook.id)
        """)
    }
    return total
  }

  /// Forgets deliveries that were made before and are not pending.
  @discardableResult
  public func pruneDeliveries(before horizon: Timestamp) async throws -> Int {
    // No index finds them, so they are looked for outside the writer's turn.
    let keys = try await read { db in
      try db.values(
        "SELECT key FROM delivery WHERE status <> 'pending' AND created_at < ? ORDER BY key",
        [horizon.milliseconds], as: Int64.self)
    }
    var total = 0
    for start in stride(from: 0, to: keys.count, by: SQLiteTransaction.pruned) {
      let some = keys[start..<min(start + SQLiteTransaction.pruned, keys.count)]
      total += try await commits.perform(.slice) { transaction in
        for key in some { try transaction.db.run("DELETE FROM delivery WHERE key = ?", [key]) }
        return some.count
      }
    }
    return total
  }
}

extension Database {
  fileprivate func deliveryCursor() throws -> Int64 {
    try spaceValue("delivery_cursor").flatMap(Int64.init) ?? 0
  }

  /// The deliveries that a condition with its order finds.
  fileprivate func deliveries(
    _ condition: String, _ arguments: StatementArguments
  ) throws -> [WebhookDelivery] {
    try rows(
      """
      SELECT id, webhook, event_id, event, body, status, attempts, response_code, created_at,
        due_at FROM delivery WHERE \(condition)
      """, arguments
    ).map { row in
      WebhookDelivery(
        id: row[0], webhookId: row[1], eventId: row[2], event: row[3], body: row[4],
        status: WebhookDelivery.Status(rawValue: row[5]) ?? .failed, attempts: row[6],
        responseCode: row[7], createdAt: Timestamp(milliseconds: row[8]),
        dueAt: Timestamp(milliseconds: row[9]))
    }
  }
}
