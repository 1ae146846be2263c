import Logging
import MarfaModel
import ServiceLifecycle

/// Turns events into deliveries and deliveries into requests, for as long as the server runs.
///
/// Both halves are rows: a cursor into the log, and deliveries with their due times. A server
/// that dies between a request and its row sends the request again: at least once.
public actor WebhookDispatcher: Service {
  /// What the dispatcher reads and writes.
  public typealias Store = WebhookStore & EventLog

  private static let page = 50
  /// Events without a delivery that may pass before the cursor is saved: saving it is a commit,
  /// while reading this many again after a restart is cheap.
  private static let unkept: Int64 = 10_000

  private let store: any Store
  private let types: EventHub.Types
  private let access: StreamAccess.Lookup
  private let bus: any EventBus
  private let transport: any WebhookTransport
  private let wallClock: any WallClock
  private let clock: any Clock<Duration>
  private let ids: ItemIdGenerator
  private let logger: Logger
  /// How long requests may go on after `end`.
  private let grace: Duration
  private let (endings, ending) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let limits: WebhookLimits
  private let queue: DeliveryQueue
  /// Webhooks whose last delivery failed.
  private var failing: Set<String> = []
  /// Nothing up to here was wanted by any webhook, or it has its deliveries.
  private var planned: Int64 = 0
  /// The cursor as it was last read.
  private var kept: Int64 = 0

  /// Delivers nothing before `run`.
  ///
  /// `access`: What the maker of a webhook may see. `concurrency`: Requests at one time to one
  /// webhook, at least 1. `grace`: How long requests that are under way may go on after `end`.
  package init(
    store: any Store, types: @escaping EventHub.Types, access: @escaping StreamAccess.Lookup,
    bus: any EventBus, transport: any WebhookTransport,
    wallClock: any WallClock, clock: any Clock<Duration>, ids: ItemIdGenerator,
    claims: any DeliveryClaiming = DeliveryClaims(), concurrency: Int = 4,
    limits: WebhookLimits = WebhookLimits(), grace: Duration = .seconds(10), logger: Logger
  ) {
    self.store = store
    self.types = types
    self.access = access
    self.limits = limits
    self.bus = bus
    self.transport = transport
    self.wallClock = wallClock
    self.clock = clock
    self.ids = ids
    queue = DeliveryQueue(store: store, claims: claims, concurrency: concurrency, logger: logger)
    self.grace = grace
    self.logger = logger
  }

  /// Works until the server shuts down; requests that are under way end first, or break off when
  /// the grace after `end` is over: their rows are as before, and they are sent again.
  public func run() async {
    let isLate = await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await self.work()
        return false
      }
      group.addTask { [endings, clock, grace] in
        for await _ in endings {}
        // A sleep ends early only when the group is cancelled.
        return (try? await clock.sleep(for: grace)) != nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
    // A service that ends before it is asked to would end the others; only cancelled otherwise.
    if isLate { try? await gracefulShutdown() }
  }

  /// The server was asked to end: the time of grace begins.
  package nonisolated func end() { ending.finish() }

  private func work() async {
    let (prompts, prompt) = AsyncStream<Void>.makeStream(
      // A prompt means "look", and looking once is enough.
      bufferingPolicy: .bufferingNewest(1))
    let wakes = bus.subscribe()
    prompt.yield()
    await withDiscardingTaskGroup { group in
      group.addTask {
        for await _ in wakes.cancelOnGracefulShutdown() { prompt.yield() }
        prompt.finish()
      }
      var timer: Task<Void, Never>?
      for await _ in prompts {
        timer?.cancel()
        await planNew()
        let now = wallClock.now
        for delivery in await queue.take(at: now, failing: failing) {
          group.addTask {
            await self.attempt(delivery)
            prompt.yield()
          }
        }
        timer = await sleeper(from: now, prompt)
      }
      timer?.cancel()
    }
  }

  // MARK: - From events to deliveries

  /// Plans for everything in the log that has not been planned for.
  func planNew() async {
    do {
      while try await planPage() {}
    } catch {
      // The next wake tries again; the cursor has not moved.
      logger.error("Webhook deliveries cannot be planned", metadata: ["error": "\(error)"])
    }
  }

  private func planPage() async throws -> Bool {
    // Before the webhooks: one that is created meanwhile gets later events only.
    let newest = try await store.eventBounds().newest
    let webhooks = try await store.activeWebhooks()
    if webhooks.isEmpty, newest - kept < Self.unkept {
      planned = newest
      return false
    }
    kept = try await store.deliveryCursor()
    let events = try await store.events(after: max(kept, planned), limit: Self.page)
    guard let last = events.last else { return false }
    let types = try await self.types()
    let deliveries = DeliveryPlan.deliveries(
      of: events, to: try await receivers(webhooks), types: types, now: wallClock.now,
      nextId: ids.nextId)
    let isMore = last.id < newest
    if deliveries.isEmpty, last.id - kept < Self.unkept {
      planned = last.id
      return isMore
    }
    // When another process was faster, the next page starts where that one ended.
    let isAdded = try await store.addDeliveries(deliveries, from: kept, through: last.id)
    planned = isAdded ? last.id : 0
    return isMore || !isAdded
  }

  /// Those of some webhooks that may hear of more; the others are switched off.
  private func receivers(_ webhooks: [Webhook]) async throws -> [DeliveryPlan.Receiver] {
    var receivers: [DeliveryPlan.Receiver] = []
    for webhook in webhooks {
      guard let access = try await webhook.access(access) else {
        try await switchOff(webhook, "The key that made it was revoked.")
        continue
      }
      let waiting = try await store.pendingDeliveries(
        ofWebhook: webhook.id, upTo: limits.backlog)
      guard waiting < limits.backlog else {
        try await switchOff(webhook, "\(limits.backlog) deliveries waited for it.")
        continue
      }
      receivers.append(DeliveryPlan.Receiver(webhook, access))
    }
    return receivers
  }

  private func switchOff(_ webhook: Webhook, _ reason: String) async throws {
    var health = webhook.health
    health.disabledReason = reason
    try await set(health, of: webhook)
  }

  private func set(_ health: WebhookHealth, of webhook: Webhook) async throws {
    guard health != webhook.health else { return }
    try await store.setHealth(health, ofWebhook: webhook.id)
    guard let reason = health.disabledReason else { return }
    logger.warning(
      "A webhook was switched off",
      metadata: ["webhook": "\(webhook.id)", "reason": "\(reason)"])
  }

  // MARK: - From deliveries to requests

  private func attempt(_ delivery: WebhookDelivery) async {
    await send(delivery)
    await queue.release(delivery)
  }

  private func send(_ delivery: WebhookDelivery) async {
    do {
      guard let webhook = try await store.webhook(id: delivery.webhookId), webhook.active,
        let body = try await body(of: delivery, for: webhook)
      else {
        var given = delivery
        given.status = .failed
        return try await store.updateDelivery(given)
      }
      var full = delivery
      full.body = body
      let status = await send(DeliveryPlan.post(full, to: webhook, at: wallClock.now), webhook.id)
      // Broken off with the server, which is no answer of the receiver's.
      if status == nil, Task.isCancelled { return }
      let now = wallClock.now
      let isDelivered = status.map { (200..<300).contains($0) } ?? false
      if isDelivered { failing.remove(webhook.id) } else { failing.insert(webhook.id) }
      try await store.updateDelivery(delivery.attempted(at: now, status: status))
      try await set(
        webhook.health.attempted(
          isDelivered: isDelivered, at: now, patience: limits.patienceDays),
        of: webhook)
    } catch {
      // The row is as before: it is due, and is sent again.
      logger.error("A webhook delivery cannot be noted", metadata: ["error": "\(error)"])
    }
  }

  /// What is posted; nil when the log has forgotten it, when its item is gone with its text, or
  /// when the webhook's maker may not see it now.
  private func body(of delivery: WebhookDelivery, for webhook: Webhook) async throws -> String? {
    guard let access = try await webhook.access(access) else { return nil }
    // Of a build that kept what is posted.
    guard delivery.body.isEmpty else { return delivery.body }
    let found = try await store.events(after: delivery.eventId - 1, limit: 1)
    // The removal of an item that is gone has a delivery of its own.
    guard let event = found.first, event.id == delivery.eventId,
      event.name.rawValue == delivery.event, event.isReadable(for: access, in: try await types())
    else { return nil }
    return DeliveryPlan.body(of: event)
  }

  private func send(_ post: WebhookPost, _ id: String) async -> Int? {
    do {
      return try await transport.send(post)
    } catch {
      // Without the address, which is a secret of many receivers.
      logger.info(
        "A webhook did not answer", metadata: ["webhook": "\(id)", "error": "\(error)"])
      return nil
    }
  }

  /// Prompts again when the next delivery is due.
  private func sleeper(
    from now: Timestamp, _ prompt: AsyncStream<Void>.Continuation
  ) async -> Task<Void, Never>? {
    guard let due = await queue.nextTime(from: now) else { return nil }
    let wait = due.milliseconds - now.milliseconds
    return Task { [clock] in
      // Cancelled when something else prompts first.
      guard (try? await clock.sleep(for: .milliseconds(max(wait, 1_000)))) != nil else { return }
      prompt.yield()
    }
  }
}
