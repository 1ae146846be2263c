import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// Changes that fail again and again.
@Suite(.timeLimit(.minutes(20))) struct FailingChangeTests {
  @Test func `a change counts as stuck from its tenth failure on, also while it is sent again`()
    async throws
  {
    let desk = try await DrainDesk()
    try await desk.note("A")
    for _ in 1...10 {
      #expect(try await desk.store.syncCounts().stuck == 0)
      let exchange = try #require(try await desk.next())
      #expect(try await desk.store.syncCounts().stuck == 0)
      try await desk.settle(exchange, status: 500)
      desk.clock.advance(byMilliseconds: 120_000)
    }

    #expect(try await desk.store.syncCounts().stuck == 1)
    let again = try #require(try await desk.next())
    #expect(try await desk.store.syncCounts().stuck == 1)
    try await desk.settle(again, status: 400, body: #"{"error": {"code": "x", "message": "No."}}"#)
    #expect(try await desk.store.syncCounts().stuck == 0)
  }

  @Test func `a change is refused after as many attempts as the client allows`() async throws {
    let desk = try await DrainDesk()
    try await desk.note("A")
    let policy = SyncPolicy(
      url: desk.policy.url, maximumAttempts: 3, fraction: desk.policy.fraction)
    for _ in 1...3 {
      #expect(try await desk.store.syncCounts().refused == 0)
      let exchange = try #require(try await desk.next())
      _ = try await desk.store.settle(
        exchange, .failure(message: "cut", mayHaveArrived: true), policy)
      desk.clock.advance(byMilliseconds: 120_000)
    }

    let counts = try await desk.store.syncCounts()
    #expect(counts.refused == 1)
    #expect(counts.pending == 0)
  }

  @Test func `a client says how many attempts it allows`() async throws {
    let line = InMemoryServer().line("one")
    line.setFault { $0.method == "GET" ? nil : .answer(TransportResponse(status: 500)) }
    var configuration = ClientConfiguration()
    configuration.maximumAttempts = 1
    let client = try await MarfaClient.synced(
      store: MarfaSDKTest.makeInMemoryStore(), transport: line, configuration: configuration,
      drainDebounceInterval: .zero)
    let engine = try #require(client.syncEngine)
    let events = SyncEventReader(engine.events)
    _ = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "x"]))

    await engine.start()
    _ = try await events.next {
      if case .mutationDropped(.createItem, _, 1, _) = $0 { true } else { false }
    }

    #expect(try await client.store?.syncCounts().refused == 1)
    await engine.stop()
  }
}
