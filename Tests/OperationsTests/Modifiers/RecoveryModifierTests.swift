import Operations
import Testing

/// Failures that become values.
@Suite(.timeLimit(.minutes(20))) struct RecoveryModifierTests {
  private func fetch(_ query: some QueryRequest<String, any Error>) async throws -> String {
    try await OperationStore.detached(query: query).fetch()
  }

  private let failing = TestQuery<String, any Error>.throwing(TestError(name: "first"))

  @Test func `a failure becomes a value`() async throws {
    let value = try await fetch(failing.catch { error, _ in "caught \(error)" })

    #expect(value == #"caught TestError(name: "first")"#)
  }

  @Test func `a failure becomes another failure`() async {
    await #expect(throws: TestError(name: "second")) {
      try await fetch(failing.catch { _, _ in throw TestError(name: "second") })
    }
  }

  @Test func `a value takes the place of a failure`() async throws {
    #expect(try await fetch(failing.fallback("instead")) == "instead")
    #expect(try await fetch(TestQuery.returning("own").fallback("instead")) == "own")
  }

  @Test func `another request takes the place of one that fails`() async throws {
    let other = TestQuery<String, any Error> { _, continuation in
      continuation.yield("cached")
      return "other"
    }
    let store = OperationStore.detached(query: failing.fallback(to: other))

    #expect(try await store.fetch() == "other")
    #expect(store.state.valueUpdateCount == 2)
    #expect(store.error == nil)
  }

  @Test func `cancellation is not a failure to recover from`() async {
    let gate = Gate()
    let handled = Counter()
    let store = OperationStore.detached(
      query: TestQuery {
        try await gate.pass()
        return "a"
      }
      .catch { _, _ in
        handled.increment()
        return "caught"
      }
      .fallback("fallback"))
    let awaiting = Task { try await store.fetch() }
    await gate.arrival()

    awaiting.cancel()

    await #expect(throws: CancellationError.self) { try await awaiting.value }
    #expect(handled.value == 0)
    #expect(store.status.isCancelled)
  }
}
