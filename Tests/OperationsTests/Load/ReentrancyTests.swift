import Operations
import Testing

/// Handlers and work that come back to the store that called them: nothing hangs or traps.
@Suite(.timeLimit(.minutes(20))) struct ReentrancyTests {
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

  @Test func `a write past the view in an exclusive access is applied before those of the view`() {
    let store = Store.detached(query: TestQuery.returning(1), initialValue: 0)
    let calls = Counter()

    store.withExclusiveAccess { view in
      calls.increment()
      store.currentValue = 100
      #expect(store.currentValue == 100)
      view.currentValue = (view.currentValue ?? 0) + 1
    }

    #expect(calls.value == 1)
    #expect(store.currentValue == 1)
    #expect(store.state.valueUpdateCount == 2)
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
}
