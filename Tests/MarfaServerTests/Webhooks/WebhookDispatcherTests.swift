import Logging
import MarfaModel
import MarfaServer
import ServiceLifecycle
import Testing

@Suite struct WebhookDispatcherTests {
  private static let start = Timestamp(milliseconds: 1_800_000_000_000)

  /// A dispatcher with everything round it under the test's hand.
  struct Setting {
    let store: MemoryWebhookStore
    let bus = LocalEventBus()
    let transport = ScriptedTransport()
    let wallClock = ManualWallClock(WebhookDispatcherTests.start)
    let clock = TickClock()

    init(_ webhooks: [Webhook] = [WebhookDispatcherTests.webhook()]) {
      store = MemoryWebhookStore(webhooks)
    }

    func dispatcher() -> WebhookDispatcher {
      WebhookDispatcher(
        store: store, types: { CoreTypes.registry }, bus: bus, transport: transport,
        wallClock: wallClock, clock: clock, ids: ItemIDGenerator(seed: 1, clock: wallClock),
        concurrency: 2, grace: .seconds(7),
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
      id: id, url: "http://127.0.0.1:1/hook", events: ["item.created"], typeFilter: nil,
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
}
