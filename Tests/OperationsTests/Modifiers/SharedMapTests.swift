import Operations
import Testing

/// A query and its transformations in one client.
@Suite(.timeLimit(.minutes(20))) struct SharedMapTests {
  private let client = OperationClient(defaultContext: .testing())
  private let runs = Counter()
  private let gate = Gate()

  private var query: TestQuery<String, any Error> {
    let (runs, gate) = (runs, gate)
    return TestQuery(path: ["text"]) { _, continuation in
      runs.increment()
      continuation.yield("a")
      try await gate.pass()
      return "abc"
    }
  }

  @Test(arguments: [false, true])
  func `OP-C18 a query and its map shown together fetch once`(isMapFirst: Bool) async throws {
    let executor = SteppingExecutor()
    var context = OperationContext.testing()
    context.operationTaskConfiguration.executorPreference = executor
    let client = OperationClient(defaultContext: context)
    let plain = client.store(for: query)
    let lengths = client.store(for: query.map(\.count))
    let shown =
      isMapFirst ? [lengths.subscribed, plain.subscribed] : [plain.subscribed, lengths.subscribed]
    let subscriptions = shown.map { $0() }
    let tasks = (lengths.state.activeTasks.first, plain.state.activeTasks.first)
    // Both runs stand still now: one at the gate, the other at the first one's end.
    #expect(executor.drain())
    #expect(runs.value == 1 && plain.isLoading && lengths.isLoading)

    gate.open()
    #expect(executor.drain())
    #expect(try await tasks.0?.runIfNeeded() == 3)
    #expect(try await tasks.1?.runIfNeeded() == "abc")

    #expect(runs.value == 1)
    #expect(plain.currentValue == "abc" && lengths.currentValue == 3)
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `OP-C18 two maps of one query fetch at most once each, and it has the value`()
    async throws
  {
    gate.open()
    let (query, runs) = (query, runs)
    async let length = client.store(for: query.map(\.count)).fetch()
    async let upper = client.store(for: query.map(path: ["upper"]) { $0.uppercased() }).fetch()

    #expect(try await (length, upper) == (3, "ABC"))
    // They may have come one after the other.
    #expect(runs.value <= 2)
    #expect(client.store(for: query).currentValue == "abc")
  }

  @Test func `yields of the query reach its map`() async throws {
    gate.open()
    let shown = Log<Int?>()
    let store = client.store(for: query.map(\.count).disableAutomaticRunning())
    let subscription = store.subscribe(
      with: QueryEventHandler { state, _ in shown.add(state.currentValue) })

    try await store.fetch()

    #expect(shown.elements == [nil, nil, 1, 3])
    subscription.cancel()
  }

  @Test func `invalidating both runs the query once more`() async throws {
    gate.open()
    let (plain, lengths) = (client.store(for: query), client.store(for: query.map(\.count)))
    let subscriptions = [plain.subscribed(), lengths.subscribed()]
    for task in plain.state.activeTasks { _ = try await task.runIfNeeded() }
    for task in lengths.state.activeTasks { _ = try await task.runIfNeeded() }
    let before = runs.value

    plain.invalidate()
    for task in plain.state.activeTasks { _ = try await task.runIfNeeded() }

    #expect(runs.value == before + 1)
    #expect(!lengths.isLoading)
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `an invalidated map does not share a fetch from before`() async throws {
    let plain = client.store(for: query.disableAutomaticRunning())
    let lengths = client.store(for: query.disableAutomaticRunning().map(\.count))
    let early = plain.fetchTask()
    early.start()
    await gate.arrival()

    lengths.invalidate()
    let late = lengths.fetchTask()
    late.start()
    await gate.arrival(2)
    gate.open()

    #expect(try await late.runIfNeeded() == 3)
    _ = try await early.runIfNeeded()
    #expect(runs.value == 2)
  }

  @Test func `attempts of a map and its query do not multiply`() async {
    let attempts = Counter()
    let client = OperationClient(
      defaultContext: .testing(),
      storeCreator: OperationClient.DefaultStoreCreator(
        retryLimit: 2, backoff: .noBackoff, delayer: .noDelay))
    let failing = TestQuery<String, any Error>(path: ["failing"]) {
      attempts.increment()
      throw TestError()
    }

    _ = try? await client.store(for: failing.map(\.count)).fetch()
    #expect(attempts.value == 3)
    _ = try? await client.store(for: failing.map(path: ["once"], \.count).retry(limit: 0)).fetch()
    #expect(attempts.value == 4)
  }

  @Test func `a map of a query shown with a default fetches for itself`() async throws {
    gate.open()
    let defaulted = client.store(for: query.defaultValue("none"))

    let value = try await client.store(for: query.map(\.count)).fetch()

    #expect(value == 3)
    #expect(defaulted.currentValue == "none")
  }

  @Test func `mapped errors keep the path and do not run in circles`() async throws {
    gate.open()

    let value = try await client.store(for: query.mapError { $0 as any Error }).fetch()

    #expect(value == "abc")
    #expect(runs.value == 1)
  }
}

extension OperationStore {
  /// Subscribes without looking.
  fileprivate func subscribed() -> OperationSubscription {
    subscribe(with: OperationEventHandler())
  }
}
