import Operations
import Testing

/// Bad use: runners that leave, clocks that stand still, pages that vanish, histories that are
/// empty.
///
/// The results are defined, and nothing hangs or traps.
@Suite(.timeLimit(.minutes(20))) struct MisuseTests {
  private typealias Store = OperationStore<QueryState<Int, any Error>>

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
}
