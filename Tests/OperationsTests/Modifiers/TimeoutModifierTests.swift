import Operations
import Testing

/// Runs that take too long.
@Suite(.timeLimit(.minutes(20))) struct TimeoutModifierTests {
  private let delayer = ManualDelayer()
  private let gate = Gate()

  private func store(
    _ query: some QueryRequest<String, any Error>
  ) -> OperationStore<QueryState<String, any Error>> {
    var context = OperationContext()
    context.operationDelayer = delayer
    return .detached(query: query, initialContext: context)
  }

  @Test func `a run in time returns its value and ends the wait`() async throws {
    let store = store(
      TestQuery { [gate] in
        try await gate.pass()
        return "a"
      }.timeout(.seconds(5), using: delayer))

    async let value = store.fetch()
    await gate.arrival()
    gate.open()

    #expect(try await value == "a")
  }

  @Test func `a run that takes too long fails and its work is cancelled`() async {
    let cancelled = Signal<Void>()
    let store = store(
      TestQuery { [gate] in
        do {
          try await gate.pass()
        } catch {
          cancelled.send(())
          throw error
        }
        return "late"
      }.timeout(.seconds(5), using: delayer))

    let awaiting = Task { try await store.fetch() }
    await gate.arrival()
    await delayer.next().open()

    await #expect(throws: OperationTimeoutError(duration: .seconds(5))) {
      try await awaiting.value
    }
    await cancelled.next()
    #expect(store.status.isFailure)
  }

  @Test func `work that ignores cancellation does not hold up the end`() async {
    let recorder = EventRecorder()
    let ended = Signal<Void>()
    let store = store(
      TestQuery { [gate] _, continuation in
        await gate.passIgnoringCancellation()
        continuation.yield("late yield")
        ended.send(())
        return "late"
      }.timeout(.seconds(5), using: delayer))
    let subscription = store.subscribe(with: recorder.handler())

    let awaiting = Task { try await store.fetch() }
    await gate.arrival()
    await delayer.next().open()
    await #expect(throws: OperationTimeoutError.self) { try await awaiting.value }
    recorder.clear()
    gate.open()
    await ended.next()

    #expect(store.currentValue == nil)
    #expect(recorder.events.isEmpty)
    subscription.cancel()
  }

  @Test func `a cancelled run is cancelled and not timed out`() async {
    let store = store(
      TestQuery { [gate] in
        try await gate.pass()
        return "a"
      }.timeout(.seconds(5), using: delayer))
    let awaiting = Task { try await store.fetch() }
    await gate.arrival()

    awaiting.cancel()

    await #expect(throws: CancellationError.self) { try await awaiting.value }
    #expect(store.state.outcome == .cancelled)
  }

  @Test func `inside a retry each attempt has its own time`() async {
    let attempts = Counter()
    let store = store(
      TestQuery<String, any Error> { [gate] in
        attempts.increment()
        try await gate.pass()
        return "a"
      }.timeout(.seconds(5), using: delayer).retry(limit: 1).delayer(.noDelay))

    let awaiting = Task { try await store.fetch() }
    await gate.arrival(1)
    await delayer.next().open()
    await gate.arrival(2)
    await delayer.next().open()

    await #expect(throws: OperationTimeoutError.self) { try await awaiting.value }
    #expect(attempts.value == 2)
  }

  @Test func `a typed failure has a timeout of its own`() async {
    let gate = gate
    let query = TestQuery<String, TestError>(body: { _, _ throws(TestError) in
      await gate.passIgnoringCancellation()
      return "late"
    })
    let store = OperationStore.detached(
      query: query.timeout(.seconds(5), using: delayer, throwing: TestError(name: "slow")))

    let awaiting = Task { try await store.fetch() }
    await gate.arrival()
    await delayer.next().open()

    await #expect(throws: TestError(name: "slow")) { try await awaiting.value }
    gate.open()
  }

  @Test func `yields come through in time`() async throws {
    let recorder = EventRecorder()
    let store = store(
      TestQuery { _, continuation in
        continuation.yield("a")
        return "b"
      }.timeout(.seconds(5), using: delayer))

    try await store.fetch(handler: recorder.handler())

    #expect(recorder.events.contains("yield a") && recorder.events.last == "state b")
    #expect(store.state.valueUpdateCount == 2)
  }

  @Test func `under a client for tests, whose waits are none, a run is not timed out`()
    async throws
  {
    let gate = gate
    let client = OperationClient(defaultContext: .testing())
    let store = client.store(
      for: TestQuery<String, any Error> {
        try await gate.pass()
        return "a"
      }.timeout(.seconds(1e6)).disableAutomaticRunning())

    async let value = store.fetch()
    await gate.arrival()
    gate.open()

    #expect(try await value == "a")
  }

  @Test func `a timeout nothing long ends the run and not the program`() async {
    let store = store(
      TestQuery { [gate] in
        await gate.passIgnoringCancellation()
        return "a"
      }.timeout(.zero, using: .noDelay))

    await #expect(throws: OperationTimeoutError.self) { try await store.fetch() }
    gate.open()
  }

  @Test func `a late yield of an attempt that timed out is not shown while the next one runs`()
    async throws
  {
    let (gate, late) = (gate, Gate())
    let attempts = Counter()
    let ended = Signal<Void>()
    let store = store(
      TestQuery { _, continuation in
        guard attempts.increment() == 1 else {
          try await gate.pass()
          return "in time"
        }
        await late.passIgnoringCancellation()
        continuation.yield("late")
        ended.send(())
        return "late"
      }.timeout(.seconds(5), using: delayer).retry(limit: 1).delayer(.noDelay))

    let awaiting = Task { try await store.fetch() }
    await late.arrival()
    await delayer.next().open()
    await gate.arrival()
    late.open()
    await ended.next()

    #expect(store.currentValue == nil)
    gate.open()
    #expect(try await awaiting.value == "in time")
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `without any time nothing is begun`(duration: Duration) async {
    let runs = Counter()
    let store = store(
      TestQuery {
        runs.increment()
        return "a"
      }.timeout(duration))

    await #expect(throws: OperationTimeoutError(duration: duration)) { try await store.fetch() }
    #expect(runs.value == 0)
  }
}
