import Operations
import Testing

/// The samples of the tour at the head of the module's documentation, in its order.
@MainActor @Suite(.timeLimit(.minutes(20))) struct TourTests {
  private let client: OperationClient

  init() {
    var context = OperationContext.testing()
    context.server = Server()
    client = OperationClient(defaultContext: context)
  }

  // MARK: - Describe the work

  @Test func `a path and a closure make a request`() async throws {
    _ = try? await client.defaultContext.server.answer()
    let count = QueryOperation(["posts", "count"]) { context in
      try await context.server.count()
    }

    #expect(try await client.store(for: count).fetch() == 3)
  }

  // MARK: - Give it what it needs

  @Test func `one client is made when the program starts`() async throws {
    var context = OperationContext()
    context.server = Server()
    prepareDependencies {
      $0.defaultOperationClient = OperationClient(
        defaultContext: context,
        storeCreator: .automatic(networkObserver: NWPathMonitorObserver.startingShared()))
    }

    @SharedOperation(PostQuery(id: 1)) var post
    let prepared = OperationClient.default
    #expect($post.store === prepared.store(for: PostQuery(id: 1)))
    #expect(prepared.defaultContext.server === context.server)
  }

  // MARK: - Show it

  @Test func `a screen shows that it loads, an error and a value`() async throws {
    let shown = Log<String>()
    func showSpinner() { shown.add("loading") }
    func show(_ error: any Error) { shown.add("error") }
    func show(_ post: Post) { shown.add(post.title) }
    func draw() {
      @SharedOperation(PostQuery(id: 1)) var post

      if $post.isLoading { showSpinner() }
      if let error = $post.error { show(error) }
      if let post { show(post) }
    }
    let store = client.store(for: PostQuery(id: 1))
    let ended = Signal<Void>()
    let subscription = store.subscribe(
      with: OperationEventHandler(onRunEnded: { _ in ended.send(()) }))
    await ended.next()

    try await withDependencies {
      $0.defaultOperationClient = client
    } operation: {
      draw()
      let second = store.fetchTask()
      draw()
      _ = try await second.runIfNeeded()
      draw()
    }

    #expect(shown.elements == ["error", "loading", "error", "Post 1"])
    subscription.cancel()
  }

  private struct SearchQuery: QueryRequest, Hashable {
    /// Answers come when it is open.
    enum GateKey: OperationContext.Key {
      static var defaultValue: Gate { Gate() }
    }

    let words: String

    func fetch(
      isolation: isolated (any Actor)?,
      in context: OperationContext,
      with continuation: OperationContinuation<[String], any Error>
    ) async throws -> [String] {
      try await context[GateKey.self].pass()
      return ["\(words) found"]
    }
  }

  @Test func `OP-C19 a search shows the old results until the new ones come`() async throws {
    let gate = Gate()
    client.defaultContext[SearchQuery.GateKey.self] = gate
    @SharedOperation(SearchQuery(words: "reed"), client: client) var results
    $results.setValue(["reed found"])

    $results.repoint(to: SearchQuery(words: "heron"), transition: .keepingPrevious)
    #expect(results == ["reed found"] && $results.isShowingPrevious)
    #expect($results.isLoading && $results.currentValue == nil)
    gate.open()
    try await $results.fetch()

    #expect(results == ["heron found"] && !$results.isShowingPrevious)
  }

  @Test func `a value is shown without an operation`() {
    let preview = Post(id: 1, title: "Preview")
    @SharedOperation<PostQuery.State> var post = preview

    #expect(post?.title == "Preview")
  }

  // MARK: - Change how it runs

  @Test func `modifiers go around a request`() async throws {
    let query = PostQuery(id: 1)
      .timeout(.seconds(10))
      .retry(limit: 3)
      .backoff(.exponential(.seconds(1)).capped(at: .seconds(30)).jittered())
      .deduplicated()
      .stale(after: .seconds(60))

    // The first answer is an error, and the second attempt succeeds.
    let store = client.store(for: query)
    try await store.fetch()

    #expect(store.currentValue?.title == "Post 1")
    #expect(!store.isStale)
  }

  @Test func `a predicate says what is worth another attempt`() async throws {
    let query =
      PostQuery(id: 1).retry(limit: 3) { error, _ in error is Server.Unavailable }

    let post = try await OperationStore.detached(
      query: query, initialContext: client.defaultContext
    ).fetch()

    #expect(post.title == "Post 1")
  }

  // MARK: - Keep it fresh

  private struct Terminal: ApplicationActivityObserver {
    func subscribe(with handler: @escaping @Sendable (Bool) -> Void) -> OperationSubscription {
      handler(true)
      return .empty
    }
  }

  @Test func `a query runs again when its conditions rise`() async throws {
    let (query, terminal) = (PostQuery(id: 1), Terminal())
    let network = MockNetworkObserver(initialStatus: .disconnected)
    let rerun =
      query.rerunOnChange(of: .connected(to: network) && .applicationIsActive(observer: terminal))
    let store = client.store(for: rerun)
    let ended = Signal<Void>()
    let subscription = store.subscribe(
      with: OperationEventHandler(onRunEnded: { _ in ended.send(()) }))
    await ended.next()

    network.send(status: .connected)
    await ended.next()

    #expect(store.currentValue?.title == "Post 1")
    subscription.cancel()
  }

  // MARK: - Write

  @Test func `a change is shown before the server has agreed`() async throws {
    let store = client.store(
      for: NoteQuery.returning(Note(tags: []), path: ["notes", 1]),
      initialValue: Note(tags: ["old"]))
    let shown = Log<String>()
    let rename =
      RenameTag().optimistic(updating: ["notes"], of: NoteQuery.State.self) { note, arguments in
        note?.rename(arguments.old, to: arguments.new)
      }
    let renaming = client.store(for: rename)
    let server = client.defaultContext.server
    await server.onAnswer { shown.add("asked: \(store.currentValue?.tags.first ?? "")") }

    // The server fails once: the change is undone. The second time it stays.
    await #expect(throws: Server.Unavailable.self) {
      try await renaming.mutate(with: .init(old: "old", new: "new"))
    }
    shown.add("failed: \(store.currentValue?.tags.first ?? "")")
    try await renaming.mutate(with: .init(old: "old", new: "new"))
    shown.add("agreed: \(store.currentValue?.tags.first ?? "")")

    #expect(shown.elements == ["asked: new", "failed: old", "asked: new", "agreed: new"])
  }

  // MARK: - Test it

  @Test func `the title is shown`() async throws {
    try await withDependencies {
      var context = OperationContext()
      context.server = Server(failures: 0)
      $0.defaultOperationClient = OperationClient(defaultContext: context)
    } operation: {
      @SharedOperation(PostQuery(id: 1)) var post

      try await $post.fetch()

      #expect(post?.title == "Post 1")
    }
  }

  // MARK: - Find other operations

  @Test func `paths are lists and match what begins with them`() {
    for id in 1...3 {
      _ = client.store(for: NoteQuery.returning(Note(tags: []), path: ["notes", id]))
    }
    _ = client.store(for: PostQuery(id: 1))

    #expect(client.stores(matching: ["notes"]).count == 3)
    #expect(client.stores(matching: ["notes"], of: NoteQuery.State.self).count == 3)
  }
}

// MARK: - What the samples are about

private typealias NoteQuery = TestQuery<Note, any Error>

private struct Note: Hashable, Sendable {
  var tags: Set<String>

  mutating func rename(_ old: String, to new: String) {
    if tags.remove(old) != nil { tags.insert(new) }
  }
}

private struct RenameTag: MutationRequest, Hashable {
  struct Arguments: Sendable {
    let old: String
    let new: String
  }

  func mutate(
    isolation: isolated (any Actor)?,
    with arguments: Arguments,
    in context: OperationContext,
    with continuation: OperationContinuation<Void, any Error>
  ) async throws {
    try await context.server.answer()
  }
}
