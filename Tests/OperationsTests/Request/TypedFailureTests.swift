import Operations
import Testing

/// Failure types, as the compiler knows them through modifiers, stores and models.
@MainActor @Suite(.timeLimit(.minutes(20))) struct TypedFailureTests {
  private let failing = TestQuery<Int, TestError>(body: { _, _ throws(TestError) in
    throw TestError(name: "typed")
  })
  private let infallible = TestQuery<Int, Never>(path: ["infallible"], body: { _, _ in 1 })

  @Test func `a failure keeps its type through modifiers and a model`() async {
    let query = failing.retry(limit: 1).deduplicated().debounce(.seconds(1)).delayer(.noDelay)
      .timeout(.seconds(1e6), throwing: TestError(name: "slow"))
    @SharedOperation(query.disableAutomaticRunning()) var number

    do throws(TestError) {
      try await $number.fetch()
    } catch {
      #expect(error.name == "typed")
    }

    #expect($number.error?.name == "typed")
    #expect(number == nil)
  }

  @Test func `a request that cannot fail is called without try`() async {
    let query = infallible.retry(limit: 3).deduplicated().debounce(.seconds(1)).delayer(.noDelay)
    let store = OperationStore.detached(query: query)
    let runner = OperationRunner(operation: query)

    let fetched = await store.fetch()
    let run = await runner.run()

    #expect(fetched == 1 && run == 1)
    #expect(store.status.isSuccessful)
  }

  @Test func `a request that cannot fail ends with its value even when it is cancelled`() async {
    let gate = Gate()
    let query = TestQuery<Int, Never>(body: { _, _ in
      await gate.passIgnoringCancellation()
      return 1
    })
    let store = OperationStore.detached(query: query.deduplicated().retry(limit: 3))
    let waiting = Task { await store.fetch() }
    await gate.arrival()

    waiting.cancel()
    gate.open()

    #expect(await waiting.value == 1)
    #expect(store.currentValue == 1)
  }
}
