import Operations
import Testing

/// Conformance rows R01 to R12 but for the backoff functions: attempts, waits and cancellation.
@Suite(.timeLimit(.minutes(20))) struct RetryModifierTests {
  private let attempts = Counter()
  private let delayer = RecordingDelayer()

  private var failing: TestQuery<String, any Error> {
    TestQuery { [attempts] in
      attempts.increment()
      throw TestError()
    }
  }

  private func succeeding(on attempt: Int) -> TestQuery<String, any Error> {
    TestQuery { [attempts] in
      guard attempts.increment() >= attempt else { throw TestError() }
      return "done"
    }
  }

  private func store(
    _ query: some QueryRequest<String, any Error>
  ) -> OperationStore<QueryState<String, any Error>> {
    var context = OperationContext()
    context.operationDelayer = delayer
    return .detached(query: query, initialContext: context)
  }

  @Test(arguments: [0, -1])
  func `OP-R01 without retries there is one attempt`(limit: Int) async {
    _ = try? await store(failing.retry(limit: limit)).fetch()

    #expect(attempts.value == 1)
  }

  @Test func `OP-R02 three retries are four attempts and one error`() async {
    let store = store(failing.retry(limit: 3))

    await #expect(throws: TestError()) { try await store.fetch() }

    #expect(attempts.value == 4)
    #expect(store.state.errorUpdateCount == 1)
  }

  @Test(arguments: [2, 4])
  func `OP-R03 a retry that succeeds is a success`(attempt: Int) async throws {
    let store = store(succeeding(on: attempt).retry(limit: 3))

    #expect(try await store.fetch() == "done")
    #expect(attempts.value == attempt)
    #expect(store.error == nil)
    #expect(store.state.errorUpdateCount == 0)
  }

  private struct Attempt: Equatable {
    let index: Int?
    let flags: [Bool]
  }

  @Test func `OP-R04 each attempt knows its number`() async {
    let seen = Log<Attempt>()
    let query = TestQuery<String, any Error> { context, _ in
      seen.add(
        Attempt(
          index: context.operationRetryIndex,
          flags: [
            context.isFirstRunAttempt, context.isFirstRetryAttempt, context.isLastRetryAttempt,
            context.isLastRunAttempt,
          ]))
      throw TestError()
    }

    _ = try? await store(query.retry(limit: 3)).fetch()

    #expect(
      seen.elements == [
        Attempt(index: nil, flags: [true, false, false, false]),
        Attempt(index: 0, flags: [false, true, false, false]),
        Attempt(index: 1, flags: [false, false, false, false]),
        Attempt(index: 2, flags: [false, false, true, true]),
      ])
  }

  @Test func `an only attempt is the last one`() async {
    let isLast = Log<Bool>()
    let query = TestQuery<String, any Error> { context, _ in
      isLast.add(context.isLastRunAttempt)
      return ""
    }

    _ = try? await store(query).fetch()

    #expect(isLast.elements == [true])
  }

  @Test func `OP-R05 the modifier nearest the request counts`() async {
    _ = try? await store(failing.retry(limit: 1).retry(limit: 5)).fetch()

    #expect(attempts.value == 2)
  }

  @Test func `OP-R06 the context of a run may lower the limit`() async {
    let store = store(failing.retry(limit: 10))
    var context = store.context
    context.operationMaxRetries = 1

    _ = try? await store.fetch(using: context)

    #expect(attempts.value == 2)
  }

  @Test func `OP-R07 the waits are those of the backoff function`() async {
    _ = try? await store(failing.retry(limit: 3).backoff(.exponential(.seconds(1)))).fetch()

    #expect(delayer.durations == [.seconds(1), .seconds(2), .seconds(4)])
  }

  @Test func `OP-R10 cancelling a wait ends the run without another attempt`() async {
    let delayer = ManualDelayer()
    let store = store(failing.retry(limit: 3).delayer(delayer))
    let awaiting = Task { try await store.fetch() }
    _ = await delayer.next()

    awaiting.cancel()

    await #expect(throws: CancellationError.self) { try await awaiting.value }
    #expect(attempts.value == 1)
    #expect(store.state.outcome == .cancelled)
    #expect(store.error == nil)
  }

  @Test func `a typed failure that cannot say cancelled ends with its own error`() async {
    let delayer = ManualDelayer()
    let attempts = attempts
    let query = TestQuery<String, TestError>(body: { _, _ throws(TestError) in
      attempts.increment()
      throw TestError()
    })
    let store = OperationStore.detached(query: query.retry(limit: 3).delayer(delayer))
    let awaiting = Task { try await store.fetch() }
    _ = await delayer.next()

    awaiting.cancel()

    await #expect(throws: TestError()) { try await awaiting.value }
    #expect(attempts.value == 1)
    #expect(store.state.outcome == .cancelled)
  }

  @Test func `OP-R11 a retry of all pages goes on where the last attempt failed`() async throws {
    let fetches = Log<Int>()
    let isBroken = Flag()
    let pages = TestPages { id, _, _ in
      fetches.add(id)
      if id == 2, isBroken.isSet { throw TestError() }
      return "page \(id)"
    }
    let store = OperationStore.detached(
      paginated: pages.retry(limit: 3), initialContext: .testing())
    for _ in 0..<3 { try await store.fetchNextPage() }
    fetches.clear()
    isBroken.set()

    await #expect(throws: TestError()) { try await store.refetchAllPages() }

    #expect(fetches.elements == [0, 1, 2, 2, 2, 2])
    #expect(store.currentValue.ids == [0, 1, 2])
  }

  @Test func `OP-R12 an offline operation is neither retried nor waits for the network`() async {
    let network = MockNetworkObserver(initialStatus: .disconnected)
    let store = store(failing.completelyOffline())
    let specification = NetworkConnectionRunSpecification(observer: network)

    _ = try? await store.fetch()

    #expect(store.context.operationMaxRetries == 0)
    #expect(specification.isSatisfied(in: store.context))
    #expect(!specification.isSatisfied(in: OperationContext()))
    #expect(attempts.value == 1)
  }

  @Test func `a retry nearer the request overrides completely offline`() {
    let store = store(failing.retry(limit: 2).completelyOffline())

    #expect(store.context.operationMaxRetries == 2)
  }

  @Test func `a predicate says which errors are worth a retry`() async {
    let store = store(
      TestQuery { [attempts] in
        throw attempts.increment() < 3 ? TestError(name: "busy") : TestError(name: "refused")
      }.retry { error, _ in (error as? TestError)?.name == "busy" })

    await #expect(throws: TestError(name: "refused")) { try await store.fetch() }

    #expect(attempts.value == 3)
  }

  @Test func `a predicate does not raise the limit`() async {
    _ = try? await store(failing.retry(limit: 2) { _, _ in true }).fetch()

    #expect(attempts.value == 3)
  }
}
