import Operations
import Testing

/// Runs whose work is moved into another task by a modifier.
@Suite(.timeLimit(.minutes(20))) struct ExecutorPreferenceTests {
  private let executor = SteppingExecutor()

  private func finishes(_ query: some QueryRequest<String, any Error>) -> Bool {
    let store = OperationStore.detached(
      query: query.taskConfiguration(executorPreference: executor),
      initialContext: .testing())
    let task = store.fetchTask()
    task.start()
    // Nothing else runs jobs of this executor: work that preferred another would not be over yet.
    return executor.drain() && task.isFinished && store.currentValue == "a"
  }

  private var query: TestQuery<String, any Error> { .returning("a") }

  @Test func `a deduplicated run stays on its executor`() {
    #expect(finishes(query.deduplicated()))
  }

  @Test func `a run with a timeout stays on its executor`() {
    #expect(finishes(query.timeout(.seconds(60))))
  }

  @Test func `a debounced run stays on its executor`() {
    #expect(finishes(query.debounce(.zero)))
  }

  @Test func `all of them together stay on their executor`() {
    #expect(
      finishes(query.timeout(.seconds(60)).retry(limit: 1).deduplicated().debounce(.zero)))
  }
}
