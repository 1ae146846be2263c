import Operations
import Testing

/// Requests made from closures.
@Suite(.timeLimit(.minutes(20))) struct ClosureOperationTests {
  private let client = OperationClient(defaultContext: .testing())

  @Test func `a query is a path and a closure`() async {
    let query = QueryOperation(["number"]) { context in
      context.operationMaxRetries + 7
    }

    #expect(await client.store(for: query).fetch() == 7)
    #expect(query.path == ["number"])
    #expect(client.store(for: query) === client.store(for: query))
  }

  @Test func `a query from a closure may yield`() async throws {
    let shown = Log<String?>()
    let query =
      QueryOperation(
        ["greeting"],
        yielding: { _, continuation in
          continuation.yield("hel")
          return "hello"
        }) as QueryOperation<String, any Error>
    let store = OperationStore.detached(query: query)
    let subscription = store.subscribe(
      with: QueryEventHandler { state, _ in shown.add(state.currentValue) })

    try await store.fetch()

    #expect(shown.elements == [nil, nil, "hel", "hello"])
    subscription.cancel()
  }

  @Test func `a closure may throw one type of error`() async {
    let query = QueryOperation(["failing"]) { (_) throws(TestError) -> Int in
      throw TestError(name: "typed")
    }

    await #expect(throws: TestError(name: "typed")) {
      try await OperationStore.detached(query: query).fetch()
    }
  }

  @Test func `a mutation is a path and a closure with arguments`() async {
    let rename = MutationOperation(["rename"]) { (title: String, _) in title.uppercased() }

    let store = client.store(for: rename)
    #expect(await store.mutate(with: "a") == "A")
    #expect(store.history.map(\.arguments) == ["a"])
  }

  @Test func `a list is a path, a first page and two closures`() async {
    let feed = PaginatedOperation(["feed"], initialPageId: 0) { page in
      page.id < 2 ? page.id + 1 : nil
    } page: { (id: Int, _) in
      "page \(id)"
    }
    let store = client.store(for: feed)

    while store.hasNextPage { await store.fetchNextPage() }

    #expect(store.currentValue.map(\.value) == ["page 0", "page 1", "page 2"])
  }

  @Test func `modifiers go around a request from a closure`() async throws {
    let attempts = Counter()
    let query = QueryOperation(["flaky"]) { _ in
      if attempts.increment() < 3 { throw TestError() }
      return "value"
    }

    let value = try await OperationStore.detached(
      query: query.retry(limit: 2).delayer(.noDelay).map(\.count)
    ).fetch()

    #expect(value == 5)
  }
}
