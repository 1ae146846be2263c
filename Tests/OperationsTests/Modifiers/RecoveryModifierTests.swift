import Operations
import Testing

/// Failures that become values, and queries that are made from others.
@Suite struct RecoveryModifierTests {
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

  // MARK: - Mapping

  @Test func `values are transformed, yields included`() async throws {
    let shown = Log<Int?>()
    let query = TestQuery<String, any Error> { _, continuation in
      continuation.yield("a")
      return "abc"
    }
    let store = OperationStore.detached(query: query.map(\.count))
    let subscription = store.subscribe(
      with: QueryEventHandler { state, _ in shown.add(state.currentValue) })

    #expect(try await store.fetch() == 3)
    #expect(shown.elements == [nil, nil, 1, 3])
    subscription.cancel()
  }

  @Test func `a transformed query has a path of its own beneath the first`() {
    let query = TestQuery<String, any Error>.returning("a", path: ["a"])

    #expect(query.map(\.count).path.isPrefixed(by: ["a"]))
    #expect(query.map(\.count).path != query.path)
    #expect(query.map(path: ["lengths"], \.count).path == ["lengths"])
    #expect(query.mapError { $0 }.path == query.path)
  }

  @Test func `modifiers nearer the request work beneath a transformation`() async throws {
    let attempts = Counter()
    let query = TestQuery<String, any Error> {
      if attempts.increment() < 3 { throw TestError() }
      return "abc"
    }

    let value = try await OperationStore.detached(
      query: query.retry(limit: 2).delayer(.noDelay).map(\.count)
    ).fetch()

    #expect(value == 3)
  }

  private enum Problem: Error, Equatable, CancellationRepresentableFailure {
    case cancelled
    case wrapped(String)
  }

  @Test func `errors are transformed into a type`() async {
    let store = OperationStore.detached(
      query: failing.mapError { Problem.wrapped(($0 as? TestError)?.name ?? "") })

    await #expect(throws: Problem.wrapped("first")) { try await store.fetch() }

    #expect(store.error == .wrapped("first"))
  }

  @Test func `cancellation stays cancellation in a type that can hold it`() async {
    let gate = Gate()
    let store = OperationStore.detached(
      query: TestQuery<String, any Error> {
        try await gate.pass()
        return ""
      }.mapError { _ in Problem.wrapped("transformed") })
    let awaiting = Task { try await store.fetch() }
    await gate.arrival()

    awaiting.cancel()

    await #expect(throws: Problem.cancelled) { try await awaiting.value }
    #expect(store.status.isCancelled)
  }
}
