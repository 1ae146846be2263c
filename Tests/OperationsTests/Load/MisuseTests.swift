import Foundation
import Operations
import Testing

/// Bad use: handlers that re-enter, runners that leave, clocks that stand still.
///
/// The results are defined, and nothing hangs or traps.
@Suite struct MisuseTests {
  private typealias Store = OperationStore<QueryState<Int, any Error>>

  @Test func `a handler that resets, runs and clears its own client is survived`() async throws {
    let client = OperationClient(defaultContext: .testing())
    let store = client.store(for: TestQuery.returning(1, path: ["a"]).disableAutomaticRunning())
    let calls = Counter()
    let subscription = store.subscribe(
      with: QueryEventHandler(
        onStateChanged: { state, _ in
          guard state.currentValue == 5, calls.increment() == 1 else { return }
          store.resetState()
          store.cancelRuns()
          client.invalidate(matching: [])
          client.clearStores(matching: [])
          _ = client.store(for: TestQuery.returning(2, path: ["b"]))
          client.withStores(matching: []) { stores, _ in stores.removeAll() }
        }))

    store.currentValue = 5

    #expect(calls.value == 1)
    #expect(store.currentValue == nil)
    #expect(client.stores(matching: []).isEmpty)
    subscription.cancel()
  }

  @Test func `a handler of a client may change the client`() {
    let client = OperationClient(defaultContext: .testing())
    let made = Counter()
    let subscription = client.subscribe(matching: []) { change in
      guard made.increment() < 50, let path = change.added.first?.path else { return }
      _ = client.store(for: TestQuery.returning(0, path: path.appending("deeper")))
      client.clearStore(with: path)
    }

    _ = client.store(for: TestQuery.returning(0, path: ["a"]))

    #expect(made.value >= 50)
    subscription.cancel()
  }

  @Test func `an edit inside an exclusive access to the same store is survived`() {
    let store = Store.detached(query: TestQuery.returning(1), initialValue: 0)
    let calls = Counter()

    store.withExclusiveAccess { view in
      calls.increment()
      store.currentValue = 100
      view.currentValue = (view.currentValue ?? 0) + 1
    }

    // Each call is overtaken by the write inside it; the last one's write is applied all the same.
    #expect(calls.value == 8)
    #expect(store.currentValue == 101 || store.currentValue == 1)
  }

