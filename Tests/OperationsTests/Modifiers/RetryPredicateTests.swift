import Foundation
import Operations
import Testing

/// Which failures are worth another attempt.
@Suite(.timeLimit(.minutes(20))) struct RetryPredicateTests {
  private let attempts = Counter()

  private struct ServerError: RetryAdvisingError {
    let status: Int
    var mayRetrySucceed: Bool { status >= 500 }
  }

  private func failing(_ error: any Error) -> TestQuery<String, any Error> {
    let attempts = attempts
    return TestQuery(path: ["failing", "\(error)"]) {
      attempts.increment()
      throw error
    }
  }

  private var client: OperationClient {
    OperationClient(
      defaultContext: .testing(),
      storeCreator: OperationClient.DefaultStoreCreator(
        retryLimit: 3, backoff: .noBackoff, delayer: .noDelay))
  }

  @Test(arguments: [(404, 1), (503, 4)])
  func `OP-C20 an error that the predicate refuses has no second attempt`(
    status: Int, expected: Int
  ) async {
    let query = failing(ServerError(status: status)).retry(limit: 3) { error, _ in
      (error as? ServerError)?.status != 404
    }

    _ = try? await OperationStore.detached(query: query.delayer(.noDelay).backoff(.noBackoff))
      .fetch()

    #expect(attempts.value == expected)
  }

  @Test(
    arguments: [
      (ServerError(status: 404), 1), (ServerError(status: 503), 4),
      (TestError(), 4),
      (DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "")), 1),
      (OperationIssue(.missingArguments, "x"), 1),
    ] as [(any Error, Int)])
  func `OP-C20 a client does not retry what cannot succeed`(
    error: any Error, expected: Int
  ) async {
    _ = try? await client.store(for: failing(error)).fetch()

    #expect(attempts.value == expected)
  }

  @Test func `OP-C20 a client can be configured what to retry`() async {
    let client = OperationClient(
      defaultContext: .testing(),
      storeCreator: OperationClient.DefaultStoreCreator(
        retryLimit: 3, backoff: .noBackoff, delayer: .noDelay,
        mayRetry: { error, _ in error is ServerError }))

    _ = try? await client.store(for: failing(TestError())).fetch()
    #expect(attempts.value == 1)
    _ = try? await client.store(for: failing(ServerError(status: 404))).fetch()
    #expect(attempts.value == 5)
  }

  @Test func `retries are held back while the network is away`() async throws {
    let network = MockNetworkObserver(initialStatus: .disconnected)
    let (attempts, failed) = (attempts, Signal<Void>())
    let query = TestQuery(path: ["held"]) {
      guard attempts.increment() > 1 else {
        failed.send(())
        throw TestError()
      }
      return "value"
    }
    let store = OperationStore.detached(
      query: query.retryOnly(while: .connected(to: network)).retry(limit: 3)
        .backoff(.noBackoff).delayer(.noDelay))
    let task = store.fetchTask()
    task.start()
    await failed.next()
    #expect(attempts.value == 1)

    network.send(status: .connected)

    #expect(try await task.runIfNeeded() == "value")
    #expect(attempts.value == 2)
  }

  @Test func `a run that waits for the network ends when it is cancelled`() async {
    let network = MockNetworkObserver(initialStatus: .disconnected)
    let failed = Signal<Void>()
    let store = OperationStore.detached(
      query: TestQuery<String, any Error>(path: ["held"]) {
        failed.send(())
        throw TestError()
      }.retryOnly(while: .connected(to: network)).retry(limit: 3).backoff(.noBackoff)
        .delayer(.noDelay))
    let running = Task { try await store.fetch() }
    await failed.next()

    running.cancel()

    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(store.status.isCancelled)
  }

  @Test func `a query that depends on another runs when its condition becomes true`() async {
    let condition = TestSpecification(false)
    let ended = Signal<Void>()
    let attempts = attempts
    let store = OperationStore.detached(
      query: TestQuery(path: ["dependent"]) { attempts.increment() }
        .runAutomatically(while: condition))
    let subscription = store.subscribe(
      with: OperationEventHandler(onRunEnded: { _ in ended.send(()) }))
    #expect(attempts.value == 0 && !store.isLoading)

    condition.send(true)
    await ended.next()

    #expect(attempts.value == 1)
    subscription.cancel()
  }
}
