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

  private static let page = 256
  /// Events without a delivery that may go by before the cursor is kept: keeping it is a commit,
  /// and looking at so many again after a restart is none.
  private static let unkept: Int64 = 10_000

  private let store: any Store
  private let types: EventHub.Types
  private let bus: any EventBus
  private let transport: any WebhookTransport
  private let wallClock: any WallClock
  private let clock: any Clock<Duration>
  private let ids: ItemIDGenerator
  private let logger: Logger
  /// How long requests may go on after `end`.
  private let grace: Duration
  private let (endings, ending) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  /// Requests at one time.
  private let concurrency: Int
  private var inFlight: Set<String> = []
  /// Nothing up to here was wanted by any webhook, or it has its deliveries.
  private var planned: Int64 = 0
  /// The cursor as it was last read.
  private var kept: Int64 = 0

  /// Creates a dispatcher; nothing happens before `run`.
  ///
  /// `concurrency`: Requests at one time, at least 1. `grace`: How long requests that are under
  /// way may go on after `end`.
  public init(
    store: any Store, types: @escaping EventHub.Types, bus: any EventBus,
    transport: any WebhookTransport,
    wallClock: any WallClock, clock: any Clock<Duration>, ids: ItemIDGenerator,
    concurrency: Int = 8, grace: Duration = .seconds(10), logger: Logger
  ) {
    self.store = store
    self.types = types
    self.bus = bus
    self.transport = transport
    self.wallClock = wallClock
    self.clock = clock
    self.ids = ids
    self.concurrency = concurrency
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
        for delivery in await claimDue(at: now) {
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
    // Before the webhooks: one that is made meanwhile is told of later events only.
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
      of: events, to: webhooks, types: types, now: wallClock.now, nextID: ids.nextID)
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

  // MARK: - From deliveries to requests

  /// Deliveries that are due and that nobody is sending, as many as there is room for.
  private func claimDue(at now: Timestamp) async -> [WebhookDelivery] {
    do {
      let due = try await store.dueDeliveries(at: now, limit: concurrency + inFlight.count)
      let free = due.filter { !inFlight.contains($0.id) }.prefix(concurrency - inFlight.count)
      inFlight.formUnion(free.map(\.id))
      return Array(free)
    } catch {
      logger.error("Webhook deliveries cannot be read", metadata: ["error": "\(error)"])
      return []
    }
  }

  private func attempt(_ delivery: WebhookDelivery) async {
    defer { inFlight.remove(delivery.id) }
    do {
      guard let webhook = try await store.webhook(id: delivery.webhookID), webhook.active else {
        var given = delivery
        given.status = .failed
        return try await store.updateDelivery(given)
      }
      let status = await send(DeliveryPlan.post(delivery, to: webhook, at: wallClock.now))
      // Broken off with the server, which is no answer of the receiver's.
      if status == nil, Task.isCancelled { return }
      try await store.updateDelivery(delivery.attempted(at: wallClock.now, status: status))
    } catch {
      // The row is as before: it is due, and is sent again.
      logger.error("A webhook delivery cannot be noted", metadata: ["error": "\(error)"])
    }
  }

  private func send(_ post: WebhookPost) async -> Int? {
    do {
      return try await transport.send(post)
    } catch {
      logger.info(
        "A webhook did not answer", metadata: ["url": "\(post.url)", "error": "\(error)"])
      return nil
    }
  }

  /// Prompts again when the next delivery is due, unless all room is taken.
  private func sleeper(
    from now: Timestamp, _ prompt: AsyncStream<Void>.Continuation
  ) async -> Task<Void, Never>? {
    guard inFlight.count < concurrency else { return nil }
    let due: Timestamp?
    do {
      due = try await store.nextDeliveryTime()
    } catch {
      logger.error("Webhook deliveries cannot be read", metadata: ["error": "\(error)"])
      return nil
    }
    guard let due else { return nil }
    // What is due already is in flight, and prompts when it ends.
    let wait = due.milliseconds - now.milliseconds
    guard wait > 0 || inFlight.isEmpty else { return nil }
    return Task { [clock] in
      // Cancelled when something else prompts first.
      guard (try? await clock.sleep(for: .milliseconds(max(wait, 1_000)))) != nil else { return }
      prompt.yield()
    }
  }
}
