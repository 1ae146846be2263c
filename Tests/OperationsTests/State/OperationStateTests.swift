import Operations
import Testing

/// States as values, without a store, and what a screen reads from a status.
@Suite(.timeLimit(.minutes(20))) struct OperationStateTests {
  private typealias TestState = QueryState<String, any Error>

  private func task() -> OperationTask<String, any Error> {
    OperationTask { () async throws(any Error) in "" }
  }

  @Test func `a state goes through a run as a value`() {
    var state = TestState()
    var task = task()
    let context = OperationContext.testing()

    state.scheduleTask(&task)
    let loading = state
    _ = state.update(with: .success("a"), for: task, using: context)
    state.finishTask(task)

    #expect(loading.isLoading && loading.currentValue == nil)
    #expect(!state.isLoading && state.status.resultValue == "a")
    #expect(state.revision > loading.revision)
  }

  @Test func `every change raises the revision, a reset too`() {
    var state = TestState(initialValue: "i")
    var task = task()
    let context = OperationContext.testing()
    var revisions = [state.revision]

    state.scheduleTask(&task)
    revisions.append(state.revision)
    state.update(with: .success("a"), using: context)
    revisions.append(state.revision)
    state.update(with: .failure(TestError()), using: context)
    revisions.append(state.revision)
    state.cancelTask(task)
    revisions.append(state.revision)
    state.finishTask(task)
    revisions.append(state.revision)
    _ = state.reset(using: context)
    revisions.append(state.revision)

    #expect(zip(revisions, revisions.dropFirst()).allSatisfy { $0 < $1 })
    #expect(state.currentValue == "i" && state.status.isIdle)
  }

  @Test func `a query whose value was written as nil is idle`() {
    var state = TestState(initialValue: "i")

    state.update(with: .success(nil), using: .testing())

    #expect(state.status.isIdle)
    #expect(state.outcome == .success)
  }

  private static let statuses: [(OperationStatus<Int, TestError>, [Bool])] = [
    (.idle, [true, false, false, false, false, false]),
    (.loading, [false, true, false, false, false, false]),
    (.result(.success(1)), [false, false, true, false, false, true]),
    (.result(.failure(TestError())), [false, false, false, true, false, true]),
    (.cancelled, [false, false, false, false, true, true]),
  ]

  @Test(arguments: statuses)
  func `a status answers for itself`(status: OperationStatus<Int, TestError>, answers: [Bool]) {
    #expect(
      [
        status.isIdle, status.isLoading, status.isSuccessful, status.isFailure,
        status.isCancelled, status.isFinished,
      ] == answers)
  }

  @Test(arguments: statuses)
  func `a status is transformed in its value only`(
    status: OperationStatus<Int, TestError>, answers: [Bool]
  ) {
    let mapped = status.mapSuccess { "\($0)" }
    let failed = status.flatMapSuccess { _ in Result<Int, TestError>.failure(TestError()) }

    #expect(mapped.resultValue == status.resultValue.map { "\($0)" })
    #expect(mapped.isFailure == status.isFailure && mapped.isFinished == status.isFinished)
    #expect(!failed.isSuccessful)
  }
}
