import Logging
import MarfaModel

/// Deliveries that wait to be sent, given to one process at a time.
struct DeliveryQueue {
  let store: any WebhookStore
  let claims: any DeliveryClaiming
  /// Requests at one time to one webhook; to one whose receiver fails, one.
  let concurrency: Int
  let logger: Logger

  /// Takes what is due and nobody is sending, of each webhook as many as it has room for: what
  /// waits for one takes no room of another.
  ///
  /// - Parameters:
  ///   - now: What time it is.
  ///   - failing: Webhooks whose last delivery failed.
  /// - Returns: The deliveries, each of which is to be released.
  func take(at now: Timestamp, failing: Set<String>) async -> [WebhookDelivery] {
    var claimed: [WebhookDelivery] = []
    for delivery in await due(at: now) {
      let room = failing.contains(delivery.webhookId) ? 1 : concurrency
      if await claims.claim(delivery.id, ofWebhook: delivery.webhookId, room: room) {
        claimed.append(delivery)
      }
    }
    guard !claimed.isEmpty else { return [] }
    // Somebody may have sent one between its reading and its claim.
    let still = Set(await due(at: now))
    for delivery in claimed where !still.contains(delivery) { await release(delivery) }
    return claimed.filter(still.contains)
  }

  /// Gives a delivery back once its row says what became of it.
  func release(_ delivery: WebhookDelivery) async {
    await claims.release(delivery.id, ofWebhook: delivery.webhookId)
  }

  /// When to look again; nil when nothing waits.
  ///
  /// What is due already waits for another of its webhook, and is looked at when that ends.
  func nextTime(from now: Timestamp) async -> Timestamp? {
    do {
      return try await store.nextDeliveryTime(
        after: await claims.hasClaims() ? now : Timestamp(milliseconds: 0))
    } catch {
      logger.error("Webhook deliveries cannot be read", metadata: ["error": "\(error)"])
      return nil
    }
  }

  private func due(at now: Timestamp) async -> [WebhookDelivery] {
    do {
      return try await store.dueDeliveries(at: now, ofEach: concurrency)
    } catch {
      logger.error("Webhook deliveries cannot be read", metadata: ["error": "\(error)"])
      return []
    }
  }
}
