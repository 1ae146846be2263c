import Foundation
import Operations
import Testing

/// Conformance rows Y01 to Y05: results that come before the end of a run.
@Suite(.timeLimit(.minutes(20))) struct QueryYieldTests {
  private func store(
    context: OperationContext = .testing(),
    _ body:
      @escaping @Sendable (
        OperationContext, OperationContinuation<String, any Error>
      ) async throws -> String
  ) -> OperationStore<QueryState<String, any Error>> {
    .detached(query: TestQuery(body), initialContext: context)
  }

  @Test func `OP-Y01 yields show one after the other while the store stays loading`() async throws {
    let recorder = EventRecorder()
    let store = store { _, continuation in
      continuation.yield("a")
      continuation.yield("b")
      return "c"
    }

    try await store.fetch(handler: recorder.handler())

    #expect(
      recorder.events == [
        "state nil loading", "started", "yield a", "state a loading", "yield b",
        "state b loading", "final c", "ended", "state c",
      ])
    #expect(store.state.valueUpdateCount == 3)
  }

  @Test func `OP-Y02 a yielded error shows until the value comes`() async throws {
    let errors = Log<Bool>()
    let store = store { _, continuation in
      continuation.yield(error: TestError())
      return "v"
    }
    let subscription = store.subscribe(
      with: QueryEventHandler { state, _ in errors.add(state.error != nil && state.isLoading) })

    try await store.fetch()

    #expect(errors.elements.contains(true))
    #expect(store.currentValue == "v")
    #expect(store.error == nil)
    subscription.cancel()
  }

  @Test func `OP-Y03 a value that was yielded stays when the run throws`() async {
    let store = store { _, continuation in
      continuation.yield("v")
      throw TestError()
    }

    await #expect(throws: TestError()) { try await store.fetch() }

    #expect(store.currentValue == "v")
    #expect(store.error as? TestError == TestError())
    #expect(store.status.isFailure)
  }

  @Test func `OP-Y04 a yield after the end is dropped and reported`() async throws {
    let issues = IssueLog()
    let recorder = EventRecorder()
    let escaped = Log<OperationContinuation<String, any Error>>()
    let store = store(context: issues.context) { _, continuation in
      escaped.add(continuation)
      return "a"
    }
    try await store.fetch()
    let subscription = store.subscribe(with: recorder.handler())
    recorder.clear()

    escaped.elements.first?.yield("late")

    #expect(store.currentValue == "a")
    #expect(issues.codes == [.lateYield])
    #expect(recorder.events.isEmpty)
    subscription.cancel()
  }

  @Test func `OP-Y05 a yield may have a context of its own`() async throws {
    let date = Date(timeIntervalSince1970: 77)
    let dates = Log<Date?>()
    let store = store { context, continuation in
      var frozen = context
      frozen.operationClock = .timeFreeze(date)
      continuation.yield("a", using: frozen)
      return "b"
    }
    let subscription = store.subscribe(
      with: QueryEventHandler { state, _ in dates.add(state.valueLastUpdatedAt) })

    try await store.fetch()

    #expect(dates.elements.contains(date))
    #expect(store.state.valueLastUpdatedAt == Date(timeIntervalSince1970: 1000))
    subscription.cancel()
  }
}
