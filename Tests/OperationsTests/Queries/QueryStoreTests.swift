import Foundation
import Operations
import Testing

/// Conformance rows Q01 to Q10 and Q18 to Q20: the store of a query.
@Suite(.timeLimit(.minutes(20))) struct QueryStoreTests {
  private let clock = ManualClock()

  private func store<Value: Sendable>(
    _ query: TestQuery<Value, any Error>, initialValue: Value? = nil
  ) -> OperationStore<QueryState<Value, any Error>> {
    .detached(query: query, initialValue: initialValue, initialContext: .testing(clock: clock))
  }

  @Test func `OP-Q01 a new store has no value and is idle`() {
    let state = store(.returning("a")).state

    #expect(state.currentValue == nil)
    #expect(state.status.isIdle)
    #expect(state.valueUpdateCount == 0 && state.errorUpdateCount == 0)
    #expect(state.valueLastUpdatedAt == nil && state.errorLastUpdatedAt == nil)
    #expect(!state.isLoading)
  }

  @Test func `OP-Q02 an initial value is shown and the store is idle`() {
    let store = store(.returning(6), initialValue: 5)

    #expect(store.currentValue == 5)
    #expect(store.status.isIdle)
  }

  @Test func `OP-Q03 a fetch returns its value and stores it`() async throws {
    let store = store(.returning("a"))

    let value = try await store.fetch()

    #expect(value == "a")
    #expect(store.currentValue == "a")
    #expect(store.state.valueUpdateCount == 1)
    #expect(store.state.valueLastUpdatedAt == clock.now())
  }

  @Test func `OP-Q04 a store is loading while a run goes on`() async throws {
    let gate = Gate()
    let store = store(
      TestQuery {
        try await gate.pass()
        return "a"
      })

    async let value = store.fetch()
    await gate.arrival()

    #expect(store.isLoading)
    #expect(store.status.isLoading)
    #expect(store.state.activeTasks.count == 1)

    gate.open()
    _ = try await value

    #expect(!store.isLoading)
    #expect(store.state.activeTasks.isEmpty)
  }

  @Test func `OP-Q05 a store keeps its value while it loads another`() async throws {
    let gate = Gate()
    let store = store(
      TestQuery {
        try await gate.pass()
        return "b"
      })
    store.currentValue = "a"

    async let value = store.fetch()
    await gate.arrival()

    #expect(store.currentValue == "a")
    #expect(store.status.isLoading)

    gate.open()
    #expect(try await value == "b")
  }

  @Test func `OP-Q06 a failure is thrown and stored`() async {
    let store = store(.throwing())

    await #expect(throws: TestError()) { try await store.fetch() }

    #expect(store.error as? TestError == TestError())
    #expect(store.state.errorUpdateCount == 1)
    #expect(store.status.isFailure)
    #expect(store.currentValue == nil)
  }

  @Test func `OP-Q07 a failure keeps the value from before`() async throws {
    let store = store(.scripted([.success("a"), .failure(TestError())]))
    try await store.fetch()

    _ = try? await store.fetch()

    #expect(store.currentValue == "a")
    #expect(store.error as? TestError == TestError())
    #expect(store.status.isFailure)
  }

  @Test func `OP-Q08 a success clears the error`() async throws {
    let store = store(.scripted([.failure(TestError()), .success("a")]))
    _ = try? await store.fetch()

    clock.advance(by: 1)
    try await store.fetch()

    #expect(store.error == nil)
    #expect(store.status.isSuccessful)
  }

  @Test func `OP-Q09 a success at the instant of a failure is a success`() async throws {
    let store = store(.scripted([.failure(TestError()), .success("a")]))
    _ = try? await store.fetch()

    try await store.fetch()

    #expect(store.state.valueLastUpdatedAt == store.state.errorLastUpdatedAt)
    #expect(store.status.resultValue == "a")
    #expect(store.state.outcome == .success)
  }

  @Test func `OP-Q10 updates are counted and dated`() async throws {
    let store = store(
      .scripted([
        .success("a"), .failure(TestError()), .success("b"), .failure(TestError()),
        .failure(TestError()),
      ]))

    for _ in 0..<5 {
      clock.advance(by: 1)
      _ = try? await store.fetch()
    }

    #expect(store.state.valueUpdateCount == 2)
    #expect(store.state.errorUpdateCount == 3)
    #expect(store.state.valueLastUpdatedAt == Date(timeIntervalSince1970: 1003))
    #expect(store.state.errorLastUpdatedAt == Date(timeIntervalSince1970: 1005))
  }

  @TaskLocal private static var word = "outside"

  @Test func `OP-Q18 a task-local value is visible inside the operation`() async throws {
    let store = store(TestQuery { Self.word })

    let value = try await Self.$word.withValue("inside") { try await store.fetch() }

    #expect(value == "inside")
  }

  @Test func `OP-Q19 a run may have a context of its own`() async throws {
    let store = store(TestQuery { context, _ in context.operationMaxRetries })
    var context = store.context
    context.operationMaxRetries = 7

    let value = try await store.fetch(using: context)

    #expect(value == 7)
    #expect(store.context.operationMaxRetries == 0)
  }

  @Test func `OP-Q20 a default is shown until there is a value`() async throws {
    let operation = TestQuery<String, any Error>.returning("real").defaultValue("d")
    let store = OperationStore.detached(operation: operation)

    let before: String = store.currentValue
    try await store.fetch()
    let after: String = store.currentValue

    #expect(before == "d")
    #expect(after == "real")
  }
}
