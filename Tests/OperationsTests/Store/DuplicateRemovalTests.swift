import Operations
import Testing

/// Subscribers that want to hear of what looks different only.
@Suite(.timeLimit(.minutes(20))) struct DuplicateRemovalTests {
  private let seen = Log<String?>()

  private func subscription(
    to store: OperationStore<QueryState<String, any Error>>
  ) -> OperationSubscription {
    let seen = seen
    return store.subscribe(
      with: QueryEventHandler<String, any Error>(onStateChanged: { state, _ in
        seen.add(state.error == nil ? state.currentValue : "error")
      }).removingDuplicates())
  }

  @Test func `an equal value is not reported again`() {
    let store = OperationStore.detached(query: TestQuery.returning("a"))
    let subscription = subscription(to: store)

    for value in ["a", "a", "b", "b", "a"] { store.currentValue = value }

    #expect(seen.elements == [nil, "a", "b", "a"])
    #expect(store.state.valueUpdateCount == 5)
    subscription.cancel()
  }

  @Test func `an error, its end and another one are reported`() {
    let store = OperationStore.detached(query: TestQuery.returning("a"), initialValue: "a")
    let subscription = subscription(to: store)

    store.setResult(to: .failure(TestError()))
    store.setResult(to: .failure(TestError()))
    store.currentValue = "a"

    #expect(seen.elements == ["a", "error", "error", "a"])
    subscription.cancel()
  }

  @Test func `the beginning and the end of a run are reported`() async throws {
    let loading = Log<Bool>()
    let store = OperationStore.detached(query: TestQuery.returning("a"), initialValue: "a")
    let subscription = store.subscribe(
      with: QueryEventHandler<String, any Error>(onStateChanged: { state, _ in
        loading.add(state.isLoading)
      }).removingDuplicates())

    try await store.fetch()
    try await store.fetch()

    #expect(loading.elements == [false, true, false, true, false])
    subscription.cancel()
  }

  @Test func `a subscriber of the value alone hears of nothing else`() async throws {
    let seen = seen
    let store = OperationStore.detached(query: TestQuery.returning("a"), initialValue: "a")
    let subscription = store.subscribe(
      with: QueryEventHandler<String, any Error>(onStateChanged: { state, _ in
        seen.add(state.currentValue)
      }).removingDuplicates { $0.currentValue == $1.currentValue })

    try await store.fetch()
    store.currentValue = "b"

    #expect(seen.elements == ["a", "b"])
    subscription.cancel()
  }
}
