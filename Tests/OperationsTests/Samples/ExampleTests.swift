import Operations
import TestSupport
import Testing

/// The examples in the comments of clients, stores and states.
@MainActor @Suite(.timeLimit(.minutes(20))) struct ExampleTests {
  private let server = Server(failures: 0)
  private let shown = Log<String>()

  private var context: OperationContext { .testing(server) }
  private var client: OperationClient { OperationClient(defaultContext: context) }

  @Test func `every example of the documentation is compiled here`() throws {
    let examples = try DocumentedExamples(
      of: "Sources/Operations", compiledIn: "Tests/OperationsTests/Samples")

    #expect(examples.missing == [])
    #expect(examples.count >= 65)
  }

  @Test func `an example that no test contains is found`() throws {
    let examples = try DocumentedExamples(
      of: "Sources/Operations", compiledIn: "Tests/StorageKitTests/Support")

    #expect(examples.missing.count == examples.count)
  }

  // MARK: - Clients

  @Test func `a client has one store for a path and can make it stale`() async throws {
    let client = OperationClient(defaultContext: context)
    let post = client.store(for: PostQuery(id: 1).stale(after: .seconds(60)))
    try await post.fetch()  // fresh for a minute
    client.invalidate(matching: post.path)  // stale at once, and fetched again where it is shown

    #expect(post.isStale && post.currentValue?.title == "Post 1")
    #expect(client.store(for: PostQuery(id: 1).stale(after: .seconds(60))) === post)
    try await post.fetch()
    #expect(!post.isStale)
  }

  @Test func `dependencies are set around work`() async throws {
    let post = try await withDependencies {
      $0.defaultOperationClient = OperationClient(defaultContext: context)
    } operation: {
      try await OperationClient.default.store(for: PostQuery(id: 1)).fetch()
    }

    #expect(post.title == "Post 1")
  }

  @Test func `work uses the client that is set around it`() {
    let outer = OperationClient.default
    var seen: OperationClient?
    func showFeed() { seen = OperationClient.default }

    withDependencies {
      $0.defaultOperationClient = OperationClient()
    } operation: {
      showFeed()
    }

    #expect(seen != nil && seen !== outer)
  }

  @Test func `an application sets its client once`() {
    let before = OperationClient.default

    prepareDependencies {
      $0.defaultOperationClient = OperationClient(
        storeCreator: .automatic(networkObserver: NWPathMonitorObserver.startingShared()))
    }

    #expect(OperationClient.default !== before)
  }

  struct FeedReader {
    @Dependency(\.defaultOperationClient) var client

    func refresh() { client.invalidate(matching: ["feed"]) }
  }

  @Test func `code that is no screen reaches the client as a dependency`() {
    let client = client
    let feed = client.store(
      for: TestQuery.returning("reed", path: ["feed"]).stale(after: .seconds(60)))
    feed.currentValue = "heron"
    #expect(!feed.isStale)

    withDependencies {
      $0.defaultOperationClient = client
    } operation: {
      FeedReader().refresh()
    }

    #expect(feed.isStale)
  }

  @Test func `an issue is handed to the reporter of a context`() {
    let written = Log<String>()
    @Sendable func write(_ line: String) { written.add(line) }

    var context = OperationContext()
    context.operationIssueReporter = OperationIssueReporter { issue, _ in write("\(issue)") }
    let client = OperationClient(defaultContext: context)

    _ = client.store(for: TestQuery.returning(1, path: ["count"]))
    _ = client.store(for: TestQuery.returning("one", path: ["count"]))
    #expect(written.elements.map { $0.prefix(13) } == ["duplicatePath"])
  }

  // MARK: - Stores

  @Test func `a store reports its subscriber of each status`() async throws {
    @Sendable func show(_ status: OperationStatus<Post, any Error>) {
      shown.add(status.resultValue?.title ?? (status.isLoading ? "loading" : "idle"))
    }

    let store = OperationStore.detached(query: PostQuery(id: 1), initialContext: context)
    let subscription = store.subscribe(
      with: OperationEventHandler { state, _ in show(state.status) })
    try await store.fetch()
    subscription.cancel()

    #expect(shown.elements == ["idle", "loading", "Post 1"])
    #expect(store.subscriberCount == 0)
  }

  @Test func `a handler gets states that differ, and the end of a run`() async throws {
    let store = OperationStore.detached(query: PostQuery(id: 1), initialContext: context)
    @Sendable func show(_ text: String) { shown.add(text) }

    let handler = OperationEventHandler<PostQuery.State>(
      onStateChanged: { state, _ in show(state.currentValue?.title ?? "…") },
      onRunEnded: { _ in show("fetched") })
    let subscription = store.subscribe(with: handler.removingDuplicates())

    try await store.fetch()
    #expect(shown.elements == ["…", "…", "fetched", "Post 1"])
    subscription.cancel()
  }

  @Test func `several subscriptions end together`() {
    let store = OperationStore.detached(query: PostQuery(id: 1), initialContext: context)
    let network = MockNetworkObserver()
    @Sendable func show(_ text: String) { shown.add(text) }
    let handler = OperationEventHandler<PostQuery.State>(onStateChanged: { _, _ in show("idle") })

    var subscriptions: [OperationSubscription] = []
    store.subscribe(with: handler).store(in: &subscriptions)
    network.subscribe { status in show("\(status)") }.store(in: &subscriptions)
    subscriptions.removeAll()  // both end

    network.send(status: .disconnected)
    #expect(shown.elements == ["idle"])
    #expect(store.subscriberCount == 0)
  }

  @Test func `the states of a store are a sequence`() async throws {
    let store = client.store(for: PostQuery(id: 1).disableAutomaticRunning())
    func show(_ status: OperationStatus<Post, any Error>) {
      shown.add(status.resultValue?.title ?? "none")
    }

    async let post = store.fetch()
    for await element in store.states {
      show(element.state.status)
      if element.state.status.isFinished { break }
    }

    #expect(try await post.title == "Post 1")
    #expect(shown.elements.last == "Post 1")
  }

  @Test func `an edit is shown until the server has decided`() async throws {
    let server = Server(failures: 1)
    let store = client.store(for: PostQuery(id: 1), initialValue: Post(id: 1, title: "Reed beds"))
    await server.onAnswer { [shown] in shown.add(store.currentValue?.title ?? "none") }
    func save() async {
      let edit = store.applyOptimisticEdit { post in post?.title = "Reeds" }
      do {
        try await server.rename(1, to: "Reeds")
        edit.commit()
      } catch {
        edit.rollBack()
      }
      shown.add(store.currentValue?.title ?? "none")
    }

    await save()
    await save()

    #expect(shown.elements == ["Reeds", "Reed beds", "Reeds", "Reeds"])
  }

  @Test func `a value is changed by one thread alone`() {
    let store = client.store(for: TestQuery.returning([String]()).defaultValue([]))
    let note = "reed"

    store.withExclusiveAccess { store in
      store.currentValue.append(note)
    }

    #expect(store.currentValue == ["reed"])
  }

  @Test func `a task runs after another`() async throws {
    let client = client

    let first = client.store(for: PostQuery(id: 1)).fetchTask()
    let second = client.store(for: PostQuery(id: 2)).fetchTask()
    second.schedule(after: first)
    let post = try await second.runIfNeeded()  // the second post, fetched after the first

    #expect(post.id == 2 && first.isFinished)
    #expect(await server.postIds == [1, 2])
  }
}
