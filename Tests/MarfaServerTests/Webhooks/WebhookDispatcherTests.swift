import Logging
import MarfaModel
import MarfaServer
import ServiceLifecycle
import Testing

@Suite(.timeLimit(.minutes(20))) struct WebhookDispatcherTests {
  private static let start = Timestamp(milliseconds: 1_800_000_000_000)

  /// A dispatcher with everything round it under the test's hand.
  struct Setting {
    let store: MemoryWebhookStore
    let bus = LocalEventBus()
    let transport = ScriptedTransport()
    let wallClock = ManualWallClock(WebhookDispatcherTests.start)
    let clock = TickClock()
    /// The keys that there are.
    var keys: [String: any StoreAccess] = [:]
    var limits = WebhookLimits()
    var claims: any DeliveryClaiming = DeliveryClaims()

    init(_ webhooks: [Webhook] = [WebhookDispatcherTests.webhook()]) {
      store = MemoryWebhookStore(webhooks)
    }

    func dispatcher() -> WebhookDispatcher {
      let keys = self.keys
      return WebhookDispatcher(
        store: store, types: { CoreTypes.registry },
        access: { keys[$0] }, bus: bus, transport: transport,
        wallClock: wallClock, clock: clock, ids: ItemIdGenerator(seed: 1, clock: wallClock),
        claims: claims, concurrency: 2, limits: limits, grace: .seconds(7),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Runs a dispatcher beside the test's steps.
    func running(_ steps: () async throws -> Void) async throws {
      let dispatcher = dispatcher()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await dispatcher.run() }
        try await steps()
        group.cancelAll()
      }
    }
  }

  private static func webhook(_ id: String = "w") -> Webhook {
    Webhook(
      id: id, url: id == "w" ? "http://127.0.0.1:1/hook" : "http://127.0.0.1:1/\(id)",
      events: ["item.created"], typeFilter: nil,
      secret: "secret", createdAt: "2020-01-01T00:00:00.000Z",
      updatedAt: "2020-01-01T00:00:00.000Z")
  }

  @Test func `an event is posted, signed at its time, and noted`() async throws {
    let setting = Setting()
    setting.store.log.append(data: "{\"id\":\"i\"}", at: Self.start.milliseconds)
    setting.transport.answers.put(204)

    try await setting.running {
      let post = try await setting.transport.posts.take()
      let delivery = try await setting.store.updates.take()

      #expect(post.url == "http://127.0.0.1:1/hook")
      #expect(post.headers["X-Marfa-Event"] == "item.created")
      #expect(post.headers["X-Marfa-Event-Id"] == "1")
      #expect(post.headers["X-Marfa-Delivery-Id"] == delivery.id)
      #expect(
        post.headers["X-Marfa-Signature"]
          == WebhookSignature.header(secret: "secret", time: 1_800_000_000, body: post.body))
      #expect(delivery.status == .delivered && delivery.responseCode == 204)
    }
  }

  @Test func `an event that is committed later is posted when the bus says so`() async throws {
    let setting = Setting()
    setting.transport.answers.put(200)

    try await setting.running {
      setting.store.log.append(at: Self.start.milliseconds)
      setting.bus.publish()

      let delivery = try await setting.store.updates.take()
      #expect(delivery.status == .delivered)
    }
  }

  @Test func `a delivery that fails is tried again when it is due`() async throws {
    let setting = Setting()
    setting.store.log.append(at: Self.start.milliseconds)
    setting.transport.answers.put(nil)

    try await setting.running {
      let first = try await setting.store.updates.take()
      #expect(first.status == .pending && first.attempts == 1 && first.responseCode == nil)
      #expect(first.dueAt.milliseconds == Self.start.milliseconds + 30_000)

      setting.wallClock.advance(byMilliseconds: 30_000)
      setting.transport.answers.put(503)
      setting.clock.tick(.seconds(30))
      let second = try await setting.store.updates.take()
      #expect(second.attempts == 2 && second.responseCode == 503)
      #expect(second.dueAt.milliseconds == Self.start.milliseconds + 150_000)

      setting.wallClock.advance(byMilliseconds: 120_000)
      setting.transport.answers.put(200)
      setting.clock.tick(.seconds(120))
      #expect(try await setting.store.updates.take().status == .delivered)
    }
  }

  @Test func `a server that died while it waited for an answer posts again`() async throws {
    let setting = Setting()
    setting.store.log.append(at: Self.start.milliseconds)

    var first: WebhookPost?
    try await setting.running { first = try await setting.transport.posts.take() }
    #expect(setting.store.all.map(\.attempts) == [0])
    setting.wallClock.advance(byMilliseconds: 30_000)
    setting.transport.answers.put(200)

    try await setting.running {
      let again = try await setting.transport.posts.take()
      #expect(again.headers["X-Marfa-Delivery-Id"] == first?.headers["X-Marfa-Delivery-Id"])
      #expect(again.body == first?.body)
    }
    #expect(setting.store.all.count == 1)
  }

  @Test func `a receiver that does not answer holds up the end no longer than the grace`()
    async throws
  {
    let setting = Setting()
    setting.store.log.append(at: Self.start.milliseconds)
    let dispatcher = setting.dispatcher()
    let group = ServiceGroup(
      services: [dispatcher], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })

    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      _ = try await setting.transport.posts.take()
      dispatcher.end()
      await group.triggerGracefulShutdown()
      setting.clock.tick(.seconds(7))
      try await tasks.waitForAll()
    }

    #expect(setting.store.all.map(\.status) == [.pending])
    #expect(setting.store.all.map(\.attempts) == [0])
  }

  @Test func `no more requests run at one time than may`() async throws {
    let setting = Setting()
    for _ in 0..<9 { setting.store.log.append(at: Self.start.milliseconds) }

    try await setting.running {
      // Both are under way before the first is answered.
      for _ in 0..<2 { _ = try await setting.transport.posts.take() }
      for _ in 0..<9 {
        setting.transport.answers.put(200)
        _ = try await setting.store.updates.take()
      }
    }

    #expect(setting.transport.most == 2)
    #expect(setting.store.all.allSatisfy { $0.status == .delivered })
  }

  @Test func `one receiver that does not answer holds up no other`() async throws {
    let setting = Setting([Self.webhook("a"), Self.webhook("b")])
    setting.store.log.append(at: Self.start.milliseconds)

    try await setting.running {
      _ = try await setting.transport.posts.take()
      _ = try await setting.transport.posts.take()
      setting.transport.answers.put(200)

      #expect(try await setting.store.updates.take().status == .delivered)
      #expect(setting.store.all.count { $0.status == .pending } == 1)
    }
  }

  @Test
  func `forty that wait for a dead receiver hold up no other, and take no more than their share`()
    async throws
  {
    let setting = Setting([Self.webhook("dead"), Self.webhook("good")])
    for _ in 0..<40 { setting.store.log.append(at: Self.start.milliseconds) }

    let good = setting.transport.answers(of: "http://127.0.0.1:1/good")
    for _ in 0..<40 { good.put(200) }

    try await setting.running {
      for _ in 0..<40 { _ = try await setting.store.updates.take() }
    }

    let all = setting.store.all
    #expect(all.count { $0.webhookId == "good" && $0.status == .delivered } == 40)
    #expect(all.count { $0.webhookId == "dead" && $0.status == .pending } == 40)
    // The dead one has no more than its share: two that are never answered, and two of the other's.
    #expect(setting.transport.most <= 4)
  }

  @Test func `a webhook whose maker's key was revoked is switched off, and says so`() async throws {
    var hook = Self.webhook()
    hook.ownerId = "gone"
    let setting = Setting([hook])
    setting.store.log.append(at: Self.start.milliseconds)

    try await setting.running {
      let health = try await setting.store.healths.take()

      #expect(health.disabledReason == "The key that made it was revoked.")
      #expect(setting.store.all.isEmpty)
    }
  }

  @Test func `an item that its maker may no longer see is not sent`() async throws {
    var hook = Self.webhook()
    hook.ownerId = "key"
    var setting = Setting([hook])
    setting.keys["key"] = KeyPermissions(role: .tenantAdmin)
    setting.store.log.append(at: Self.start.milliseconds)
    // Planned while the maker could see it.
    _ = try await setting.store.addDeliveries(
      [
        WebhookDelivery(
          id: "d", webhookId: "w", eventId: 1, event: "item.created", body: "",
          createdAt: Self.start, dueAt: Self.start)
      ], from: 0, through: 1)

    try await setting.running {
      let update = try await setting.store.updates.take()
      #expect(update.status == .failed)
      #expect(setting.transport.most == 0)
    }
  }

  @Test func `an event that says nothing but a removal by now is not sent under its old name`()
    async throws
  {
    let setting = Setting()
    setting.store.log.append(.itemDeleted, at: Self.start.milliseconds)
    // Planned while the log had the text of the item.
    _ = try await setting.store.addDeliveries(
      [
        WebhookDelivery(
          id: "d", webhookId: "w", eventId: 1, event: "item.created", body: "",
          createdAt: Self.start, dueAt: Self.start)
      ], from: 0, through: 1)

    try await setting.running {
      let update = try await setting.store.updates.take()
      #expect(update.status == .failed)
    }
    #expect(setting.transport.most == 0)
  }

  @Test func `a webhook with too many deliveries waiting is switched off`() async throws {
    var setting = Setting()
    setting.limits.backlog = 3
    for _ in 0..<3 { setting.store.log.append(at: Self.start.milliseconds) }

    try await setting.running {
      _ = try await setting.transport.posts.take()
      setting.store.log.append(at: Self.start.milliseconds)
      setting.bus.publish()

      let health = try await setting.store.healths.take()
      #expect(health.disabledReason == "3 deliveries waited for it.")
    }
  }

  @Test func `a receiver that fails for a week is switched off`() async throws {
    let setting = Setting()
    setting.store.log.append(at: Self.start.milliseconds)

    try await setting.running {
      setting.transport.answers.put(500)
      #expect(try await setting.store.healths.take() == WebhookHealth(failingSince: Self.start))
      setting.wallClock.advance(byMilliseconds: 7 * 86_400_000)
      setting.transport.answers.put(500)
      setting.clock.tick(.seconds(30))

      let health = try await setting.store.healths.take()
      #expect(health.disabledReason?.hasPrefix("No delivery succeeded in 7 days") == true)
    }
  }
}
