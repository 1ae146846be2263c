import Operations
import Testing

/// Runs that wait for quiet.
@Suite(.timeLimit(.minutes(20))) struct DebounceModifierTests {
  private let delayer = ManualDelayer()
  private let saved = Log<String>()

  private func store() -> OperationStore<MutationState<String, String, any Error>> {
    let saved = saved
    return .detached(
      mutation: TestMutation { (word: String, _, _) in
        saved.add(word)
        return "saved \(word)"
      }.debounce(.milliseconds(150)).delayer(delayer))
  }

  @Test func `of runs in a burst the last one executes for all`() async throws {
    let store = store()

    async let first = store.mutate(with: "a")
    _ = await delayer.next()
    async let second = store.mutate(with: "ab")
    _ = await delayer.next()
    async let third = store.mutate(with: "abc")
    await delayer.next().open()

    #expect(try await [first, second, third] == Array(repeating: "saved abc", count: 3))
    #expect(saved.elements == ["abc"])
    #expect(store.state.valueUpdateCount == 1)
  }

  @Test func `runs apart execute apart`() async throws {
    let store = store()

    async let first = store.mutate(with: "a")
    await delayer.next().open()
    _ = try await first
    async let second = store.mutate(with: "b")
    await delayer.next().open()
    _ = try await second

    #expect(saved.elements == ["a", "b"])
  }

  @Test func `a run cancelled during the wait leaves the others waiting`() async throws {
    let store = store()
    async let first = store.mutate(with: "a")
    _ = await delayer.next()
    let second = Task { try await store.mutate(with: "b") }
    let wait = await delayer.next()

    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    wait.open()

    #expect(try await first == "saved b")
  }

  @Test func `when all who wait are cancelled nothing executes`() async throws {
    let store = store()
    let only = Task { try await store.mutate(with: "a") }
    _ = await delayer.next()

    only.cancel()
    await #expect(throws: CancellationError.self) { try await only.value }
    async let next = store.mutate(with: "b")
    await delayer.next().open()
    _ = try await next

    #expect(saved.elements == ["b"])
  }

  /// A delayer that cannot wait.
  private struct BrokenDelayer: OperationDelayer {
    func delay(for duration: Duration) async throws { throw TestError() }
  }

  @Test func `a delayer that fails does not block a run forever`() async throws {
    let store = OperationStore.detached(
      query: TestQuery.returning("a").debounce(.seconds(1)).delayer(BrokenDelayer()))

    #expect(try await store.fetch() == "a")
  }
}
