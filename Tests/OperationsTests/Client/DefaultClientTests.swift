import Operations
import Testing

/// The client that is used where none is given.
@MainActor @Suite(.timeLimit(.minutes(20))) struct DefaultClientTests {
  private let client = OperationClient(defaultContext: .testing())
  private let runs = Counter()

  private var query: TestQuery<String, any Error> {
    let runs = runs
    return TestQuery(path: ["default client"]) {
      runs.increment()
      return "value"
    }
  }

  @Test func `OP-C16 models without a client share one store, which fetches`() async throws {
    try await withDependencies {
      $0.defaultOperationClient = client
    } operation: {
      @SharedOperation(query) var first
      @SharedOperation(query) var second

      #expect($first.store === $second.store)
      #expect($first.store === client.store(for: query))
      _ = try await $first.state.activeTasks.first?.runIfNeeded()

      #expect(first == "value")
      #expect(runs.value == 1)
    }
  }

  @Test func `OP-C16 the process has a client, the same at each use`() async throws {
    let query = TestQuery(path: ["process client"]) { "value" }
    // Another test may prepare another one while this one waits.
    let client = OperationClient.default
    @SharedOperation(query) var first
    @SharedOperation(query) var second

    #expect(OperationClient.current == nil)
    #expect(OperationClient.default === client)
    #expect($first.store === $second.store)
    #expect($first.store.context.operationClient === client)
    try await $first.fetch()
    #expect(first == "value")
  }

  private struct Feed {
    @Dependency(\.defaultOperationClient) var client
  }

  @Test func `OP-C16 a dependency is the default client and can be set for a test`() {
    let outside = Feed()
    let inside = withDependencies {
      $0.defaultOperationClient = client
    } operation: {
      #expect(outside.client === client)
      return Feed()
    }

    #expect(outside.client === OperationClient.default)
    #expect(outside.client !== client)
    // What was set where the property was made stays with it.
    #expect(inside.client === client)
  }

  @Test func `dependencies set in a task reach the tasks that it makes and no others`() async {
    let other = Task { OperationClient.default }
    let seen = await withDependencies {
      $0.defaultOperationClient = client
    } operation: {
      await Task { OperationClient.default }.value
    }

    #expect(seen === client)
    #expect(await other.value !== client)
  }

  @Test func `a nested change of dependencies ends with its work`() {
    let inner = OperationClient(defaultContext: .testing())
    withDependencies {
      $0.defaultOperationClient = client
    } operation: {
      withDependencies {
        $0.defaultOperationClient = inner
      } operation: {
        #expect(OperationClient.default === inner)
      }
      #expect(OperationClient.default === client)
    }
  }

  @Test func `a model without an operation is pointed at a store of the default client`() {
    @SharedOperation<QueryState<String, any Error>> var shown = "preview"

    withDependencies {
      $0.defaultOperationClient = client
    } operation: {
      $shown.repoint(to: query.disableAutomaticRunning())
    }

    #expect($shown.store === client.store(for: query.disableAutomaticRunning()))
  }
}
