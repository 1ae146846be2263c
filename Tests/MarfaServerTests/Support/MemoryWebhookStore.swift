import MarfaModel
import MarfaServer
import Synchronization

/// Webhooks, their deliveries and a log in memory; reports every delivery that was noted.
final class MemoryWebhookStore: WebhookStore, EventLog {
  private struct State {
    var webhooks: [Webhook] = []
    var deliveries: [String: WebhookDelivery] = [:]
    var cursor: Int64 = 0
  }

  let log = MemoryEventLog()
  /// Each delivery as it was noted.
  let updates = SignalQueue<WebhookDelivery>()
  /// Each health of a webhook as it was noted.
  let healths = SignalQueue<WebhookHealth>()
  private let state = Mutex(State())

  init(_ webhooks: [Webhook]) {
    state.withLock { $0.webhooks = webhooks }
  }

  /// Every delivery, in the order of the log.
  var all: [WebhookDelivery] {
    state.withLock { $0.deliveries.values.sorted { ($0.eventId, $0.id) < ($1.eventId, $1.id) } }
  }

  func activeWebhooks() async throws -> [Webhook] {
    state.withLock { $0.webhooks.filter(\.active) }
  }

  func webhook(id: String) async throws -> Webhook? {
    state.withLock { $0.webhooks.first { $0.id == id } }
  }

  func deliveryCursor() async throws -> Int64 { state.withLock { $0.cursor } }

  func addDeliveries(
    _ deliveries: [WebhookDelivery], from start: Int64, through end: Int64
  ) async throws -> Bool {
    state.withLock { state in
      guard state.cursor == start else { return false }
      state.cursor = end
      for delivery in deliveries { state.deliveries[delivery.id] = delivery }
      return true
    }
  }

  func dueDeliveries(at now: Timestamp, ofEach limit: Int) async throws -> [WebhookDelivery] {
    let due = state.withLock { state in
      state.deliveries.values.filter { $0.status == .pending && $0.dueAt <= now }
    }
    return Dictionary(grouping: due, by: \.webhookId).values.flatMap { due in
      due.sorted { ($0.dueAt, $0.eventId) < ($1.dueAt, $1.eventId) }.prefix(limit)
    }
  }

  func nextDeliveryTime(after moment: Timestamp) async throws -> Timestamp? {
    state.withLock {
      $0.deliveries.values.filter { $0.status == .pending && $0.dueAt > moment }.map(\.dueAt).min()
    }
  }

  func pendingDeliveries(ofWebhook id: String, upTo limit: Int) async throws -> Int {
    min(limit, all.count { $0.webhookId == id && $0.status == .pending })
  }

  func setHealth(_ health: WebhookHealth, ofWebhook id: String) async throws {
    state.withLock { state in
      guard let index = state.webhooks.firstIndex(where: { $0.id == id }) else { return }
      state.webhooks[index].failingSince = health.failingSince?.milliseconds
      state.webhooks[index].disabledReason = health.disabledReason
      if health.disabledReason != nil { state.webhooks[index].active = false }
    }
    healths.put(health)
  }

  func updateDelivery(_ delivery: WebhookDelivery) async throws {
    state.withLock { $0.deliveries[delivery.id] = delivery }
    updates.put(delivery)
  }

  func deliveries(ofWebhook id: String, limit: Int) async throws -> [WebhookDelivery] {
    Array(all.reversed().filter { $0.webhookId == id }.prefix(limit))
  }

  func pruneDeliveries(before horizon: Timestamp) async throws -> Int { 0 }

  func events(after id: Int64, limit: Int, bytes: Int) async throws -> [StoredEvent] {
    try await log.events(after: id, limit: limit, bytes: bytes)
  }

  func eventBounds() async throws -> EventBounds { try await log.eventBounds() }

  func pruneEvents(before horizon: Timestamp, keepingNewest maximumCount: Int) async throws -> Int {
    try await log.pruneEvents(before: horizon, keepingNewest: maximumCount)
  }
}

/// A receiver whose answers the test gives, one by one.
final class ScriptedTransport: WebhookTransport {
  /// What was posted, in order.
  let posts = SignalQueue<WebhookPost>()
  /// The status of each answer; nil for none.
  let answers = SignalQueue<Int?>()
  private let counts = Mutex((now: 0, most: 0))
  private let own = Mutex<[String: SignalQueue<Int?>]>([:])

  /// The answers of one receiver alone, once it is asked for.
  func answers(of url: String) -> SignalQueue<Int?> {
    own.withLock { own in
      let queue = own[url] ?? SignalQueue<Int?>()
      own[url] = queue
      return queue
    }
  }

  /// The most requests that there were at one time.
  var most: Int { counts.withLock { $0.most } }

  func send(_ post: WebhookPost) async throws -> Int {
    counts.withLock { counts in
      counts.now += 1
      counts.most = max(counts.most, counts.now)
    }
    defer { counts.withLock { $0.now -= 1 } }
    posts.put(post)
    let answers = own.withLock { $0[post.url] } ?? self.answers
    guard let status = try await answers.take() else {
      throw NIOWebhookTransport.Failure.closed
    }
    return status
  }
}
