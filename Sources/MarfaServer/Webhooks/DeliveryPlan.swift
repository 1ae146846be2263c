import MarfaModel

/// Which webhooks receive which events, and in which form.
package enum DeliveryPlan {
  /// A webhook, and what its maker may see now.
  package struct Receiver {
    package let webhook: Webhook
    package let access: any StoreAccess

    package init(_ webhook: Webhook, _ access: any StoreAccess) {
      self.webhook = webhook
      self.access = access
    }
  }

  /// The deliveries that a stretch of the log gives rise to, in the order of the log.
  ///
  /// A webhook gets what happened after it was made and its maker may see. What it gets is
  /// not kept a second time: it is in the log.
  package static func deliveries(
    of events: [StoredEvent], to receivers: [Receiver], types: TypeRegistry, now: Timestamp,
    nextId: () -> String
  ) -> [WebhookDelivery] {
    events.flatMap { event in
      receivers.filter { receiver in
        wants(receiver.webhook, event, types)
          && event.isReadable(for: receiver.access, in: types)
      }.map { receiver in
        WebhookDelivery(
          id: nextId(), webhookId: receiver.webhook.id, eventId: event.id,
          event: event.name.rawValue, body: "", createdAt: now, dueAt: now)
      }
    }
  }

  /// Whether a webhook receives the event.
  ///
  /// `type_filter` looks at the item, or at the source of an edge.
  package static func wants(_ webhook: Webhook, _ event: StoredEvent, _ types: TypeRegistry) -> Bool
  {
    guard webhook.active,
      webhook.events.contains(event.name.rawValue) || webhook.events.contains("*"),
      Timestamp(iso8601: webhook.createdAt).map({ $0 <= event.createdAt }) ?? true
    else { return false }
    guard let filter = webhook.typeFilter, !filter.isEmpty else { return true }
    return filter.contains { types.isType(event.itemType, kindOf: $0) }
  }

  /// What is posted: `{id, event, created_at, data}`, `data` as on an event stream.
  package static func body(of event: StoredEvent) -> String {
    var writer = JSONWriter()
    writer.raw("{\"id\":")
    writer.write(String(event.id))
    writer.raw(",\"event\":")
    writer.write(event.name.rawValue)
    writer.raw(",\"created_at\":")
    writer.write(event.createdAt.iso8601)
    writer.raw(",\"data\":")
    writer.raw(event.data)
    writer.raw("}")
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The request of an attempt, signed at its own time.
  package static func post(_ delivery: WebhookDelivery, to webhook: Webhook, at now: Timestamp)
    -> WebhookPost
  {
    let body = Array(delivery.body.utf8)
    return WebhookPost(
      url: webhook.url,
      headers: [
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "marfa-server",
        "X-Marfa-Event": delivery.event,
        "X-Marfa-Event-Id": String(delivery.eventId),
        "X-Marfa-Delivery-Id": delivery.id,
        "X-Marfa-Signature": WebhookSignature.header(
          secret: webhook.secret, time: now.milliseconds / 1_000, body: body),
      ],
      body: body)
  }
}

extension WebhookDelivery {
  /// The delivery after one more attempt.
  ///
  /// `status`: The answer's status; nil when there was none.
  package func attempted(at now: Timestamp, status: Int?) -> WebhookDelivery {
    var next = self
    next.attempts += 1
    next.responseCode = status
    if let status, (200..<300).contains(status) {
      next.status = .delivered
    } else if let due = RetrySchedule.next(afterAttempts: next.attempts, at: now) {
      next.dueAt = due
    } else {
      next.status = .failed
    }
    return next
  }
}
