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

  private let store: any Store
  private let types: EventHub.Types
  private let bus: any EventBus
  private let transport: any WebhookTransport
  private let wallClock: any WallClock
  private let clock: any Clock<Duration>
  private let ids: ItemIDGenerator
  private let logger: Logger
  /// Requests at one time.
  private let concurrency: Int
  private var inFlight: Set<String> = []

  /// Creates a dispatcher; nothing happens before `run`.
  ///
  /// `concurrency`: Requests at one time, at least 1.
  public init(
    store: any Store, types: @escaping EventHub.Types, bus: any EventBus,
    transport: any WebhookTransport,
    wallClock: any WallClock, clock: any Clock<Duration>, ids: ItemIDGenerator,
    concurrency: Int = 8, logger: Logger
  ) {
    self.store = store
    self.types = types
    self.bus = bus
    self.transport = transport
    self.wallClock = wallClock
    self.clock = clock
    self.ids = ids
    self.concurrency = concurrency
    self.logger = logger
  }

  /// Works until the server shuts down; requests that are under way end first.
  public func run() async {
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
        for delivery in await claimDue() {
          group.addTask {
            await self.attempt(delivery)
            prompt.yield()
          }
        }
        timer = await sleeper(prompt)
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
    let cursor = try await store.deliveryCursor()
    let events = try await store.events(after: cursor, limit: Self.page)
    guard let last = events.last else { return false }
    let webhooks = try await store.activeWebhooks()
    let types = try await self.types()
    let deliveries = DeliveryPlan.deliveries(
      of: events, to: webhooks, types: types, now: wallClock.now, nextID: ids.nextID)
    // When another process was faster, the next page starts where that one ended.
    _ = try await store.addDeliveries(deliveries, from: cursor, through: last.id)
    return true
  }

  // MARK: - From deliveries to requests

  /// Deliveries that are due and that nobody is sending, as many as there is room for.
  private func claimDue() async -> [WebhookDelivery] {
    do {
      let due = try await store.dueDeliveries(
        at: wallClock.now, limit: concurrency + inFlight.count)
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
  private func sleeper(_ prompt: AsyncStream<Void>.Continuation) async -> Task<Void, Never>? {
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
    let wait = due.milliseconds - wallClock.now.milliseconds
    guard wait > 0 || inFlight.isEmpty else { return nil }
    return Task { [clock] in
      // Cancelled when something else prompts first.
      guard (try? await clock.sleep(for: .milliseconds(max(wait, 1_000)))) != nil else { return }
      prompt.yield()
    }
  }
}
