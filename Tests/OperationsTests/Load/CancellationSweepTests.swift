import Operations
import Testing

/// Runs of each kind, cancelled at each of their suspension points in turn.
@Suite(.timeLimit(.minutes(20))) struct CancellationSweepTests {
  private typealias Items = QueryState<[String], any Error>

  private let executor = SteppingExecutor()

  /// Suspends until another job of the executor has run.
  @Sendable private func pause() async {
    await withCheckedContinuation { continuation in
      Task(executorPreference: executor) { continuation.resume() }
    }
  }

  /// Fails a given number of times, and pauses before and after.
  private func query(failing failures: Int = 0) -> TestQuery<String, any Error> {
    let attempts = Counter()
    return TestQuery { _, continuation in
      await pause()
      continuation.yield("early")
      await pause()
      try Task.checkCancellation()
      if attempts.increment() <= failures { throw TestError() }
      return "a"
    }
  }

  /// Makes a run, lets it take some steps and cancels it; again with one step more, until the run
  /// is over before it is cancelled.
  ///
  /// - Parameter make: Makes the run, with a closure that starts it, one that cancels it, and one
  ///   that checks what it left when nothing goes on any more.
  /// - Returns: The number of steps of a whole run.
  @discardableResult
  private func sweep(
    _ make: () -> (
      start: () -> Void, cancel: () -> Void, isOver: () -> Bool, check: (_ steps: Int) -> Void
    )
  ) -> Int {
    for steps in 0..<1000 {
      let run = make()
      run.start()
      for _ in 0..<steps { executor.step() }
      let wasOver = run.isOver()
      run.cancel()
      #expect(executor.drain())
      #expect(run.isOver(), "cancelled after \(steps) steps, and still not over")
      run.check(steps)
      if wasOver { return steps }
    }
    Issue.record("A run must come to an end.")
    return 0
  }

  private func sweep<Query: QueryRequest<String, any Error>>(query make: () -> Query) -> Int {
    sweep {
      let store = OperationStore.detached(
        query: make().taskConfiguration(executorPreference: executor),
        initialContext: .testing())
      let task = store.fetchTask()
      return (
        task.start, task.cancel, { task.isFinished },
        { steps in
          #expect(!store.isLoading && store.state.activeTasks.isEmpty)
          switch task.finishedResult {
          case .success(let value): #expect(value == "a" && store.status.resultValue == "a")
          case .failure(let error):
            #expect(error is CancellationError, "after \(steps) steps")
            #expect(store.status.isCancelled && store.error == nil)
          case nil: Issue.record("A finished task has a result.")
          }
        }
      )
    }
  }

  @Test func `a query can be cancelled at every step`() {
    #expect(sweep { query() } > 3)
  }

  @Test func `a retried query can be cancelled at every step`() {
    #expect(sweep { query(failing: 2).retry(limit: 2) } > 6)
  }

  @Test func `a deduplicated query can be cancelled at every step`() {
    #expect(sweep { query().deduplicated() } > 3)
  }

  @Test func `a query with a timeout can be cancelled at every step`() {
    #expect(sweep { query().timeout(.seconds(1e6)) } > 3)
  }

  @Test func `a debounced query can be cancelled at every step`() {
    #expect(sweep { query().debounce(.zero) } > 3)
  }

  @Test func `a query with a fallback can be cancelled at every step`() {
    #expect(sweep { query(failing: 1).fallback(to: query()) } > 6)
  }

  @Test func `a query with every modifier can be cancelled at every step`() {
    #expect(
      sweep {
        query(failing: 1).timeout(.seconds(1e6)).retry(limit: 1).fallback("a").deduplicated()
          .debounce(.zero).handleEvents(with: QueryEventHandler())
      } > 6)
  }

  @Test func `a runner whose joiner wants the value`() {
    sweep {
      let store = OperationStore.detached(
        query: query().deduplicated().taskConfiguration(executorPreference: executor),
        initialContext: .testing())
      let (runner, joiner) = (store.fetchTask(), store.fetchTask())
      return (
        {
          runner.start()
          joiner.start()
        }, runner.cancel, { runner.isFinished && joiner.isFinished },
        { steps in
          #expect((try? joiner.finishedResult?.get()) == "a", "after \(steps) steps")
          #expect(!store.isLoading && store.currentValue == "a")
        }
      )
    }
  }

  @Test func `a joiner whose runner goes on`() {
    sweep {
      let store = OperationStore.detached(
        query: query().timeout(.seconds(1e6)).deduplicated()
          .taskConfiguration(executorPreference: executor), initialContext: .testing())
      let (runner, joiner) = (store.fetchTask(), store.fetchTask())
      return (
        {
          runner.start()
          joiner.start()
        }, joiner.cancel, { runner.isFinished && joiner.isFinished },
        { steps in
          #expect((try? runner.finishedResult?.get()) == "a", "after \(steps) steps")
          #expect(!store.isLoading && store.currentValue == "a")
        }
      )
    }
  }

  @Test(arguments: [0, 1])
  func `one of two mutations of a scope`(cancelled: Int) {
    sweep {
      let store = OperationStore.detached(
        mutation: TestMutation { (word: String, _, _) in
          await pause()
          try Task.checkCancellation()
          return word
        }.scope("s").taskConfiguration(executorPreference: executor))
      let tasks = ["a", "b"].map { store.mutateTask(with: $0) }
      return (
        { tasks.forEach { $0.start() } }, tasks[cancelled].cancel,
        { tasks.allSatisfy(\.isFinished) },
        { steps in
          let other = 1 - cancelled
          #expect((try? tasks[other].finishedResult?.get()) == ["a", "b"][other])
          #expect(store.history.allSatisfy { !$0.isLoading })
          #expect([.success, .cancelled].contains(store.history[cancelled].outcome))
        }
      )
    }
  }

  @Test(arguments: [0, 1])
  func `an optimistic mutation that fails a given number of times`(failures: Int) {
    sweep {
      let client = OperationClient(defaultContext: .testing())
      let items = client.store(
        for: TestQuery<[String], any Error>.returning([], path: ["items"]), initialValue: ["a"])
      let attempts = Counter()
      let store = client.store(
        for: TestMutation { (word: String, _, _) in
          await pause()
          try Task.checkCancellation()
          if attempts.increment() <= failures { throw TestError() }
          return word
        }
        .optimistic(updating: ["items"], of: Items.self) { $0?.append($1) }
        .retry(limit: 1).taskConfiguration(executorPreference: executor))
      let task = store.mutateTask(with: "b")
      return (
        task.start, task.cancel, { task.isFinished },
        { steps in
          let isDone = (try? task.finishedResult?.get()) != nil
          #expect(items.currentValue == (isDone ? ["a", "b"] : ["a"]), "after \(steps) steps")
          withExtendedLifetime(client) {}
        }
      )
    }
  }

  @Test func `a fetch of all pages with a next page that waits for it`() {
    sweep {
      let store = OperationStore.detached(
        paginated: TestPages { id, _, _ in
          await pause()
          try Task.checkCancellation()
          return "new \(id)"
        }.retry(limit: 1).deduplicated().taskConfiguration(executorPreference: executor),
        initialValue: Pages((0..<3).map { Page(id: $0, value: "old \($0)") }),
        initialContext: .testing())
      let all = store.refetchAllPagesTask()
      let next = store.fetchNextPageTask()
      return (
        {
          all?.start()
          next?.start()
        }, { all?.cancel() }, { all?.isFinished == true && next?.isFinished == true },
        { steps in
          #expect(store.currentValue.ids == [0, 1, 2, 3], "after \(steps) steps")
          // All pages are taken as a whole or not at all.
          #expect(Set(store.currentValue.prefix(3).map { $0.value.prefix(3) }).count == 1)
          #expect(!store.isLoading)
        }
      )
    }
  }
}
