import Operations
import Testing

/// The examples in the comments of modifiers.
@MainActor @Suite(.timeLimit(.minutes(20))) struct ModifierExampleTests {
  private let server = Server(failures: 0)
  private let noted = Log<String>()

  private func context(_ server: Server) -> OperationContext { .testing(server) }

  /// Fetches a post once, in a store of its own.
  private func fetch(
    _ query: some QueryRequest<Post, any Error>, from server: Server
  ) async throws -> Post {
    try await OperationStore.detached(query: query, initialContext: .testing(server)).fetch()
  }

  @Test func `a context is changed for one request`() {
    let query = PostQuery(id: 1)
      .context { $0.pageSize = 20 }
      .satisfiedConnectionStatus(.requiresConnection)

    let context = OperationStore.detached(query: query).context
    #expect(context.pageSize == 20)
    #expect(context.satisfiedConnectionStatus == .requiresConnection)
    #expect(OperationContext().pageSize == 50)
  }

  @Test func `a burst of runs is saved once`() async throws {
    let save = MutationOperation(["save"]) { (title: String, context) in
      try await context.server.rename(1, to: title)
    }
    .debounce(.milliseconds(300))  // saves the last of the titles that come in a burst

    let delayer = ManualDelayer()
    let store = OperationStore.detached(
      mutation: save.delayer(delayer), initialContext: .testing(server))
    async let first = store.mutate(with: "Re")
    _ = await delayer.next()
    async let second = store.mutate(with: "Reeds")
    await delayer.next().open()

    #expect(try await [first, second].map(\.title) == ["Reeds", "Reeds"])
    #expect(await server.titles == ["Reeds"])
  }

  @Test func `runs that overlap are one request`() async throws {
    let post = PostQuery(id: 1).deduplicated()  // two screens, one request
    let renaming = rename.deduplicated()  // two clicks with one title, one request

    let (gate, joins) = (Gate(), Signal<Void>())
    await server.hold(at: gate)
    // Told of a run in the same step in which it joins.
    let store = OperationStore.detached(
      query: post.handleEvents(with: OperationEventHandler(onRunStarted: { _ in joins.send(()) })),
      initialContext: .testing(server))
    async let first = store.fetch()
    async let second = store.fetch()
    await joins.next()
    await joins.next()
    gate.open()

    #expect(try await [first, second].map(\.id) == [1, 1])
    #expect(await server.postIds == [1])
    let titles = OperationStore.detached(mutation: renaming, initialContext: .testing(server))
    #expect(try await titles.mutate(with: "Reeds").title == "Reeds")
  }

  @Test func `a handler goes with the request`() async throws {
    @Sendable func note(_ text: String) { noted.add(text) }

    let query = PostQuery(id: 1).handleEvents(
      with: OperationEventHandler(
        onRunStarted: { _ in note("asked") },
        onRunEnded: { _ in note("answered") }))

    _ = try await fetch(query, from: server)
    #expect(noted.elements == ["asked", "answered"])
  }

  @Test func `a query and its map are one request`() async throws {
    let client = OperationClient(defaultContext: .testing(server))

    let post = client.store(for: PostQuery(id: 1))
    let title = client.store(for: PostQuery(id: 1).map(\.title))
    try await title.fetch()  // one request; both stores have its answer

    #expect(title.currentValue == "Post 1" && post.currentValue?.title == "Post 1")
    #expect(await server.answerCount == 1)
  }

  @Test func `another title is shown before the server has agreed`() async throws {
    let server = Server(failures: 1)
    let client = OperationClient(defaultContext: .testing(server))
    let post = client.store(for: PostQuery(id: 1), initialValue: Post(id: 1, title: "Reed beds"))
    await server.onAnswer { [noted] in noted.add(post.currentValue?.title ?? "none") }

    let renaming = rename.optimistic(updating: post.path, of: PostQuery.State.self) { post, title in
      post?.title = title
    }

    await #expect(throws: Server.Unavailable.self) {
      try await client.store(for: renaming).mutate(with: "Reeds")
    }
    noted.add(post.currentValue?.title ?? "none")
    #expect(noted.elements == ["Reeds", "Reed beds"])
  }

  @Test func `a failure becomes a value`() async throws {
    let query = PostQuery(id: 1).catch { error, _ in
      guard error is Server.Unavailable else { throw error }
      return Post(id: 1, title: "Unavailable")
    }

    #expect(try await fetch(query, from: Server(failures: 1)).title == "Unavailable")
    #expect(try await fetch(query, from: server).title == "Post 1")
  }

  @Test func `another request takes the place of one that fails`() async throws {
    let archived = QueryOperation(["archive", 1]) { context in
      try await context.server.archivedPost(1)
    }
    let query = PostQuery(id: 1).retry(limit: 1).fallback(to: archived)

    #expect(try await fetch(query, from: Server(failures: 1)).title == "Post 1")
    #expect(try await fetch(query, from: Server(failures: 2)).title == "Archived post 1")
  }

  @Test func `a request is made again while there is a network`() async throws {
    let network = MockNetworkObserver()

    let query = PostQuery(id: 1)
      .retry(limit: 3)
      .backoff(.exponential(.milliseconds(200)).jittered())
      .retryOnly(while: .connected(to: network))

    #expect(try await fetch(query, from: Server(failures: 3)).title == "Post 1")
    await #expect(throws: Server.Unavailable.self) {
      try await fetch(query, from: Server(failures: 4))
    }
  }

  @Test func `each attempt has a time of its own`() async throws {
    let query = PostQuery(id: 1)
      .timeout(.seconds(10))  // each attempt
      .retry(limit: 2)
      .timeout(.seconds(25), throwing: Server.Unavailable())  // all of them

    let server = Server(failures: 2)
    #expect(try await fetch(query, from: server).title == "Post 1")
    #expect(await server.answerCount == 3)
  }

  @Test func `an error says whether another attempt may succeed`() async {
    let client = OperationClient(
      defaultContext: .testing(),
      storeCreator: OperationClient.DefaultStoreCreator(backoff: .noBackoff, delayer: .noDelay))
    let runs = Counter()

    for status in [404, 503] {
      let query = TestQuery<String, any Error>(path: ["status", status]) {
        runs.increment()
        throw ServerError(status: status)
      }
      await #expect(throws: ServerError.self) { try await client.store(for: query).fetch() }
    }

    // One attempt for the first, and four for the second.
    #expect(runs.value == 5)
  }
}

private struct ServerError: Error {
  let status: Int
}

extension ServerError: RetryAdvisingError {
  var mayRetrySucceed: Bool { status >= 500 }
}

extension OperationContext {
  var pageSize: Int {
    get { self[PageSizeKey.self] }
    set { self[PageSizeKey.self] = newValue }
  }

  private enum PageSizeKey: Key {
    static let defaultValue = 50
  }
}
