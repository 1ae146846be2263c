import Operations
import Testing

/// What a store, a run and a client leave behind: nothing.
@Suite(.timeLimit(.minutes(20))) struct ReleaseTests {
  private typealias Store = OperationStore<QueryState<Int, any Error>>

  /// Whether the context of a store that ran an operation twice is released with the store.
  ///
  /// All jobs of the runs are done before: what they hold for a moment is not counted.
  private func isReleased(_ query: some QueryRequest<String, any Error>) -> Bool {
    let executor = SteppingExecutor()
    weak var released: Witness?
    do {
      let witness = Witness()
      released = witness
      let store = OperationStore.detached(
        query: query.context { $0[Witness.Key.self] = witness }
          .taskConfiguration(executorPreference: executor), initialContext: .testing())
      for _ in 0..<2 {
        let task = store.fetchTask()
        task.start()
        guard executor.drain(), task.isFinished else { return false }
      }
    }
    return executor.drain() && released == nil
  }

  private var queries: [TestQuery<String, any Error>] { [.returning("a"), .throwing()] }

  @Test func `a plain run keeps no context`() {
    for query in queries { #expect(isReleased(query)) }
  }

  @Test func `a deduplicated run keeps no context`() {
    for query in queries { #expect(isReleased(query.deduplicated())) }
  }

  @Test func `a debounced run keeps no context`() {
    for query in queries { #expect(isReleased(query.debounce(.seconds(1)))) }
  }

  @Test func `a run with a timeout keeps no context`() {
    for query in queries { #expect(isReleased(query.timeout(.seconds(1e6)))) }
  }

  @Test func `a run with every modifier releases its context`() {
    for query in queries {
      #expect(
        isReleased(
          query.timeout(.seconds(1e6)).retry(limit: 2).backoff(.noBackoff).deduplicated()
            .debounce(.seconds(1)).fallback(to: TestQuery.returning("b").deduplicated())
            .rerunOnChange(of: TestSpecification(false)).poll(every: .seconds(1e6))
            .handleEvents(with: QueryEventHandler()).stale(after: .seconds(1))))
    }
  }

  @Test func `a store leaves with the observers that its client gave it`() async throws {
    weak var released: OperationStore<QueryState<String, any Error>>?
    let activity = Activity()
    let client = OperationClient(
      storeCreator: OperationClient.DefaultStoreCreator(
        delayer: .noDelay, networkObserver: MockNetworkObserver(), activityObserver: activity))
    do {
      let store = client.store(for: TestQuery.returning("a"))
      released = store
      #expect(activity.specification.observerCount == 1)
      try await store.fetch()
      client.clearStores()
    }

    #expect(released == nil)
    #expect(activity.specification.observerCount == 0)
  }

  @Test func `a dropped store leaves when its client drops it`() async throws {
    weak var released: OperationStore<QueryState<String, any Error>>?
    let clock = ManualClock()
    let client = OperationClient(defaultContext: .testing(clock: clock))
    do {
      let store = client.store(for: TestQuery.returning("a").disableAutomaticRunning())
      released = store
      store.subscribe(with: QueryEventHandler()).cancel()
      try await store.fetch()
    }
    #expect(released != nil)

    clock.advance(by: 301)
    client.evictUnused()

    #expect(released == nil)
  }

  @Test func `a client leaves with its stores and their open runs`() async throws {
    weak var released: OperationClient?
    let gate = Gate()
    let task: OperationTask<String, any Error>
    do {
      let client = OperationClient(defaultContext: .testing())
      released = client
      let store = client.store(
        for: TestQuery {
          try await gate.pass()
          return "a"
        })
      task = store.fetchTask()
      task.start()
      await gate.arrival()
    }

    #expect(released == nil)
    gate.open()
    #expect(try await task.runIfNeeded() == "a")
  }

  @Test func `a task that is never run does not keep its store`() {
    weak var released: Store?
    do {
      let store = Store.detached(query: TestQuery.returning(1))
      released = store
      _ = store.fetchTask()
      #expect(store.isLoading)
    }

    #expect(released == nil)
  }

  @Test func `a task outlives its store`() async throws {
    let task: OperationTask<Int, any Error>
    do {
      task = Store.detached(query: TestQuery.returning(5)).fetchTask()
    }

    #expect(try await task.runIfNeeded() == 5)
  }

  @Test func `a store is released with its runs, subscriptions and controllers`() async throws {
    weak var released: Store?
    do {
      let specification = TestSpecification(false)
      let store = Store.detached(
        query: TestQuery.returning(1).retry(limit: 1).deduplicated()
          .rerunOnChange(of: specification).poll(every: .seconds(1)))
      released = store
      let subscription = store.subscribe(with: QueryEventHandler())
      try await store.fetch()
      _ = try await store.fetchTask().runIfNeeded()
      let edit = store.applyOptimisticEdit { $0 = 9 }
      edit.rollBack()
      subscription.cancel()
      var states = store.states.makeAsyncIterator()
      _ = await states.next()
    }

    #expect(released == nil)
  }

  private final class Activity: ApplicationActivityObserver {
    let specification = TestSpecification(true)

    func subscribe(with handler: @escaping @Sendable (Bool) -> Void) -> OperationSubscription {
      let specification = specification
      return specification.subscribe(in: OperationContext()) {
        handler(specification.isSatisfied(in: OperationContext()))
      }
    }
  }
}
