import Operations
import Testing

/// Conformance rows S01 to S16: subscribers, and runs that start by themselves.
@Suite(.timeLimit(.minutes(20))) struct SubscriptionTests {
  private typealias Store = OperationStore<QueryState<String, any Error>>

  private let runs = Counter()
  private let gate = Gate()
  private let recorder = EventRecorder()

  /// A query that counts its runs and ends at once.
  private var counting: TestQuery<String, any Error> {
    TestQuery { [runs] in "run \(runs.increment())" }
  }

  /// A query that counts its runs and waits at the gate.
  private var waiting: TestQuery<String, any Error> {
    TestQuery { [runs, gate] in
      let run = runs.increment()
      try await gate.pass()
      return "run \(run)"
    }
  }

  private func automatic(_ query: TestQuery<String, any Error>) -> Store {
    .detached(
      query: query.enableAutomaticRunning(onlyWhen: .always(true)), initialContext: .testing())
  }

  @Test func `OP-S01 a subscriber gets the current state before subscribe returns`() {
    let store = Store.detached(query: counting, initialValue: "now")

    let subscription = store.subscribe(with: recorder.handler())

    #expect(recorder.events == ["state now"])
    subscription.cancel()
  }

  @Test func `OP-S02 the first subscriber starts one run`() async {
    let store = automatic(waiting)

    let subscription = store.subscribe(with: QueryEventHandler())
    await gate.arrival()

    #expect(runs.value == 1)
    #expect(store.state.activeTasks.count == 1)
    subscription.cancel()
  }

  @Test func `OP-S03 a second subscriber starts no run`() async {
    let store = automatic(waiting)

    let subscriptions = [
      store.subscribe(with: QueryEventHandler()), store.subscribe(with: QueryEventHandler()),
    ]
    await gate.arrival()

    #expect(store.subscriberCount == 2)
    #expect(store.state.activeTasks.count == 1)
    subscriptions.forEach { $0.cancel() }
  }

  @Test func `OP-S04 nothing runs by itself unless automatic running is enabled`() {
    let store = Store.detached(query: counting)

    let subscription = store.subscribe(with: QueryEventHandler())

    #expect(!store.isLoading)
    #expect(runs.value == 0)
    subscription.cancel()
  }

  @Test func `OP-S05 automatic running follows its condition`() {
    let specification = TestSpecification(false)
    let store = Store.detached(query: counting.enableAutomaticRunning(onlyWhen: specification))

    let subscription = store.subscribe(with: QueryEventHandler())

    #expect(!store.isLoading)
    #expect(!store.isAutomaticRunningEnabled)
    specification.send(true)
    #expect(store.isAutomaticRunningEnabled)
    #expect(!store.isLoading)
    subscription.cancel()
  }

  @Test func `OP-S06 a store that is not stale does not run by itself`() {
    let store = Store.detached(
      query: counting.enableAutomaticRunning(onlyWhen: .always(true)).staleWhen { _, _ in false })

    let subscription = store.subscribe(with: QueryEventHandler())

    #expect(!store.isLoading)
    subscription.cancel()
  }

  @Test func `OP-S07 the end of the last subscription cancels the run that the first started`()
    async
  {
    let store = automatic(waiting)
    store.currentValue = "kept"
    let subscription = store.subscribe(with: QueryEventHandler())
    await gate.arrival()
    let run = store.state.activeTasks.first

    subscription.cancel()
    _ = try? await run?.runIfNeeded()

    #expect(store.status.isCancelled)
    #expect(store.currentValue == "kept")
    #expect(store.error == nil)
  }

  @Test func `OP-S08 a run that was asked for survives the last subscriber`() async throws {
    let store = Store.detached(query: waiting)
    let subscription = store.subscribe(with: QueryEventHandler())
    async let value = store.fetch()
    await gate.arrival()

    subscription.cancel()
    gate.open()

    #expect(try await value == "run 1")
  }

  @Test func `OP-S09 subscribing again runs again`() async throws {
    let store = automatic(waiting)
    let first = store.subscribe(with: recorder.handler())
    await gate.arrival()
    let cancelled = store.state.activeTasks.first
    first.cancel()
    _ = try? await cancelled?.runIfNeeded()
    #expect(recorder.events == ["state nil", "state nil loading", "started"])
    recorder.clear()

    let second = store.subscribe(with: recorder.handler())
    await gate.arrival(2)
    let run = store.state.activeTasks.first
    gate.open()
    _ = try await run?.runIfNeeded()

    #expect(
      recorder.events
        == [
          "state nil", "state nil loading", "started", "final run 2", "ended", "state run 2",
        ])
    #expect(runs.value == 2)
    #expect(store.currentValue == "run 2")
    second.cancel()
  }

  @Test func `OP-S10 a cancelled subscriber hears nothing more`() {
    let store = Store.detached(query: counting)
    let subscription = store.subscribe(with: recorder.handler())
    recorder.clear()

    subscription.cancel()
    store.currentValue = "unheard"

    #expect(recorder.events.isEmpty)
  }

  @Test func `OP-S11 releasing the subscription ends it`() {
    let store = Store.detached(query: counting)

    var subscription: OperationSubscription? = store.subscribe(with: QueryEventHandler())
    #expect(store.subscriberCount == 1)
    _ = subscription
    subscription = nil

    #expect(store.subscriberCount == 0)
  }

  @Test func `OP-S12 the events of a run come in order`() async throws {
    let store = Store.detached(query: counting)

    try await store.fetch(handler: recorder.handler())

    #expect(
      recorder.events == ["state nil loading", "started", "final run 1", "ended", "state run 1"])
  }

  @Test func `OP-S13 the handler of a run is not a subscriber`() async throws {
    let counts = Log<Int>()
    let store = Store.detached(query: counting)

    try await store.fetch(
      handler: QueryEventHandler(onRunStarted: { _ in counts.add(store.subscriberCount) }))

    #expect(counts.elements == [0])
  }

  @Test func `OP-S14 a handler may subscribe, cancel and write`() async throws {
    let store = Store.detached(query: counting)
    let inner = Log<OperationSubscription>()
    let values = Log<String?>()
    let subscription = store.subscribe(
      with: QueryEventHandler(onStateChanged: { state, _ in
        values.add(state.currentValue)
        guard inner.count < 3 else { return }
        inner.add(store.subscribe(with: QueryEventHandler()))
        inner.elements.first?.cancel()
        store.currentValue = "written \(inner.count)"
        store.withExclusiveAccess { $0.currentValue = "exclusive \(inner.count)" }
        store.context.operationMaxRetries = inner.count
      }))

    try await store.fetch()

    #expect(values.elements.first == .some(nil))
    #expect(values.elements.contains("written 1") && values.elements.contains("exclusive 3"))
    #expect(values.elements.last == "run 1")
    #expect(store.subscriberCount == 3)
    subscription.cancel()
  }

  @Test func `OP-S15 the states of a run come as a sequence`() async throws {
    let store = Store.detached(query: waiting)
    var states = store.states.makeAsyncIterator()

    let current = await states.next()
    async let value = store.fetch()
    let loading = await states.next()
    gate.open()
    _ = try await value
    let done = await states.next()

    #expect(current?.state.isLoading == false && current?.state.currentValue == nil)
    #expect(loading?.state.isLoading == true)
    #expect(done?.state.isLoading == false && done?.state.currentValue == "run 1")
  }

  @Test func `OP-S16 a slow consumer sees the first and the newest state only`() async {
    let store = Store.detached(query: counting, initialValue: "first")
    var states = store.states.makeAsyncIterator()

    let first = await states.next()
    for number in 1...100 { store.currentValue = "\(number)" }
    let next = await states.next()

    #expect(first?.state.currentValue == "first")
    #expect(next?.state.currentValue == "100")
  }

  @Test func `a waiting sequence of states keeps the store that brings them`() async {
    weak var known: Store?
    var states: OperationStates<QueryState<String, any Error>>.AsyncIterator?
    do {
      let store = Store.detached(query: counting, initialValue: "first")
      known = store
      states = store.states.makeAsyncIterator()
    }

    #expect(await states?.next()?.state.currentValue == "first")
    known?.currentValue = "second"
    #expect(await states?.next()?.state.currentValue == "second")
    states = nil

    #expect(known == nil)
  }

  /// A weak reference.
  private struct Weak: Sendable {
    weak var witness: Witness?
  }

  @MainActor
  @Test func `runs of which nobody takes notice do not pile up before a busy main actor`() async {
    let store = Store.detached(
      query: TestQuery.returning("a").taskConfiguration(executorPreference: InlineExecutor()))
    let shown = Signal<Int>()
    let subscription = store.subscribe(
      with: OperationEventHandler(onStateChanged: { state, _ in
        if !state.isLoading { shown.send(state.valueUpdateCount) }
      }), delivery: .mainActor)
    var witnesses: [Weak] = []

    for _ in 0..<100 {
      let witness = Witness()
      var context = store.context
      context[Witness.Key.self] = witness
      let task = store.fetchTask(using: context)
      task.start()
      witnesses.append(Weak(witness: witness))
    }

    #expect(store.state.valueUpdateCount == 100)
    #expect(witnesses.count { $0.witness != nil } <= 1)
    while await shown.next() != 100 {}
    subscription.cancel()
  }
}
