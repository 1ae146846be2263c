import MarfaModel
import MarfaServer
import Testing

/// What several processes that serve one space agree on about deliveries.
@Suite(.timeLimit(.minutes(20))) struct DeliveryClaimTests {
  private typealias Setting = WebhookDispatcherTests.Setting

  /// Claims of a process beside another that sends a delivery just before it can be claimed.
  private final class LateClaims: DeliveryClaiming {
    let store: MemoryWebhookStore
    let released = SignalQueue<String>()
    private let claims = DeliveryClaims()

    init(_ store: MemoryWebhookStore) { self.store = store }

    func claim(_ id: String, ofWebhook webhook: String, room: Int) async -> Bool {
      for var delivery in store.all where delivery.id == id {
        delivery.status = .delivered
        // The store of the test throws nothing.
        try? await store.updateDelivery(delivery)
      }
      return claims.claim(id, ofWebhook: webhook, room: room)
    }

    func release(_ id: String, ofWebhook webhook: String) async {
      claims.release(id, ofWebhook: webhook)
      released.put(id)
    }

    func hasClaims() async -> Bool { claims.hasClaims() }
  }

  @Test func `a delivery is one's until it is given back, and a webhook has so much room`() {
    let claims = DeliveryClaims()

    #expect(claims.claim("a", ofWebhook: "w", room: 2))
    #expect(!claims.claim("a", ofWebhook: "w", room: 2))
    #expect(claims.claim("b", ofWebhook: "w", room: 2))
    #expect(!claims.claim("c", ofWebhook: "w", room: 2))
    #expect(claims.claim("d", ofWebhook: "v", room: 2))
    claims.release("a", ofWebhook: "w")
    #expect(claims.claim("c", ofWebhook: "w", room: 2))
    for (id, webhook) in [("b", "w"), ("c", "w"), ("d", "v")] {
      claims.release(id, ofWebhook: webhook)
    }
    #expect(!claims.hasClaims())
  }

  @Test func `two processes with the same claims send each delivery once`() async throws {
    let setting = Setting()
    for _ in 0..<6 { setting.store.log.append(at: setting.wallClock.now.milliseconds) }
    let other = setting.dispatcher()
    var ids: [String?] = []

    try await setting.running {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await other.run() }
        for _ in 0..<6 {
          let post = try await setting.transport.posts.take()
          ids.append(post.headers["X-Marfa-Delivery-Id"])
          // The other looks again while this one waits for its answer.
          setting.bus.publish()
          setting.transport.answers.put(200)
          _ = try await setting.store.updates.take()
        }
        group.cancelAll()
      }
    }

    #expect(Set(ids).count == 6)
    #expect(setting.transport.most <= 2)
  }

  @Test func `a delivery that another process sent before it could be claimed is not sent again`()
    async throws
  {
    var setting = Setting()
    let claims = LateClaims(setting.store)
    setting.claims = claims
    setting.store.log.append(at: setting.wallClock.now.milliseconds)
    setting.transport.answers.put(200)

    try await setting.running { _ = try await claims.released.take() }

    #expect(setting.transport.most == 0)
  }
}
