import Operations
import Testing

/// Queries made from others: what watches the first goes on watching.
@Suite(.timeLimit(.minutes(20))) struct MappedQueryTests {
  private let runs = Counter()
  private let ended = Signal<Void>()

  private var query: some QueryRequest<String, any Error> {
    let (runs, ended) = (runs, ended)
    return TestQuery<String, any Error> { "\(runs.increment())" }
      .handleEvents(with: OperationEventHandler(onRunEnded: { _ in ended.send(()) }))
      .enableAutomaticRunning(onlyWhen: .always(true))
  }

  private let failing = TestQuery<String, any Error>.throwing(TestError(name: "first"))

  @Test func `values are transformed, yields included`() async throws {
    let shown = Log<Int?>()
    let query = TestQuery<String, any Error> { _, continuation in
      continuation.yield("a")
      return "abc"
    }
    let store = OperationStore.detached(query: query.map(\.count))
    let subscription = store.subscribe(
      with: QueryEventHandler { state, _ in shown.add(state.currentValue) })

    #expect(try await store.fetch() == 3)
    #expect(shown.elements == [nil, nil, 1, 3])
    subscription.cancel()
  }

  @Test func `a transformed query has a path of its own beneath the first`() {
    let query = TestQuery<String, any Error>.returning("a", path: ["a"])

    #expect(query.map(\.count).path.isPrefixed(by: ["a"]))
    #expect(query.map(\.count).path != query.path)
    #expect(query.map(path: ["lengths"], \.count).path == ["lengths"])
    #expect(query.mapError { $0 }.path == query.path)
  }

  @Test func `modifiers nearer the request work beneath a transformation`() async throws {
    let attempts = Counter()
    let query = TestQuery<String, any Error> {
      if attempts.increment() < 3 { throw TestError() }
      return "abc"
    }

    let value = try await OperationStore.detached(
      query: query.retry(limit: 2).delayer(.noDelay).map(\.count)
    ).fetch()

    #expect(value == 3)
  }

  private enum Problem: Error, Equatable, CancellationRepresentableFailure {
    case cancelled
    case wrapped(String)
  }

  @Test func `errors are transformed into a type`() async {
    let store = OperationStore.detached(
      query: failing.mapError { Problem.wrapped(($0 as? TestError)?.name ?? "") })

    await #expect(throws: Problem.wrapped("first")) { try await store.fetch() }

    #expect(store.error == .wrapped("first"))
  }

  @Test func `cancellation stays cancellation in a type that can hold it`() async {
    let gate = Gate()
    let store = OperationStore.detached(
      query: TestQuery<String, any Error> {
        try await gate.pass()
        return ""
      }.mapError { _ in Problem.wrapped("transformed") })
    let awaiting = Task { try await store.fetch() }
    await gate.arrival()

    awaiting.cancel()

    await #expect(throws: Problem.cancelled) { try await awaiting.value }
    #expect(store.status.isCancelled)
  }

  @Test func `a poll beneath a transformation goes on`() async {
    let delayer = ManualDelayer()
    let store = OperationStore.detached(
      query: query.staleWhenNoValue().poll(every: .seconds(1), using: delayer).map(\.count),
      initialValue: 0)
    let subscription = store.subscribe(with: QueryEventHandler())
    await ended.next()

    await delayer.next().open()
    await ended.next()

    #expect(runs.value == 2)
    subscription.cancel()
  }

  @Test func `a rerun beneath a transformation goes on`() async {
    let specification = TestSpecification(false)
    let store = OperationStore.detached(
      query: query.rerunOnChange(of: specification).map(\.count))
    let subscription = store.subscribe(with: QueryEventHandler())
    await ended.next()

    specification.send(true)
    await ended.next()

    #expect(runs.value == 2)
    subscription.cancel()
  }

  @Test func `a rerun beneath a transformation and a default goes on`() async {
    let specification = TestSpecification(false)
    let store = OperationStore.detached(
      operation: query.rerunOnChange(of: specification).map(\.count).defaultValue(0))
    let subscription = store.subscribe(with: OperationEventHandler())
    await ended.next()

    specification.send(true)
    await ended.next()

    #expect(runs.value == 2)
    subscription.cancel()
  }

  @Test func `a condition on the value beneath a transformation counts as stale`() async throws {
    let store = OperationStore.detached(
      query: query.staleWhen { state, _ in state.currentValue == nil }.map(\.count))

    #expect(store.isStale)
  }

  @Test func `a condition on dates holds beneath a transformation`() async throws {
    let store = OperationStore.detached(query: query.staleWhenNoValue().map(\.count))
    try await store.fetch()

    #expect(!store.isStale)
  }

  private struct Controller: OperationController {
    typealias State = QueryState<String, any Error>

    func control(with controls: OperationControls<State>) -> OperationSubscription { .empty }
  }

  @Test func `a controller of the first state is reported`() {
    let issues = IssueLog()
    _ = OperationStore.detached(
      query: query.controlled(by: Controller()).map(\.count), initialContext: issues.context)

    #expect(issues.codes == [.unmatchedController])
  }
}
