import MarfaModel
import Testing

@testable import MarfaServer

/// Upkeep lets others have their turn after fifty rows, counted in transactions.
@Suite(.timeLimit(.minutes(20))) struct UpkeepSliceTests {
  private func writes(_ fixture: StoreFixture, _ work: () async throws -> Void) async throws -> Int
  {
    let before = try await fixture.store.statistics().writes
    try await work()
    return try await fixture.store.statistics().writes - before
  }

  @Test func `old events go fifty at a time`() async throws {
    let fixture = try StoreFixture()
    for number in 0..<130 { _ = try await fixture.note("\(number)") }
    let late = fixture.clock.now.adding(days: 1)
    var gone = 0

    let count = try await writes(fixture) {
      gone = try await fixture.store.pruneEvents(before: late, keepingNewest: 0)
    }

    #expect(gone == 129)
    #expect(count >= 3)
  }

  @Test func `old entries of administrators go fifty at a time`() async throws {
    let fixture = try StoreFixture()
    let now = fixture.clock.now
    try await fixture.store.transact(.allowed) { rows in
      for number in 0..<130 {
        try rows.insert(
          AuditRow(
            key: 0, at: now.milliseconds + Int64(number), credentialId: "c", source: "s",
            action: "a", target: "", details: "{}"))
      }
    }
    var gone = 0

    let count = try await writes(fixture) {
      gone = try await fixture.store.pruneAudit(
        before: Timestamp(milliseconds: now.milliseconds + 120))
    }

    #expect(gone == 120)
    #expect(count >= 3)
  }

  @Test func `deliveries go, and are given up, fifty at a time`() async throws {
    let fixture = try StoreFixture()
    let made = try await fixture.write(
      .createWebhook(
        NewWebhook(url: "http://a.example/", events: ["*"], typeFilter: nil, secret: "s")))
    let id = try #require(made["id"]?.stringValue)
    let now = fixture.clock.now
    let deliveries = (0..<120).map { number in
      WebhookDelivery(
        id: "d\(number)", webhookId: id, eventId: Int64(number), event: "item.created",
        body: "{}", status: .pending, attempts: 0, responseCode: nil, createdAt: now, dueAt: now)
    }
    let cursor = try await fixture.store.deliveryCursor()
    #expect(try await fixture.store.addDeliveries(deliveries, from: cursor, through: cursor + 1))

    let givenUp = try await writes(fixture) {
      try await fixture.store.setHealth(
        WebhookHealth(failingSince: now, disabledReason: "dead"), ofWebhook: id)
    }
    #expect(givenUp >= 4)
    #expect(try await fixture.store.pendingDeliveries(ofWebhook: id, upTo: 1_000) == 0)
    var gone = 0
    let pruned = try await writes(fixture) {
      gone = try await fixture.store.pruneDeliveries(before: now.adding(days: 1))
    }
    #expect(gone == 120)
    #expect(pruned >= 3)
  }

  @Test func `a deleted webhook is gone at once, and its deliveries fifty at a time`() async throws
  {
    let fixture = try StoreFixture()
    var ids: [String] = []
    for _ in 0..<2 {
      let new = NewWebhook(url: "http://a.example/", events: ["*"], typeFilter: nil, secret: "s")
      let made = try await fixture.write(.createWebhook(new))
      ids.append(try #require(made["id"]?.stringValue))
    }
    let now = fixture.clock.now
    let deliveries = (0..<260).map { number in
      WebhookDelivery(
        id: "d\(number)", webhookId: ids[number % 2], eventId: Int64(number),
        event: "item.created", body: "{}", createdAt: now, dueAt: now)
    }
    #expect(try await fixture.store.addDeliveries(deliveries, from: 0, through: 1))

    let deleting = try await writes(fixture) {
      try await fixture.write(.deleteWebhook(id: ids[0]))
    }
    #expect(deleting == 1)
    #expect(try await fixture.refusal(of: .webhook(id: ids[0])) == "webhook_not_found")
    #expect(try await fixture.refusal(.deleteWebhook(id: ids[0])) == "webhook_not_found")
    #expect(try await fixture.read(.webhooks)["webhooks"]?.arrayValue?.count == 1)
    #expect(try await fixture.store.activeWebhooks().map(\.id) == [ids[1]])
    let due = try await fixture.store.dueDeliveries(at: now, ofEach: 500)
    #expect(Set(due.map(\.webhookId)) == [ids[1]])
    // What was planned before is not added any more.
    #expect(try await fixture.store.addDeliveries([deliveries[0]], from: 1, through: 2))
    #expect(try await fixture.store.pendingDeliveries(ofWebhook: ids[0], upTo: 500) == 130)

    var gone = 0
    let pruning = try await writes(fixture) {
      gone = try await fixture.store.pruneDeletedWebhooks()
    }

    #expect(gone == 130)
    #expect(pruning >= 4)
    #expect(try await fixture.store.pendingDeliveries(ofWebhook: ids[0], upTo: 500) == 0)
    #expect(try await fixture.store.pendingDeliveries(ofWebhook: ids[1], upTo: 500) == 130)
    #expect(try await writes(fixture) { try await fixture.store.pruneDeletedWebhooks() } == 0)
    #expect(try await fixture.store.check() == [])
  }
}
