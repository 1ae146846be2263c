import Operations
import Testing

/// Conformance row M17 and its surroundings: mutations that run one after the other.
@Suite(.timeLimit(.minutes(20))) struct MutationScopeTests {
  private typealias Store = OperationStore<MutationState<String, String, any Error>>

  private let gate = Gate()
  private let calls = Log<String>()

  /// Returns its argument in capitals; "fail" throws and "wait" waits at the gate.
  private var mutation: TestMutation<String, String> {
    let (gate, calls) = (gate, calls)
    return TestMutation { word, _, _ in
      calls.add(word)
      if word == "fail" { throw TestError() }
      if word.hasPrefix("wait") { try await gate.pass() }
      return word.uppercased()
    }
  }

  private func store(_ mutation: some MutationRequest<String, String, any Error>) -> Store {
    .detached(mutation: mutation, initialContext: .testing())
  }

  @Test func `OP-M17 the mutations of a scope run one after the other`() async throws {
    // A task that is not held up is over, or at the gate, when `start()` returns.
    let executor = InlineExecutor()
    let client = OperationClient(defaultContext: .testing())
    var other = mutation
    other.path = ["other"]
    let first = client.store(
      for: mutation.scope("s").taskConfiguration(executorPreference: executor))
    let second = client.store(
      for: other.scope("s").taskConfiguration(executorPreference: executor))

    let a = first.mutateTask(with: "wait a")
    let b = second.mutateTask(with: "b")
    a.start()
    b.start()
    #expect(b.isRunning)
    #expect(calls.elements == ["wait a"])
    gate.open()

    #expect(try await b.runIfNeeded() == "B")
    #expect(calls.elements == ["wait a", "b"])
  }

  @Test func `mutations of different scopes do not wait`() async throws {
    let client = OperationClient(defaultContext: .testing())
    var other = mutation
    other.path = ["other"]
    let first = client.store(for: mutation.scope("s"))
    let second = client.store(for: other.scope("t"))
    async let held = first.mutate(with: "wait a")
    await gate.arrival()

    #expect(try await second.mutate(with: "b") == "B")
    gate.open()
    _ = try await held
  }

  @Test func `a failure does not hold up its scope`() async throws {
    let store = store(mutation.scope("s"))
    let failing = store.mutateTask(with: "fail")
    let next = store.mutateTask(with: "b")

    #expect(try await next.runIfNeeded() == "B")
    #expect(failing.isFinished)
  }

  @Test func `a mutation that is cancelled while it waits for its scope does not run`() async {
    let store = store(mutation.scope("s"))
    let held = store.mutateTask(with: "wait a")
    held.start()
    await gate.arrival()
    let waiting = store.mutateTask(with: "b")
    waiting.start()
    #expect(waiting.isRunning)

    waiting.cancel()

    await #expect(throws: CancellationError.self) { try await waiting.runIfNeeded() }
    #expect(calls.elements == ["wait a"])
    #expect(store.history.last?.outcome == .cancelled)
    gate.open()
    _ = try? await held.runIfNeeded()
  }

  @Test func `a mutation that a handler asks for comes after the one it was notified of`()
    async throws
  {
    let store = store(mutation.scope("s"))
    let inner = Log<OperationTask<String, any Error>>()
    let subscription = store.subscribe(
      with: OperationEventHandler(onStateChanged: { state, _ in
        guard state.history.count == 1, inner.count == 0 else { return }
        inner.add(store.mutateTask(with: "inner"))
      }))

    let outer = store.mutateTask(with: "outer")
    let asked = try #require(inner.elements.first)
    _ = try await asked.runIfNeeded()
    _ = try await outer.runIfNeeded()

    #expect(calls.elements == ["outer", "inner"])
    subscription.cancel()
  }

  @Test func `mutations that never ran neither hold up their scope nor keep their context`()
    async throws
  {
    weak var released: Witness?
    let client = OperationClient(defaultContext: .testing())
    let mutation = mutation.scope("s")
    do {
      let witness = Witness()
      released = witness
      let forgotten = client.store(
        for: mutation.context { $0[Witness.Key.self] = witness })
      _ = forgotten.mutateTask(with: "forgotten")
      client.clearStores()
    }

    #expect(released == nil)
    #expect(try await client.store(for: mutation).mutate(with: "a") == "A")
    #expect(calls.elements == ["a"])
  }

  @Test func `a long scope that never ran is released`() {
    weak var released: Store?
    do {
      let store = store(mutation.scope("s"))
      released = store
      for number in 0..<2000 { _ = store.mutateTask(with: "\(number)") }
    }

    #expect(released == nil)
  }

  @Test func `a mutation that its own scope's work awaits is part of that work`() async throws {
    let calls = calls
    let gate = gate
    let stores = Log<OperationStore<MutationState<String, String, any Error>>>()
    let store = OperationStore.detached(
      mutation: TestMutation { (word: String, _, _) in
        calls.add(word)
        guard word == "outer", let store = stores.elements.first else { return word }
        try await gate.pass()
        return try await store.mutate(with: "inner") + "!"
      }.scope("s"))
    stores.add(store)
    let outer = store.mutateTask(with: "outer")
    outer.start()
    await gate.arrival()
    let next = store.mutateTask(with: "next")
    next.start()

    gate.open()

    #expect(try await outer.runIfNeeded() == "inner!")
    #expect(try await next.runIfNeeded() == "next")
    #expect(calls.elements == ["outer", "inner", "next"])
    stores.clear()
  }
}
