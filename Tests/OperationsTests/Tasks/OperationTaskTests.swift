import Dispatch
import Operations
import Testing

/// Conformance rows X01 to X06: handles on work.
@Suite(.timeLimit(.minutes(20))) struct OperationTaskTests {
  private let gate = Gate()
  private let log = Log<String>()

  private func task(
    _ name: String = "task", context: OperationContext = OperationContext(),
    throwing error: TestError? = nil
  ) -> OperationTask<String, any Error> {
    let log = log
    return OperationTask(name: name, context: context) { () async throws(any Error) in
      log.add(name)
      if let error { throw error }
      return name
    }
  }

  @Test func `OP-X01 work that is awaited many times runs once`() async throws {
    let task = task()

    let values = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await task.runIfNeeded() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }

    #expect(values == Array(repeating: "task", count: 20))
    #expect(log.count == 1)
    #expect(try await task.runIfNeeded() == "task")
  }

  @Test func `OP-X02 dependencies run first, together, and their errors are ignored`()
    async throws
  {
    let gate = gate
    let log = log
    let waiting = (0..<2).map { number in
      OperationTask<Int, any Error>(name: "dependency \(number)") {
        () async throws(any Error) in
        try await gate.pass()
        log.add("dependency")
        return number
      }
    }
    let task = task()
    task.schedule(after: waiting)
    task.schedule(after: self.task("failing", throwing: TestError()))

    async let value = task.runIfNeeded()
    await gate.arrival(2)
    #expect(!log.elements.contains("task"))
    gate.open()

    #expect(try await value == "task")
    #expect(log.elements.last == "task")
    #expect(Set(log.elements) == ["failing", "dependency", "task"])
  }

  @Test(arguments: [2, 3])
  func `OP-X03 a circle is reported by name and does not hang`(length: Int) async throws {
    let issues = IssueLog()
    let tasks = (0..<length).map { task("task \($0)", context: issues.context) }

    for index in tasks.indices { tasks[index].schedule(after: tasks[(index + 1) % length]) }

    let names = (0...length).map { "task \(($0 + length - 1) % length)" }
    #expect(issues.codes == [.dependencyCycle])
    #expect(issues.issues.first?.detail == names.joined(separator: " -> "))
    for task in tasks { _ = try await task.runIfNeeded() }
    #expect(log.count == length)
  }

  @Test func `a task cannot wait for itself`() async throws {
    let issues = IssueLog()
    let task = task(context: issues.context)

    task.schedule(after: task)

    #expect(issues.codes == [.dependencyCycle])
    #expect(try await task.runIfNeeded() == "task")
  }

  @Test func `OP-X04 the flags follow the life of a task`() async throws {
    let gate = gate
    let task = OperationTask<Int, any Error> { () async throws(any Error) in
      try await gate.pass()
      return 1
    }
    #expect(!task.hasStarted && !task.isRunning && !task.isFinished && !task.isCancelled)
    #expect(task.finishedResult == nil)

    async let value = task.runIfNeeded()
    await gate.arrival()
    #expect(task.hasStarted && task.isRunning && !task.isFinished)

    gate.open()
    _ = try await value
    #expect(task.hasStarted && !task.isRunning && task.isFinished)
    #expect(try task.finishedResult?.get() == 1)
    task.cancel()
    #expect(!task.isCancelled)
  }

  @Test func `cancelling a running task cancels its work`() async {
    let gate = gate
    let task = OperationTask<Int, any Error> { () async throws(any Error) in
      try await gate.pass()
      return 1
    }
    task.start()
    await gate.arrival()

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.runIfNeeded() }
    #expect(task.isCancelled)
  }

  @Test func `OP-X05 a transformed task is the same task`() async throws {
    let task = task(throwing: nil)
    let mapped = task.map(\.count)
    let failing = self.task("failing", throwing: TestError())
    let renamed = failing.mapError { _ in TestError(name: "mapped") }

    #expect(try await mapped.runIfNeeded() == 4)
    #expect(mapped.id == task.id && renamed.id == failing.id && task.id != failing.id)
    #expect(task.isFinished)
    await #expect(throws: TestError(name: "mapped")) { try await renamed.runIfNeeded() }
    #expect(log.elements == ["task", "failing"])
  }

  /// Counts the jobs that it passes on to the global pool.
  private final class CountingExecutor: TaskExecutor {
    let jobs = Counter()

    func enqueue(_ job: consuming ExecutorJob) {
      jobs.increment()
      let job = UnownedJob(job)
      let executor = asUnownedTaskExecutor()
      DispatchQueue.global().async { job.runSynchronously(on: executor) }
    }
  }

  @Test func `OP-X06 a run prefers the executor of its configuration`() async throws {
    let executor = CountingExecutor()
    let store = OperationStore.detached(
      query: TestQuery.returning("a").taskConfiguration(
        name: "named", priority: .high, executorPreference: executor))

    let task = store.fetchTask()
    _ = try await task.runIfNeeded()

    #expect(executor.jobs.value > 0)
    #expect(task.name == "named")
  }

  @Test func `a task is named for its store unless it is given a name`() {
    let store = OperationStore.detached(
      mutation: TestMutation { (word: String, _, _) in word })

    #expect(store.mutateTask(with: "a").name.hasSuffix("Mutate Task"))
    #expect(store.retryLatestTask()?.name.hasSuffix("Retry Latest Task") == true)
    store.resetState()
  }

  @Test func `a task cancelled before it runs starts cancelled even if it begins at once`() {
    let configured = TestQuery {
      try Task.checkCancellation()
      return "a"
    }.taskConfiguration(executorPreference: InlineExecutor())
    let task = OperationStore.detached(query: configured).fetchTask()

    task.cancel()
    task.start()

    #expect(throws: CancellationError.self) { try task.finishedResult?.get() }
  }

  @Test func `a long chain of tasks that never ran is released`() {
    var last = OperationTask<Int, any Error> { () async throws(any Error) in 0 }
    for number in 1...200_000 {
      let next = OperationTask<Int, any Error> { () async throws(any Error) in number }
      next.schedule(after: last)
      last = next
    }

    #expect(!last.hasStarted)
  }
}