  @Test func `a cancelled runner leaves a hundred joiners their value`() async throws {
    let gate = Gate()
    let joins = Signal<Void>()
    let runs = Counter()
    let store = Store.detached(
      query: TestQuery {
        runs.increment()
        try await gate.pass()
        return 1
      }.deduplicated().handleEvents(
        with: OperationEventHandler(onRunStarted: { _ in joins.send(()) })))
    let runner = Task { try await store.fetch() }
    await gate.arrival()
    let joiners = (0..<100).map { _ in Task { try await store.fetch() } }
    for _ in 0...100 { await joins.next() }

    runner.cancel()
    await #expect(throws: CancellationError.self) { try await runner.value }
    joiners.prefix(50).forEach { $0.cancel() }
    for joiner in joiners.prefix(50) {
      await #expect(throws: CancellationError.self) { try await joiner.value }
    }
    gate.open()

    for joiner in joiners.dropFirst(50) { #expect(try await joiner.value == 1) }
    #expect(runs.value == 1)
    #expect(store.state.valueUpdateCount == 1)
    #expect(store.status.resultValue == 1)
  }

  @Test func `a standing clock and a clock that goes back confuse nothing`() async throws {
    let clock = ManualClock()
    let store = OperationStore.detached(
      query: TestQuery<String, any Error>.scripted([
        .success("a"), .failure(TestError()), .success("b"),
      ]).stale(after: .seconds(60)), initialContext: .testing(clock: clock))

    try await store.fetch()
    _ = try? await store.fetch()
    #expect(store.status.isFailure)
    clock.advance(by: -3600)
    try await store.fetch()
    clock.advance(by: -3600)

    #expect(store.status.resultValue == "b")
    #expect(!store.isStale)
  }

  @Test func `a page that awaits all pages of its own list is reported and ends`() async throws {
    let issues = IssueLog()
    let stores = Log<OperationStore<PaginatedState<Int, String, any Error>>>()
    let fetches = Log<Int>()
    let store = OperationStore.detached(
      paginated: TestPages { id, _, _ in
        fetches.add(id)
        if id == 1, fetches.count == 2 { try await stores.elements.first?.refetchAllPages() }
        return "page \(id)"
      }, initialContext: issues.context)
    stores.add(store)
    try await store.fetchNextPage()

    try await store.fetchNextPage()

    #expect(fetches.elements == [0, 1, 0])
    #expect(store.currentValue.ids == [0, 1])
    #expect(issues.codes == [.dependencyCycle])
    stores.clear()
  }

  @Test func `a deduplicated query that awaits itself does not join itself`() async throws {
    let stores = Log<Store>()
    let depth = Counter()
    let store = Store.detached(
      query: TestQuery<Int, any Error> {
        let level = depth.increment()
        if level < 3 { _ = try await stores.elements.first?.fetch() }
        return level
      }.deduplicated())
    stores.add(store)

    #expect(try await store.fetch() == 1)

    #expect(depth.value == 3)
    #expect(!store.isLoading)
    stores.clear()
  }

  @Test func `a run that starts the next one from its handler keeps nothing of the last`()
    async throws
  {
    let rounds = Signal<Int>()
    let runs = Counter()
    let store = Store.detached(query: TestQuery { runs.increment() }.deduplicated())
    let subscription = store.subscribe(
      with: QueryEventHandler(onRunEnded: { _ in
        guard runs.value < 500 else { return rounds.send(runs.value) }
        store.fetchTask().start()
      }))

    try await store.fetch()

    #expect(await rounds.next() == 500)
    subscription.cancel()
  }

  @Test func `a handler may cancel itself and every other subscription`() {
    let store = Store.detached(query: TestQuery.returning(1))
    let subscriptions = Log<OperationSubscription>()
    let heard = Counter()
    for _ in 0..<10 {
      subscriptions.add(
        store.subscribe(
          with: QueryEventHandler(onStateChanged: { state, _ in
            guard state.currentValue != nil else { return }
            heard.increment()
            subscriptions.elements.forEach { $0.cancel() }
          })))
    }

    store.currentValue = 1
    store.currentValue = 2

    #expect(heard.value == 1)
    #expect(store.subscriberCount == 0)
    subscriptions.clear()
  }

  @Test func `a page that was dropped from under both directions is dropped alone`() async throws {
    let issues = IssueLog()
    let gate = Gate()
    let isHeld = Flag()
    let store = OperationStore.detached(
      paginated: TestPages { id, _, _ in
        if isHeld.isSet { try await gate.pass() }
        return "page \(id)"
      }, initialContext: issues.context)
    for _ in 0..<2 { try await store.fetchNextPage() }
    isHeld.set()
    async let next = store.fetchNextPage()
    async let previous = store.fetchPreviousPage()
    await gate.arrival(2)

    store.currentValue = Pages([Page(id: 50, value: "elsewhere")])
    gate.open()
    _ = try await (next, previous)

    #expect(store.currentValue.ids == [50])
    #expect(issues.codes == [.vanishedPage, .vanishedPage])
    #expect(store.hasNextPage && store.hasPreviousPage && !store.isLoading)
    #expect(try await store.fetchNextPage()?.id == 51)
  }

  @Test func `an empty history is retried through every modifier without harm`() async throws {
    let issues = IssueLog()
    let client = OperationClient(defaultContext: issues.context)
    let store = client.store(
      for: TestMutation { (word: String, _, _) in word }
        .optimistic(updating: [], of: QueryState<Int, any Error>.self) { _, _ in }
        .retry(limit: 2).deduplicated().debounce(.zero).scope("s").maxHistory(length: 1))

    #expect(try await store.retryLatest() == nil)
    #expect(try await store.run() == nil)
    #expect(store.runTask() == nil && store.retryLatestTask() == nil)

    #expect(store.history.isEmpty && store.status.isIdle)
    #expect(issues.codes == [.missingArguments, .missingArguments])
  }

  @Test func `a handler that asks for a page while the first is loading waits for that`()
    async throws
  {
    let issues = IssueLog()
    let asked = Signal<OperationTask<Page<Int, String>?, any Error>>()
    let gate = Gate()
    let store = OperationStore.detached(
      paginated: TestPages { id, _, continuation in
        if id == 0 {
          continuation.yield("early")
          try await gate.pass()
        }
        return "page \(id)"
      }, initialContext: issues.context)
    let subscription = store.subscribe(
      with: PaginatedEventHandler(onResultReceived: { _, context in
        guard context.operationResultUpdateReason == .yieldedResult else { return }
        if let task = store.fetchNextPageTask() { asked.send(task) }
      }))

    async let first = store.fetchNextPage()
    let next = await asked.next()
    next.start()
    gate.open()

    #expect(try await first?.id == 0)
    #expect(try await next.runIfNeeded()?.id == 1)
    #expect(store.currentValue.map(\.value) == ["page 0", "page 1"])
    #expect(issues.codes.isEmpty)
    subscription.cancel()
  }

  @Test func `a handler that fetches again while a run goes on joins it`() async throws {
    let runs = Counter()
    let asked = Signal<OperationTask<Int, any Error>>()
    let (gate, joins) = (Gate(), Signal<Void>())
    let store = Store.detached(
      query: TestQuery<Int, any Error> { _, continuation in
        let run = runs.increment()
        continuation.yield(0)
        try await gate.pass()
        return run
      }.deduplicated().handleEvents(
        with: OperationEventHandler(onRunStarted: { _ in joins.send(()) })))
    let subscription = store.subscribe(
      with: QueryEventHandler(onResultReceived: { result, _ in
        if (try? result.get()) == 0 { asked.send(store.fetchTask()) }
      }))

    async let first = store.fetch()
    let second = await asked.next()
    second.start()
    await joins.next()
    await joins.next()
    gate.open()

    #expect(try await first == 1)
    #expect(try await second.runIfNeeded() == 1)
    #expect(runs.value == 1)
    subscription.cancel()
  }

  // MARK: - Ends that come back

  /// Does something when it is released.
  private final class Farewell: Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
      self.action = action
    }

