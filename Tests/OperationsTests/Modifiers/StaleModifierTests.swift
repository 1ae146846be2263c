import Foundation
import Operations
import Testing

/// Conformance rows T01 to T07: when a value should be fetched again.
@Suite(.timeLimit(.minutes(20))) struct StaleModifierTests {
  private let clock = ManualClock()

  private func store(
    _ query: some QueryRequest<String, any Error>
  ) -> OperationStore<QueryState<String, any Error>> {
    .detached(query: query, initialContext: .testing(clock: clock))
  }

  private let query = TestQuery<String, any Error>.returning("a")

  @Test func `OP-T01 without a condition a value is always stale`() async throws {
    let store = store(query)

    #expect(store.isStale)
    try await store.fetch()
    #expect(store.isStale)
  }

  @Test func `OP-T02 a value is stale once it is older than the limit`() async throws {
    let store = store(query.stale(after: .seconds(60)))
    try await store.fetch()

    clock.advance(by: 60)
    #expect(!store.isStale)
    clock.advance(by: 1)
    #expect(store.isStale)
  }

  @Test(arguments: [true, false])
  func `OP-T03 before the first value staleness is as chosen`(whenNoValue: Bool) {
    let store = store(query.stale(after: .seconds(60), whenNoValue: whenNoValue))

    #expect(store.isStale == whenNoValue)
  }

  @Test func `OP-T04 an operation can be stale until it has a value`() async throws {
    let store = store(query.staleWhenNoValue())

    #expect(store.isStale)
    try await store.fetch()
    #expect(!store.isStale)
  }

  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
  func `OP-T05 several conditions are joined by or`(first: Bool, second: Bool) {
    let store = store(query.staleWhen { _, _ in first }.staleWhen { _, _ in second })

    #expect(store.isStale == (first || second))
  }

  @Test func `OP-T06 staleness can follow a specification`() {
    let specification = TestSpecification(false)
    let store = store(query.staleWhen(satisfying: specification))

    #expect(!store.isStale)
    specification.send(true)
    #expect(store.isStale)
  }

  @Test func `OP-T07 a failure does not refresh a value`() async throws {
    let script = TestQuery<String, any Error>.scripted([.success("a"), .failure(TestError())])
    let store = store(script.stale(after: .seconds(60)))
    try await store.fetch()
    clock.advance(by: 50)
    _ = try? await store.fetch()

    clock.advance(by: 11)

    #expect(store.isStale)
  }

  @Test func `a predicate gets the state beneath a default`() async throws {
    let store = OperationStore.detached(
      operation: query.staleWhen { state, _ in state.currentValue == nil }.defaultValue("d"))

    #expect(store.isStale)
    try await store.fetch()
    #expect(!store.isStale)
  }
}
