import MarfaModel
import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct DeliveryPlanTests {
  private static let types = CoreTypes.registry

  private static func webhook(
    events: [String] = ["item.created"], types: [String]? = nil, active: Bool = true,
    createdAt: String = "2026-01-01T00:00:00.000Z"
  ) -> Webhook {
    Webhook(
      id: "w", url: "http://127.0.0.1:1/", events: events, typeFilter: types, secret: "s",
      active: active, createdAt: createdAt, updatedAt: createdAt)
  }

  private static func event(
    _ name: EventName = .itemCreated, type: String = "core.note"
  ) -> StoredEvent {
    StoredEvent(
      id: 7, name: name, data: "{\"id\":\"i\"}", itemId: "i", itemType: type,
      createdAt: Timestamp(iso8601: "2026-01-02T00:00:00.000Z") ?? Timestamp(milliseconds: 0))
  }

  @Test(arguments: [
    (webhook(), event(), true),
    (webhook(), event(.itemUpdated), false),
    (webhook(events: ["item.updated", "item.created"]), event(), true),
    (webhook(active: false), event(), false),
    (webhook(types: []), event(), true),
    (webhook(types: ["core.note"]), event(), true),
    (webhook(types: ["core.task"]), event(), false),
    (webhook(types: ["core.file"]), event(type: "core.file.image"), true),
    (webhook(types: ["core.file.image"]), event(type: "core.file"), false),
    (webhook(createdAt: "2026-01-03T00:00:00.000Z"), event(), false),
  ])
  func `a webhook gets the events it asked for, from after its creation`(
    webhook: Webhook, event: StoredEvent, isTold: Bool
  ) {
    #expect(DeliveryPlan.wants(webhook, event, Self.types) == isTold)
  }

  /// A key that reads notes and none of the edges.
  private static let reader = KeyPermissions(
    role: .tenantAdmin, maps: PermissionMaps(types: ["core.note": .read]))

  @Test func `a webhook gets only what its maker may see`() {
    let receivers = [
      DeliveryPlan.Receiver(Self.webhook(), Self.reader),
      DeliveryPlan.Receiver(Self.webhook(), FullAccess()),
    ]
    func told(_ type: String) -> Int {
      DeliveryPlan.deliveries(
        of: [Self.event(type: type)], to: receivers, types: Self.types,
        now: Timestamp(milliseconds: 0), nextId: { "d" }
      ).count
    }

    #expect(told("core.note") == 2)
    #expect(told("core.task") == 1)
  }

  @Test func `a receiver that fails for a week is switched off, one success before saves it`() {
    let start = Timestamp(milliseconds: 1_800_000_000_000)
    func after(_ days: Int, _ health: WebhookHealth, isDelivered: Bool = false) -> WebhookHealth {
      health.attempted(isDelivered: isDelivered, at: start.adding(days: days), patience: 7)
    }

    let first = after(0, WebhookHealth())
    let sixth = after(6, first)
    let week = after(7, sixth)
    let saved = after(8, after(6, first, isDelivered: true))

    #expect(first == WebhookHealth(failingSince: start))
    #expect(sixth == first)
    #expect(week.failingSince == start && week.disabledReason != nil)
    #expect(saved == WebhookHealth(failingSince: start.adding(days: 8)))
  }

  @Test func `the body says which event, when, and its data`() {
    #expect(
      DeliveryPlan.body(of: Self.event())
        == "{\"id\":\"7\",\"event\":\"item.created\","
        + "\"created_at\":\"2026-01-02T00:00:00.000Z\",\"data\":{\"id\":\"i\"}}")
  }

  @Test func `a delivery is tried eight times and then fails`() {
    var delivery = WebhookDelivery(
      id: "d", webhookId: "w", eventId: 7, event: "item.created", body: "{}",
      createdAt: Timestamp(milliseconds: 0), dueAt: Timestamp(milliseconds: 0))

    var waits: [Int64] = []
    while delivery.status == .pending {
      let now = delivery.dueAt
      delivery = delivery.attempted(at: now, status: 500)
      waits.append((delivery.dueAt.milliseconds - now.milliseconds) / 1_000)
    }

    #expect(waits == [30, 120, 600, 3_600, 21_600, 86_400, 259_200, 0])
    #expect(delivery.attempts == 8)
    #expect(delivery.status == .failed)
    #expect(delivery.responseCode == 500)
  }

  @Test(arguments: [(200, true), (204, true), (301, false), (404, false), (500, false)])
  func `only an answer in the two hundreds ends a delivery`(status: Int, ends: Bool) {
    let delivery = WebhookDelivery(
      id: "d", webhookId: "w", eventId: 7, event: "item.created", body: "{}",
      createdAt: Timestamp(milliseconds: 0), dueAt: Timestamp(milliseconds: 0))

    let next = delivery.attempted(at: Timestamp(milliseconds: 0), status: status)

    #expect((next.status == .delivered) == ends)
  }
}
