import Foundation
import Operations
import Testing

/// Conformance rows M01 to M18: writes and their history.
@Suite(.timeLimit(.minutes(20))) struct MutationStoreTests {
  private typealias Store = OperationStore<MutationState<String, String, any Error>>

  private let gate = Gate()
  private let slow = Gate()
  private let calls = Log<String>()

  /// Returns its argument in capitals; "fail" throws, "wait" and "slow" wait at their gates.
  private var mutation: TestMutation<String, String> {
    let (gate, slow, calls) = (gate, slow, calls)
    return TestMutation { word, _, _ in
      calls.add(word)
      if word == "fail" { throw TestError() }
      if word.hasPrefix("wait") { try await gate.pass() }
      if word.hasPrefix("slow") { await slow.passIgnoringCancellation() }
      return word.uppercased()
    }
  }

  private func store(
    _ mutation: some MutationRequest<String, String, any Error>, initialValue: String? = nil,
    context: OperationContext = .testing()
  ) -> Store {
    .detached(mutation: mutation, initialValue: initialValue, initialContext: context)
  }

  @Test func `OP-M01 a mutation returns its value and keeps its arguments`() async throws {
    let store = store(mutation)

    let value = try await store.mutate(with: "a")

    #expect(value == "A")
    #expect(store.currentValue == "A")
    #expect(store.history.map(\.arguments) == ["a"])
    #expect(store.history.first?.status.resultValue == "A")
    #expect(store.history.first?.outcome == .success)
  }

  @Test func `OP-M02 the entry of a running mutation is loading`() async throws {
    let store = store(mutation)

    async let value = store.mutate(with: "wait")
    await gate.arrival()

    #expect(store.isLoading)
    #expect(store.history.first?.isLoading == true)
    #expect(store.history.first?.status.isLoading == true)
    gate.open()
    _ = try await value
    #expect(!store.isLoading)
  }

  @Test func `OP-M03 a failure is in the entry and leaves no value`() async throws {
    let store = store(mutation)
    try await store.mutate(with: "a")

    await #expect(throws: TestError()) { try await store.mutate(with: "fail") }

    #expect(store.error as? TestError == TestError())
    #expect(store.history.last?.status.isFailure == true)
    #expect(store.currentValue == nil)
    #expect(store.status.isFailure)
  }

  @Test func `OP-M04 the state follows the run that started last`() async throws {
    let store = store(mutation)
    async let first = store.mutate(with: "slow")
    await slow.arrival()
    try await store.mutate(with: "b")

    #expect(store.currentValue == "B")
    #expect(!store.isLoading)

    slow.open()
    _ = try await first

    #expect(store.currentValue == "B")
    #expect(store.history.first?.status.resultValue == "SLOW")
    #expect(store.state.valueUpdateCount == 1)
  }

  @Test func `OP-M05 each entry's task has its own value`() async throws {
    let store = store(mutation)
    try await store.mutate(with: "a")
    try await store.mutate(with: "b")

    let first = try await store.history.first?.task.runIfNeeded()

    #expect(first == "A")
    #expect(calls.elements == ["a", "b"])
  }

  @Test func `OP-M06 the latest run is made again`() async throws {
    let store = store(mutation)
    _ = try? await store.mutate(with: "fail")

    await #expect(throws: TestError()) { try await store.retryLatest() }

    #expect(calls.elements == ["fail", "fail"])
    #expect(store.history.map(\.arguments) == ["fail", "fail"])
  }

  @Test func `OP-M07 retrying an empty history does nothing and is reported`() async throws {
    let issues = IssueLog()
    let store = store(mutation, context: issues.context)

    let value = try await store.retryLatest()

    #expect(value == nil)
    #expect(store.retryLatestTask() == nil)
    #expect(try await store.run() == nil)
    #expect(calls.count == 0)
    #expect(issues.codes == [.missingArguments, .missingArguments])
    #expect(store.status.isIdle)
  }

  @Test func `OP-M08 a plain run retries the latest`() async throws {
    let store = store(mutation)
    try await store.mutate(with: "a")

    let value = try await store.run()

    #expect(value == "A")
    #expect(store.history.count == 2)
  }

  @Test func `OP-M09 a history of one keeps the newest`() async throws {
    let store = store(mutation.maxHistory(length: 1))

    try await store.mutate(with: "a")
    try await store.mutate(with: "b")

    #expect(store.history.map(\.arguments) == ["b"])
  }

  @Test func `OP-M10 late results of forgotten runs are ignored`() async throws {
    let store = store(mutation.maxHistory(length: 3))
    async let forgotten = store.mutate(with: "slow")
    await slow.arrival()
    for word in ["b", "c", "d", "e"] { try await store.mutate(with: word) }
    let before = store.state.revision

    slow.open()
    #expect(try await forgotten == "SLOW")

    #expect(store.history.map(\.arguments) == ["c", "d", "e"])
    #expect(store.currentValue == "E")
    #expect(store.state.revision == before)
  }

  @Test func `OP-M11 a history needs room for a run`() async {
    await #expect(processExitsWith: .failure) {
      _ = TestMutation { (word: String, _, _) in word }.maxHistory(length: 0)
    }
  }

  @Test func `OP-M12 an initial value is shown until the first run or write`() async throws {
    let store = store(mutation, initialValue: "initial")

    #expect(store.currentValue == "initial")
    try await store.mutate(with: "a")
    #expect(store.currentValue == "A")
    store.resetState()
    #expect(store.currentValue == "initial")
    store.currentValue = "written"
    #expect(store.currentValue == "written")
  }

  @Test(arguments: [true, false])
  func `OP-M13 a value that was written or yielded by a controller wins until the next result`(
    isByController: Bool
  ) async throws {
    let controller = KeepingController<MutationState<String, String, any Error>>()
    let store = store(mutation.controlled(by: controller))
    try await store.mutate(with: "a")

    if isByController {
      try controller.controls.yield("written")
    } else {
      store.currentValue = "written"
    }
    #expect(store.currentValue == "written")
    async let value = store.mutate(with: "wait")
    await gate.arrival()
    #expect(store.currentValue == "written")
    gate.open()
    _ = try await value

    #expect(store.currentValue == "WAIT")
  }

  @Test func `OP-M14 a mutation never runs by itself`() async throws {
    let client = OperationClient(defaultContext: .testing())
    let store = client.store(for: mutation)
    try await store.mutate(with: "a")

    let subscription = store.subscribe(with: OperationEventHandler())
    client.invalidate(matching: [])

    #expect(!store.isLoading)
    #expect(!store.isAutomaticRunningEnabled)
    #expect(calls.elements == ["a"])
    subscription.cancel()
  }

  @Test(arguments: ["a", "fail"])
  func `OP-M15 the events carry the arguments`(word: String) async {
    let events = Log<String>()
    let store = store(mutation)

    _ = try? await store.mutate(
      with: word,
      handler: MutationEventHandler(
        onMutatingStarted: { arguments, _ in events.add("started \(arguments)") },
        onMutatingEnded: { arguments, _ in events.add("ended \(arguments)") },
        onMutationResultReceived: { arguments, result, _ in
          events.add("result \(arguments) \((try? result.get()) ?? "error")")
        }))

    let result = word == "fail" ? "error" : "A"
    #expect(events.elements == ["started \(word)", "result \(word) \(result)", "ended \(word)"])
  }

  @Test func `OP-M16 a reset empties the history and cancels`() async {
    let store = store(mutation)
    let awaiting = Task { try await store.mutate(with: "wait") }
    await gate.arrival()

    store.resetState()

    #expect(store.history.isEmpty)
    await #expect(throws: CancellationError.self) { try await awaiting.value }
    #expect(store.history.isEmpty && store.status.isIdle)
  }
}
