import Operations
import Testing

/// Conformance row C15 and its surroundings: values that are known to be out of date.
@Suite(.timeLimit(.minutes(20))) struct InvalidationTests {
  private let gate = Gate()
  private let runs = Counter()
  private let client = OperationClient(defaultContext: .testing())

  /// Returns the number of its run; the first waits at the gate.
  private var query: some QueryRequest<Int, any Error> {
    let (gate, runs) = (gate, runs)
    return TestQuery<Int, any Error>(path: ["a"]) {
      let run = runs.increment()
      if run == 1 { await gate.passIgnoringCancellation() }
      return run
    }.staleWhenNoValue()
  }

  @Test func `OP-C15 invalidation makes stale and reruns what is shown`() async throws {
    let runs = Counter()
    let gate = Gate()
    let done = Signal<Void>()
    let store = client.store(
      for: TestQuery(path: ["a"]) {
        let run = runs.increment()
        if run > 1 { try await gate.pass() }
        return run
      }.staleWhenNoValue())
    let unseen = client.store(for: TestQuery.returning("b", path: ["a", 2]).staleWhenNoValue())
    try await store.fetch()
    try await unseen.fetch()
    let subscription = store.subscribe(
      with: OperationEventHandler(onStateChanged: { state, _ in
        if state.valueUpdateCount == 2, !state.isLoading { done.send(()) }
      }))
    #expect(!store.isStale && !unseen.isStale)

    client.invalidate(matching: ["a"])
    #expect(store.isStale && unseen.isStale)
    gate.open()
    await done.next()

    #expect(runs.value == 2)
    #expect(!store.isStale)
    #expect(unseen.isStale)
    #expect(unseen.state.valueUpdateCount == 1)
    try await unseen.fetch()
    #expect(!unseen.isStale)
    subscription.cancel()
  }

  @Test func `a run from before an invalidation does not make fresh`() async throws {
    let store = client.store(for: query.disableAutomaticRunning())
    async let value = store.fetch()
    await gate.arrival()

    client.invalidate(matching: [])
    gate.open()
    _ = try await value

    #expect(store.currentValue == 1)
    #expect(store.isStale)
    try await store.fetch()
    #expect(!store.isStale)
  }

  @Test func `an invalidation while a run goes on runs again and shows the newer value`()
    async throws
  {
    let done = Signal<Void>()
    let store = client.store(for: query)
    let subscription = store.subscribe(
      with: OperationEventHandler(onStateChanged: { state, _ in
        if state.currentValue == 2 { done.send(()) }
      }))
    await gate.arrival()
    let first = try #require(store.state.activeTasks.first)

    client.invalidate(matching: [])
    await done.next()
    gate.open()
    _ = try await first.runIfNeeded()

    #expect(runs.value == 2)
    #expect(store.currentValue == 2)
    #expect(!store.isStale)
    subscription.cancel()
  }

  @Test func `a reset forgets an invalidation`() async throws {
    gate.open()
    let store = client.store(for: query.disableAutomaticRunning())
    try await store.fetch()
    store.invalidate()

    store.resetState()
    try await store.fetch()

    #expect(!store.isStale)
  }

  @Test func `mutations are invalidated without harm`() async throws {
    let store = client.store(for: TestMutation { (word: String, _, _) in word })
    try await store.mutate(with: "a")

    client.invalidate(matching: [])

    #expect(store.history.count == 1)
    #expect(store.currentValue == "a")
  }

  @Test func `a run from before an invalidation that is cancelled leaves the newer outcome`()
    async throws
  {
    let (gate, runs) = (gate, runs)
    let store = client.store(
      for: TestQuery<Int, any Error>(path: ["a"]) {
        let run = runs.increment()
        if run == 1 { try await gate.pass() }
        return run
      }.staleWhenNoValue().disableAutomaticRunning())
    let first = Task { try await store.fetch() }
    await gate.arrival()
    store.invalidate()
    try await store.fetch()

    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }

    #expect(store.status.resultValue == 2)
  }
}
