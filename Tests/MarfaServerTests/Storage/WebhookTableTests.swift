import Foundation
import GRDB
import MarfaModel
import Testing

@testable import MarfaServer

/// Webhooks and their deliveries.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct WebhookTableTests {
  private func delivery(
    _ id: String, of webhook: String, due: Int64, status: WebhookDelivery.Status = .pending
  ) -> WebhookDelivery {
    WebhookDelivery(
      id: id, webhookId: webhook, eventId: 1, event: "item.created", body: "{}", status: status,
      createdAt: Timestamp(milliseconds: 1), dueAt: Timestamp(milliseconds: due))
  }

  @Test func `a webhook is made, changed, listed and deleted with its deliveries`() async throws {
    let fixture = try StoreFixture()
    let new = NewWebhook(
      url: "https://example.org", events: ["item.created"], typeFilter: ["core.note"],
      secret: "s")
    let made = try await fixture.write(.createWebhook(new))
    let id = try #require(made["id"]?.stringValue)
    _ = try await fixture.store.addDeliveries([delivery("d", of: id, due: 1)], from: 0, through: 1)

    let patched = try await fixture.write(
      .patchWebhook(id: id, PatchWebhookBody(typeFilter: [], active: false)))

    #expect(made["active"] == true)
    #expect(made["type_filter"] == ["core.note"])
    #expect(patched["active"] == false)
    #expect(patched["type_filter"] == .null)
    #expect(try await fixture.store.activeWebhooks() == [])
    #expect(try await fixture.read(.webhooks)["webhooks"]?.arrayValue?.count == 1)
    try await fixture.write(.deleteWebhook(id: id))
    #expect(try await fixture.refusal(of: .webhook(id: id)) == "webhook_not_found")
    #expect(try await fixture.store.nextDeliveryTime(after: Timestamp(milliseconds: 0)) == nil)
  }

  @Test func `however many deliveries wait for one webhook, the others' are found`() async throws {
    let fixture = try StoreFixture()
    let store = fixture.store
    var ids: [String] = []
    for _ in 0..<2 {
      let new = NewWebhook(url: "u", events: ["*"], secret: "s")
      ids.append(try #require(try await fixture.write(.createWebhook(new))["id"]?.stringValue))
    }
    let many = (0..<50).map { delivery("d\($0)", of: ids[0], due: 1) }
    _ = try await store.addDeliveries(
      many + [delivery("other", of: ids[1], due: 5)], from: 0, through: 1)

    let due = try await store.dueDeliveries(at: Timestamp(milliseconds: 9), ofEach: 2)

    #expect(Set(due.map(\.id)) == ["d0", "d1", "other"])
    #expect(try await store.pendingDeliveries(ofWebhook: ids[0], upTo: 100) == 50)
    #expect(try await store.pendingDeliveries(ofWebhook: ids[0], upTo: 7) == 7)
  }

  @Test func `a webhook that is switched off says why, and nothing waits for it`() async throws {
    let fixture = try StoreFixture()
    let store = fixture.store
    let new = NewWebhook(url: "u", events: ["*"], secret: "s")
    let id: String = try #require(try await fixture.write(.createWebhook(new))["id"]?.stringValue)
    _ = try await store.addDeliveries([delivery("d", of: id, due: 1)], from: 0, through: 1)
    let since = Timestamp(milliseconds: 86_400_000)

    try await store.setHealth(WebhookHealth(failingSince: since), ofWebhook: id)
    let failing = try await fixture.read(.webhook(id: id))
    try await store.setHealth(
      WebhookHealth(failingSince: since, disabledReason: "gone"), ofWebhook: id)
    let off = try await fixture.read(.webhook(id: id))
    let again = try await fixture.write(.patchWebhook(id: id, PatchWebhookBody(active: true)))

    #expect(failing["failing_since"] == "1970-01-02T00:00:00.000Z")
    #expect(failing["active"] == true)
    #expect(off["active"] == false)
    #expect(off["disabled_reason"] == "gone")
    #expect(try await store.pendingDeliveries(ofWebhook: id, upTo: 9) == 0)
    #expect(again["active"] == true)
    #expect(again["failing_since"] == .null)
    #expect(again["disabled_reason"] == .null)
  }

  @Test func `deliveries are added once, and come when they are due`() async throws {
    let fixture = try StoreFixture()
    let made = try await fixture.write(
      .createWebhook(NewWebhook(url: "u", events: ["item.created"], secret: "s")))
    let id = try #require(made["id"]?.stringValue)
    let store = fixture.store

    #expect(
      try await store.addDeliveries(
        [
          delivery("b", of: id, due: 20), delivery("a", of: id, due: 10),
          delivery("x", of: "gone", due: 1),
        ], from: 0, through: 4))
    #expect(!(try await store.addDeliveries([delivery("c", of: id, due: 1)], from: 0, through: 5)))
    #expect(try await store.deliveryCursor() == 4)
    #expect(
      try await store.nextDeliveryTime(after: Timestamp(milliseconds: 0))
        == Timestamp(milliseconds: 10))
    #expect(
      try await store.nextDeliveryTime(after: Timestamp(milliseconds: 10))
        == Timestamp(milliseconds: 20))
    #expect(try await store.dueDeliveries(at: Timestamp(milliseconds: 9), ofEach: 5) == [])
    #expect(
      try await store.dueDeliveries(at: Timestamp(milliseconds: 20), ofEach: 5).map(\.id)
        == ["a", "b"])

    var done = delivery("a", of: id, due: 10, status: .delivered)
    done.attempts = 1
    done.responseCode = 204
    try await store.updateDelivery(done)

    #expect(
      try await store.deliveries(ofWebhook: id, limit: 5) == [done, delivery("b", of: id, due: 20)])
    #expect(
      try await store.nextDeliveryTime(after: Timestamp(milliseconds: 0))
        == Timestamp(milliseconds: 20))
    #expect(try await store.pruneDeliveries(before: Timestamp(milliseconds: 2)) == 1)
    await #expect(throws: NotFoundError.self) {
      try await store.deliveries(ofWebhook: "none", limit: 1)
    }
  }
}
