import Operations
import Testing

/// Conformance rows Q11 to Q17: queries that are cancelled, written and reset.
@Suite(.timeLimit(.minutes(20))) struct QueryCancellationTests {
  private let clock = ManualClock()

  private func store<Value: Sendable>(
    _ query: TestQuery<Value, any Error>, initialValue: Value? = nil
  ) -> OperationStore<QueryState<Value, any Error>> {
    .detached(query: query, initialValue: initialValue, initialContext: .testing(clock: clock))
  }

  @Test(arguments: [true, false])
  func `OP-Q11 a task cancelled before it runs starts cancelled`(isCooperative: Bool) async {
    let store = store(
      TestQuery {
        if isCooperative { try Task.checkCancellation() }
        return "a"
      })
    let task = store.fetchTask()

    task.cancel()
    _ = try? await task.runIfNeeded()

    if isCooperative {
      #expect(throws: CancellationError.self) { try task.finishedResult?.get() }
      #expect(store.status.isCancelled)
    } else {
      #expect(store.currentValue == "a")
    }
  }

  @Test func `OP-Q12 cancelling the awaiting task cancels the run`() async {
    let gate = Gate()
    let store = store(
      TestQuery {
        try await gate.pass()
        return "a"
      })

    let awaiting = Task { try await store.fetch() }
    await gate.arrival()
    awaiting.cancel()

    await #expect(throws: CancellationError.self) { try await awaiting.value }
    #expect(store.status.isCancelled)
    #expect(store.state.outcome == .cancelled)
    #expect(store.error == nil)
  }

  @Test func `OP-Q13 writing a value updates the state and runs nothing`() {
    let runs = Counter()
    let recorder = EventRecorder()
    let store = store(TestQuery { runs.increment() })
    let subscription = store.subscribe(with: recorder.handler())
    recorder.clear()

    store.currentValue = 7

    #expect(store.currentValue == 7)
    #expect(store.state.valueUpdateCount == 1)
    #expect(recorder.events == ["state 7"])
    #expect(runs.value == 0)
    subscription.cancel()
  }

  @Test func `OP-Q14 writing an error updates the state`() {
    let recorder = EventRecorder()
    let store = store(.returning("a"))
    let subscription = store.subscribe(with: recorder.handler())
    recorder.clear()

    store.setResult(to: .failure(TestError()))

    #expect(store.error as? TestError == TestError())
    #expect(recorder.events == ["state nil"])
    #expect(store.status.isFailure)
    subscription.cancel()
  }

  @Test func `OP-Q15 a reset restores the initial state in one event`() async throws {
    let recorder = EventRecorder()
    let query = TestQuery<String, any Error>.scripted([.success("a"), .failure(TestError())])
    let store = store(query, initialValue: "first")
    try await store.fetch()
    _ = try? await store.fetch()
    let subscription = store.subscribe(with: recorder.handler())
    recorder.clear()

    store.resetState()

    #expect(store.currentValue == "first")
    #expect(store.state.valueUpdateCount == 0 && store.state.errorUpdateCount == 0)
    #expect(store.error == nil)
    #expect(store.state.valueLastUpdatedAt == nil && store.state.errorLastUpdatedAt == nil)
    #expect(store.status.isIdle)
    #expect(recorder.events == ["state first"])
    subscription.cancel()
  }

  @Test func `OP-Q16 a reset cancels what runs`() async {
    let gate = Gate()
    let store = store(
      TestQuery {
        try await gate.pass()
        return "a"
      })
    let awaiting = Task { try await store.fetch() }
    await gate.arrival()

    store.resetState()

    #expect(store.state.activeTasks.isEmpty)
    await #expect(throws: CancellationError.self) { try await awaiting.value }
    #expect(store.status.isIdle)
  }

  @Test func `OP-Q17 a reset ignores the late result of a run that ignores cancellation`() async {
    let gate = Gate()
    let store = store(
      TestQuery {
        await gate.passIgnoringCancellation()
        return "late"
      })
    let awaiting = Task { try await store.fetch() }
    await gate.arrival()

    store.resetState()
    gate.open()
    _ = await awaiting.result

    #expect(store.currentValue == nil)
    #expect(store.status.isIdle)
    #expect(store.state.valueUpdateCount == 0)
  }
}