    deinit { action() }
  }

  @Test func `a value may use its store when it is replaced`() {
    let stores = Log<OperationStore<QueryState<Farewell, any Error>>>()
    let farewells = Counter()
    let store = OperationStore.detached(
      query: TestQuery<Farewell, any Error>.returning(Farewell {}))
    stores.add(store)

    for _ in 0..<3 {
      store.currentValue = Farewell {
        farewells.increment()
        stores.elements.first?.invalidate()
        stores.elements.first?.setResult(to: .failure(TestError()))
      }
    }
    store.applyOptimisticEdit { $0 = nil }.commit()
    store.resetState()

    #expect(farewells.value == 3)
    stores.clear()
  }

  @Test func `a value of a context may use its store when it is replaced`() {
    let stores = Log<Store>()
    let farewells = Counter()
    let store = Store.detached(query: TestQuery.returning(1))
    stores.add(store)
    enum Key: OperationContext.Key {
      static let defaultValue: Farewell? = nil
    }
    store.context[Key.self] = Farewell {
      farewells.increment()
      stores.elements.first?.currentValue = 7
    }

    store.context = OperationContext()

    #expect(farewells.value == 1 && store.currentValue == 7)
    stores.clear()
  }

  @Test func `a handler may cancel others of its kind when it is released`() {
    let store = Store.detached(query: TestQuery.returning(1))
    let client = OperationClient(defaultContext: .testing())
    let network = MockNetworkObserver()
    let heard = Counter()
    func other() -> [OperationSubscription] {
      [
        store.subscribe(with: QueryEventHandler()), client.subscribe(matching: []) { _ in },
        network.subscribe { _ in },
      ]
    }
    let subscriptions: [OperationSubscription] = {
      let held = (0..<3).map { _ in
        let others = other()
        return Farewell {
          heard.increment()
          others.forEach { $0.cancel() }
        }
      }
      return [
        store.subscribe(with: QueryEventHandler(onStateChanged: { _, _ in _ = held[0] })),
        client.subscribe(matching: []) { _ in _ = held[1] },
        network.subscribe { _ in _ = held[2] },
      ]
    }()

    subscriptions.forEach { $0.cancel() }

    #expect(heard.value == 3)
    #expect(store.subscriberCount == 0)
  }
}
