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
    try await commits.perform { transaction in
      let db = transaction.db
      guard try db.deliveryCursor() == start else { return false }
      for delivery in deliveries {
        let isKnown =
          try db.value("SELECT 1 FROM webhook WHERE id = ?", [delivery.webhookID], as: Int.self)
          != nil
        // The webhook may have been deleted since it was looked at.
        guard isKnown else { continue }
        try db.run(
          """
          INSERT INTO delivery(id, webhook, event_id, event, body, status, attempts,
            response_code, created_at, due_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
          [
            delivery.id, delivery.webhookID, delivery.eventID, delivery.event, delivery.body,
            delivery.status.rawValue, delivery.attempts, delivery.responseCode,
            delivery.createdAt.milliseconds, delivery.dueAt.milliseconds,
          ])
      }
      try db.setSpaceValue("delivery_cursor", String(end))
      return true
    }
  }

  /// Pending deliveries that are due, earliest first; at most `limit`.
  public func dueDeliveries(at now: Timestamp, limit: Int) async throws -> [WebhookDelivery] {
    try lookUp { db in
      try db.deliveries(
        "status = 'pending' AND due_at <= ? ORDER BY due_at, key LIMIT ?",
        [now.milliseconds, max(limit, 0)])
    }
  }

  /// When the next pending delivery is due; nil when there is none.
  public func nextDeliveryTime() async throws -> Timestamp? {
    try lookUp { db in
      try db.value(
        "SELECT MIN(due_at) FROM delivery WHERE status = 'pending'", as: Int64.self
      ).map(Timestamp.init(milliseconds:))
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

  /// Forgets deliveries that were made before and are not pending.
  @discardableResult
  public func pruneDeliveries(before horizon: Timestamp) async throws -> Int {
    try await commits.perform { transaction in
      try transaction.db.run(
        "DELETE FROM delivery WHERE status <> 'pending' AND created_at < ?",
        [horizon.milliseconds])
      return transaction.db.changesCount
    }
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
        id: row[0], webhookID: row[1], eventID: row[2], event: row[3], body: row[4],
        status: WebhookDelivery.Status(rawValue: row[5]) ?? .failed, attempts: row[6],
        responseCode: row[7], createdAt: Timestamp(milliseconds: row[8]),
        dueAt: Timestamp(milliseconds: row[9]))
    }
  }
}
