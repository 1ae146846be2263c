import Operations
import Testing

/// Conformance rows N01 to N04: reruns when a condition becomes true.
@Suite(.timeLimit(.minutes(20))) struct RerunOnChangeTests {
  private typealias Store = OperationStore<QueryState<String, any Error>>

  private let specification = TestSpecification(false)
  private let gate = Gate()
  private let runs = Counter()
  private let isStale = Flag()

  /// A store that is fresh until `isStale` is set, so that subscribing starts nothing.
  private func store(isAutomatic: Bool = true) -> Store {
    let (gate, runs, isStale) = (gate, runs, isStale)
    return .detached(
      query: TestQuery {
        runs.increment()
        try await gate.pass()
        return "run"
      }
      .enableAutomaticRunning(onlyWhen: .always(isAutomatic))
      .staleWhen { _, _ in isStale.isSet }
      .rerunOnChange(of: specification), initialContext: .testing())
  }

  @Test func `OP-N01 a rising condition starts one rerun`() async throws {
    let store = store()
    let subscription = store.subscribe(with: QueryEventHandler())
    isStale.set()

    specification.send(true)
    await gate.arrival()
    let run = try #require(store.state.activeTasks.first)
    gate.open()

    #expect(try await run.runIfNeeded() == "run")
    #expect(runs.value == 1)
    subscription.cancel()
  }

  @Test func `OP-N02 a falling condition cancels its rerun`() async throws {
    let store = store()
    let subscription = store.subscribe(with: QueryEventHandler())
    isStale.set()
    specification.send(true)
    await gate.arrival()
    let run = try #require(store.state.activeTasks.first)

    specification.send(false)

    await #expect(throws: CancellationError.self) { try await run.runIfNeeded() }
    #expect(store.status.isCancelled)
    subscription.cancel()
  }

  enum Obstacle: CaseIterable {
    case noSubscriber, notStale, automaticRunningOff
  }

  @Test(arguments: Obstacle.allCases)
  func `OP-N03 a rerun needs a subscriber, staleness and permission`(obstacle: Obstacle) {
    let store = store(isAutomatic: obstacle != .automaticRunningOff)
    let subscription = store.subscribe(with: QueryEventHandler())
    isStale.set(obstacle != .notStale)
    if obstacle == .noSubscriber { subscription.cancel() }

    specification.send(true)

    #expect(!store.isLoading)
    #expect(runs.value == 0)
    subscription.cancel()
  }

  @Test func `OP-N04 a pulse without a change neither starts nor cancels a run`() async throws {
    let store = store()
    let subscription = store.subscribe(with: QueryEventHandler())
    isStale.set()
    specification.send(true)
    await gate.arrival()
    let run = try #require(store.state.activeTasks.first)

    specification.send(true)

    #expect(store.state.activeTasks.count == 1)
    #expect(!run.isCancelled)
    gate.open()
    #expect(try await run.runIfNeeded() == "run")
    subscription.cancel()
  }

  @Test func `several conditions have a controller each`() async throws {
    let other = TestSpecification(false)
    let (gate, runs, isStale) = (gate, runs, isStale)
    let store = Store.detached(
      query: TestQuery {
        runs.increment()
        try await gate.pass()
        return "run"
      }
      .enableAutomaticRunning(onlyWhen: .always(true)).staleWhen { _, _ in isStale.isSet }
      .rerunOnChange(of: specification).rerunOnChange(of: other))
    let subscription = store.subscribe(with: QueryEventHandler())
    isStale.set()

    other.send(true)
    await gate.arrival()
    specification.send(false)

    #expect(store.state.activeTasks.first?.isCancelled == false)
    gate.open()
    subscription.cancel()
  }

  @Test func `a store that is gone no longer observes its condition`() {
    var store: Store? = store()
    #expect(specification.observerCount == 1)
    _ = store

    store = nil

    #expect(specification.observerCount == 0)
  }

  @Test func `a client reruns its queries when the network is back`() async throws {
    let network = MockNetworkObserver(initialStatus: .disconnected)
    let (runs, isStale) = (runs, isStale)
    let client = OperationClient(
      storeCreator: OperationClient.DefaultStoreCreator(
        delayer: .noDelay, networkObserver: network))
    let ended = Signal<Void>()
    let store = client.store(
      for: TestQuery(path: ["q"]) { runs.increment() }.staleWhen { _, _ in isStale.isSet })
    let subscription = store.subscribe(
      with: OperationEventHandler(onRunEnded: { _ in ended.send(()) }))
    isStale.set()

    network.send(status: .connected)
    await ended.next()

    #expect(runs.value == 1)
    subscription.cancel()
  }

  /// Becomes false while it is asked whether it is true.
  private final class Fickle: OperationRunSpecification {
    let base = TestSpecification(false)
    let isFalling = Flag()

    func isSatisfied(in context: OperationContext) -> Bool {
      let answer = base.isSatisfied(in: context)
      if answer, isFalling.isSet {
        isFalling.set(false)
        base.send(false)
      }
      return answer
    }

    func subscribe(
      in context: OperationContext, onChange: @escaping @Sendable () -> Void
    ) -> OperationSubscription {
      base.subscribe(in: context, onChange: onChange)
    }
  }

  @Test func `a condition that falls while it is asked leaves no run behind`() {
    let fickle = Fickle()
    let gate = gate
    let store = Store.detached(
      query: TestQuery {
        try await gate.pass()
        return "run"
      }
      .enableAutomaticRunning(onlyWhen: .always(true)).staleWhen { [isStale] _, _ in isStale.isSet }
      .rerunOnChange(of: fickle), initialContext: .testing())
    let subscription = store.subscribe(with: QueryEventHandler())
    isStale.set()
    fickle.isFalling.set()

    fickle.base.send(true)

    #expect(store.state.activeTasks.allSatisfy { $0.isCancelled })
    fickle.base.send(true)
    #expect(store.state.activeTasks.contains { !$0.isCancelled })
    gate.open()
    subscription.cancel()
  }

  @Test func `a condition that falls while the run is made leaves no run behind`() {
    let specification = specification
    let store = store()
    // The handler is called with the loading state, before the controller has its run.
    let subscription = store.subscribe(
      with: QueryEventHandler(onStateChanged: { state, _ in
        if state.isLoading { specification.send(false) }
      }))
    isStale.set()

    specification.send(true)

    #expect(store.state.activeTasks.allSatisfy { $0.isCancelled })
    gate.open()
    subscription.cancel()
  }
}
