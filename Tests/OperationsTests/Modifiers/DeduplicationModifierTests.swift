import Operations
import Testing

/// Conformance rows D01 to D11: runs that share one execution.
@Suite(.timeLimit(.minutes(20))) struct DeduplicationModifierTests {
  private let runs = Counter()
  private let gate = Gate()

  private var waiting: TestQuery<String, any Error> {
    TestQuery { [runs, gate] in
      let run = runs.increment()
      try await gate.pass()
      return "run \(run)"
    }
  }

  /// Reports each run as it reaches the deduplication.
  ///
  /// It is sent on the store's actor in the same step in which the run joins an execution, and an
  /// execution ends on that actor, so a run that was told of has joined.
  private let joins = Signal<Void>()

  private func store(
    _ query: some QueryRequest<String, any Error>
  ) -> OperationStore<QueryState<String, any Error>> {
    let joins = joins
    return .detached(
      query: query.handleEvents(
        with: OperationEventHandler(onRunStarted: { _ in joins.send(()) })),
      initialContext: .testing())
  }

  @Test func `OP-D01 two fetches at once are one execution`() async throws {
    let store = store(waiting.deduplicated())

    async let first = store.fetch()
    await gate.arrival()
    async let second = store.fetch()
    await joins.next()
    await joins.next()
    gate.open()

    #expect(try await [first, second] == ["run 1", "run 1"])
    #expect(runs.value == 1)
  }

  @Test func `OP-D02 one fetch after the other is two executions`() async throws {
    gate.open()
    let store = store(waiting.deduplicated())

    try await store.fetch()
    try await store.fetch()

    #expect(runs.value == 2)
  }

  @Test func `OP-D03 a failure is shared and the next fetch starts again`() async {
    let store = store(
      TestQuery { [runs, gate] in
        runs.increment()
        try await gate.pass()
        throw TestError()
      }.deduplicated())

    let first = Task { try await store.fetch() }
    await gate.arrival()
    let second = Task { try await store.fetch() }
    await joins.next()
    await joins.next()
    gate.open()

    await #expect(throws: TestError()) { try await first.value }
    await #expect(throws: TestError()) { try await second.value }
    #expect(runs.value == 1)
    #expect(store.state.errorUpdateCount == 1)
    _ = try? await store.fetch()
    #expect(runs.value == 2)
  }

  private enum Language: OperationContext.Key {
    static let defaultValue = "en"
  }

  @Test func `OP-D04 a predicate says which runs are equal`() async throws {
    let store = store(waiting.deduplicated { $0[Language.self] == $1[Language.self] })
    var german = store.context
    german[Language.self] = "de"
    let context = german

    async let english = store.fetch()
    await gate.arrival(1)
    async let other = store.fetch(using: context)
    await gate.arrival(2)
    async let again = store.fetch()
    for _ in 0..<3 { await joins.next() }
    gate.open()

    #expect(try await [english, other, again] == ["run 1", "run 2", "run 1"])
  }

  // MARK: - Pages

  private func pages(loading count: Int) async throws -> OperationStore<
    PaginatedState<Int, String, any Error>
  > {
    let gate = gate
    let isHeld = isHeld
    let fetches = fetches
    let pages = TestPages { id, _, _ in
      fetches.add(id)
      if isHeld.isSet { try await gate.pass() }
      return "page \(id)"
    }
    let store = OperationStore.detached(
      paginated: pages.deduplicated().handleEvents(
        with: OperationEventHandler(onRunStarted: { [joins] _ in joins.send(()) })),
      initialContext: .testing())
    for _ in 0..<count {
      try await store.fetchNextPage()
      await joins.next()
    }
    fetches.clear()
    isHeld.set()
    return store
  }

  private let isHeld = Flag()
  private let fetches = Log<Int>()

  @Test func `OP-D05 two next pages at once are one fetch`() async throws {
    let store = try await pages(loading: 1)

    async let first = store.fetchNextPage()
    async let second = store.fetchNextPage()
    await joins.next()
    await joins.next()
    await gate.arrival()
    gate.open()

    #expect(try await [first?.id, second?.id] == [1, 1])
    #expect(fetches.elements == [1])
    #expect(store.currentValue.ids == [0, 1])
  }

  @Test func `OP-D06 all pages twice at once are fetched once`() async throws {
    let store = try await pages(loading: 2)

    async let first = store.refetchAllPages()
    async let second = store.refetchAllPages()
    await joins.next()
    await joins.next()
    gate.open()

    #expect(try await [first.ids, second.ids] == [[0, 1], [0, 1]])
    #expect(fetches.elements == [0, 1])
  }

  @Test func `OP-D07 the next and the previous page are two fetches`() async throws {
    let store = try await pages(loading: 1)

    async let next = store.fetchNextPage()
    async let previous = store.fetchPreviousPage()
    await gate.arrival(2)
    gate.open()

    #expect(try await [next?.id, previous?.id] == [1, -1])
    #expect(fetches.elements.sorted() == [-1, 1])
  }

  // MARK: - Cancellation and delivery

  @Test func `OP-D08 a cancelled joiner ends alone`() async throws {
    let store = store(waiting.deduplicated())
    async let runner = store.fetch()
    await gate.arrival()
    let joiner = Task { try await store.fetch() }
    await joins.next()
    await joins.next()

    joiner.cancel()

    // The gate is closed: the joiner does not wait for the execution.
    await #expect(throws: CancellationError.self) { try await joiner.value }
    gate.open()
    #expect(try await runner == "run 1")
    #expect(store.status.resultValue == "run 1")
  }

  @Test func `OP-D09 cancelling the first caller leaves the joiner its value`() async throws {
    let store = store(waiting.deduplicated())
    let runner = Task { try await store.fetch() }
    await gate.arrival()
    async let joiner = store.fetch()
    await joins.next()
    await joins.next()

    runner.cancel()
    await #expect(throws: CancellationError.self) { try await runner.value }
    gate.open()

    #expect(try await joiner == "run 1")
    #expect(store.status.resultValue == "run 1")
    #expect(runs.value == 1)
  }

  @Test func `an execution for which nobody waits is cancelled`() async {
    let cancelled = Signal<Void>()
    let gate = gate
    let store = store(
      TestQuery {
        await withTaskCancellationHandler {
          await gate.passIgnoringCancellation()
        } onCancel: {
          cancelled.send(())
        }
        return "late"
      }.deduplicated())
    let only = Task { try await store.fetch() }
    await gate.arrival()

    only.cancel()

    await #expect(throws: CancellationError.self) { try await only.value }
    await cancelled.next()
    gate.open()
    #expect(store.currentValue == nil)
  }

  @Test func `OP-D10 a shared value counts once`() async throws {
    let recorder = EventRecorder()
    let store = store(waiting.deduplicated())
    let recording = store.subscribe(with: recorder.handler())

    async let first = store.fetch()
    await gate.arrival()
    async let second = store.fetch()
    await joins.next()
    await joins.next()
    gate.open()
    _ = try await (first, second)

    #expect(store.state.valueUpdateCount == 1)
    #expect(recorder.events.filter { $0 == "final run 1" }.count == 1)
    recording.cancel()
  }

  @Test func `OP-D11 a joiner gets the yields that follow`() async throws {
    let recorder = EventRecorder()
    let gate = gate
    let store = store(
      TestQuery { _, continuation in
        continuation.yield("early")
        try await gate.pass()
        continuation.yield("late")
        return "end"
      }.deduplicated())

    async let runner = store.fetch()
    await gate.arrival()
    async let joiner = store.fetch(handler: recorder.handler())
    await joins.next()
    await joins.next()
    // A yield does not wait for the store's actor, where another run starts after the second has
    // joined.
    async let another = store.fetch()
    await joins.next()
    gate.open()
    _ = try await (runner, joiner, another)

    #expect(recorder.events.contains("final end"))
    #expect(recorder.events.contains("yield late"))
    #expect(!recorder.events.contains("yield early"))
    #expect(store.state.valueUpdateCount == 3)
  }

  @Test func `mutations with equal arguments can be joined and others are not`() async throws {
    let runs = runs
    let gate = gate
    let store = OperationStore.detached(
      mutation: TestMutation { (word: String, _, _) in
        runs.increment()
        try await gate.pass()
        return word
      }.deduplicated().handleEvents(
        with: OperationEventHandler(onRunStarted: { [joins] _ in joins.send(()) })),
      initialContext: .testing())

    async let first = store.mutate(with: "a")
    await gate.arrival(1)
    async let other = store.mutate(with: "b")
    await gate.arrival(2)
    async let again = store.mutate(with: "a")
    for _ in 0..<3 { await joins.next() }
    gate.open()

    #expect(try await [first, other, again] == ["a", "b", "a"])
    #expect(runs.value == 2)
  }
}
