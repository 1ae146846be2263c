import MarfaModel

/// Webhooks and their deliveries.
extension MemoryServerStore {
  /// Webhooks that are active.
  public func activeWebhooks() async throws -> [Webhook] {
    try reading { try $0.webhooks().filter(\.active) }
  }

  /// The webhook of an id; nil when there is none.
  public func webhook(id: String) async throws -> Webhook? {
    try reading { try $0.webhook(id: id) }
  }

  /// The newest event that has been turned into deliveries.
  public func deliveryCursor() async throws -> Int64 { try reading { $0.tables.deliveryCursor } }

  /// Adds deliveries and moves the cursor.
  public func addDeliveries(
    _ deliveries: [WebhookDelivery], from start: Int64, through end: Int64
  ) async throws -> Bool {
    try writing { transaction in
      guard transaction.tables.deliveryCursor == start else { return false }
      for delivery in deliveries where transaction.tables.webhooks[delivery.webhookId] != nil {
        transaction.set(\.deliveries, delivery.id, transaction.numbered(delivery))
      }
      transaction.tables.deliveryCursor = end
      return true
    }
  }

  /// Pending deliveries that are due, of each webhook the earliest; at most `limit` of each.
  public func dueDeliveries(
    at now: Timestamp, ofEach limit: Int
  ) async throws -> [WebhookDelivery] {
    try reading { transaction in
      let due = transaction.tables.deliveries.values.filter {
        $0.value.status == .pending && $0.value.dueAt <= now
      }
      return Dictionary(grouping: due, by: \.value.webhookId).values.flatMap { due in
        due.sorted { ($0.value.dueAt, $0.number) < ($1.value.dueAt, $1.number) }
          .prefix(max(limit, 0)).map(\.value)
      }
    }
  }

  /// When the first pending delivery after a moment is due; nil when there is none.
  public func nextDeliveryTime(after moment: Timestamp) async throws -> Timestamp? {
    try reading {
      $0.tables.deliveries.values.filter { $0.value.status == .pending && $0.value.dueAt > moment }
        .map(\.value.dueAt).min()
    }
  }

  /// How many deliveries of a webhook are pending, counted up to a limit.
  public func pendingDeliveries(ofWebhook id: String, upTo limit: Int) async throws -> Int {
    try reading { transaction in
      min(
        limit,
        transaction.tables.deliveries.values.count {
          $0.value.webhookId == id && $0.value.status == .pending
        })
    }
  }

  /// Notes how a webhook's receiver does.
  public func setHealth(_ health: WebhookHealth, ofWebhook id: String) async throws {
    try writing { transaction in
      guard var known = transaction.tables.webhooks[id] else { return }
      known.value.failingSince = health.failingSince?.milliseconds
      known.value.disabledReason = health.disabledReason
      if health.disabledReason != nil { known.value.active = false }
      transaction.set(\.webhooks, id, known)
      guard health.disabledReason != nil else { return }
      for var delivery in transaction.tables.deliveries.values
      where delivery.value.webhookId == id && delivery.value.status == .pending {
        delivery.value.status = .failed
        transaction.set(\.deliveries, delivery.value.id, delivery)
      }
    }
  }

  /// Replaces status, attempts, answer and due time of a delivery; an unknown one is ignored.
  public func updateDelivery(_ delivery: WebhookDelivery) async throws {
    try writing { transaction in
      guard var known = transaction.tables.deliveries[delivery.id] else { return }
      known.value.status = delivery.status
      known.value.attempts = delivery.attempts
      known.value.responseCode = delivery.responseCode
      known.value.dueAt = delivery.dueAt
      transaction.set(\.deliveries, delivery.id, known)
    }
  }

  /// Deliveries of a webhook, newest first; at most `limit`.
  public func deliveries(ofWebhook id: String, limit: Int) async throws -> [WebhookDelivery] {
    try reading { transaction in
      guard transaction.tables.webhooks[id] != nil else { throw StoreErrors.webhookNotFound(id) }
      let all = MemoryTransaction.ordered(transaction.tables.deliveries)
      return Array(all.filter { $0.webhookId == id }.reversed().prefix(max(limit, 0)))
    }
  }

  /// Forgets deliveries that were made before and are not pending.
  @discardableResult
  public func pruneDeliveries(before horizon: Timestamp) async throws -> Int {
    try writing { transaction in
      let old = transaction.tables.deliveries.values.map(\.value).filter {
        $0.status != .pending && $0.createdAt < horizon
      }
      for delivery in old { transaction.set(\.deliveries, delivery.id, nil) }
      return old.count
    }
  }
}
