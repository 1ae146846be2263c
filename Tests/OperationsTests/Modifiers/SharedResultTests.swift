import Operations
import Testing

/// Results that are shared by runs of different origin: from before and after an invalidation or a
/// reset, or with the context of another run or store.
@Suite(.timeLimit(.minutes(20))) struct SharedResultTests {
  private let runs = Counter()
  private let gate = Gate()
  /// Reports each run as it reaches the deduplication.
  private let joins = Signal<Void>()

  /// Waits at the gate, and is shared by runs that may be held after it.
  private var waiting: some QueryRequest<String, any Error> {
    let (runs, gate, joins) = (runs, gate, joins)
    let told = OperationEventHandler<QueryState<String, any Error>>(
      onRunStarted: { _ in joins.send(()) })
    return TestQuery<String, any Error> {
      let run = runs.increment()
      try await gate.pass()
      return "run \(run)"
    }.deduplicated().handleEvents(with: told).held().staleWhen { _, _ in false }
  }

  private func store(
    _ query: some QueryRequest<String, any Error>
  ) -> OperationStore<QueryState<String, any Error>> {
    .detached(query: query, initialContext: .testing())
  }

  @Test func `an older run that joins a newer execution leaves the store fresh`() async throws {
    let store = store(waiting)
    let held = Gate()
    var context = store.context
    context.holdingGate = held
    let older = store.fetchTask()
    store.invalidate()
    let newer = Task { [context] in try await store.fetch(using: context) }
    await gate.arrival()
    older.start()
    for _ in 0..<2 { await joins.next() }

    gate.open()
    #expect(try await older.runIfNeeded() == "run 1")
    held.open()
    #expect(try await newer.value == "run 1")

    #expect(runs.value == 1)
    #expect(!store.isStale)
    #expect(store.state.valueUpdateCount == 1)
  }

  @Test func `a run from before a reset takes no value away from one after it`() async throws {
    let store = store(waiting)
    let held = Gate()
    var context = store.context
    context.holdingGate = held
    let before = store.fetchTask()
    before.start()
    await gate.arrival()
    store.resetState()
    let after = Task { [context] in try await store.fetch(using: context) }
    for _ in 0..<2 { await joins.next() }

    gate.open()
    _ = try await before.runIfNeeded()
    held.open()
    #expect(try await after.value == "run 1")

    #expect(runs.value == 1)
    #expect(store.currentValue == "run 1")
  }

  @Test func `a run with the context of another store does not join that store's execution`()
    async throws
  {
    let (runs, gate) = (runs, gate)
    func named(_ name: String) -> OperationStore<QueryState<String, any Error>> {
      .detached(
        query: TestQuery(path: [name]) {
          runs.increment()
          try await gate.pass()
          return name
        }.deduplicated())
    }
    let (first, second) = (named("first"), named("second"))
    let contexts = Signal<OperationContext>()
    async let one = first.fetch(
      handler: OperationEventHandler(onRunStarted: { contexts.send($0) }))
    await gate.arrival()

    let context = await contexts.next()
    async let other = second.fetch(using: context)
    await gate.arrival(2)
    gate.open()

    #expect(try await [one, other] == ["first", "second"])
  }

  @Test func `the context of a result serves for another run`() async throws {
    let contexts = Signal<OperationContext>()
    let store = store(
      TestQuery { _, continuation in
        continuation.yield("early")
        return "late"
      }.deduplicated().retry(limit: 1))
    try await store.fetch(
      handler: OperationEventHandler(onResultReceived: { _, context in contexts.send(context) }))
    let recorder = EventRecorder()

    let context = await contexts.next()
    try await store.fetch(using: context, handler: recorder.handler())

    #expect(recorder.events.contains("state early loading"))
    #expect(store.state.valueUpdateCount == 4)
  }
}
