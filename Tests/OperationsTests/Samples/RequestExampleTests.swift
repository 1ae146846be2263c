import Operations
import Testing

/// The examples in the comments of requests and of their states.
@MainActor @Suite(.timeLimit(.minutes(20))) struct RequestExampleTests {
  private let server = Server(failures: 0)
  private let shown = Log<String>()

  private var context: OperationContext { .testing(server) }
  private var client: OperationClient { OperationClient(defaultContext: context) }
  private var count: QueryOperation<Int, any Error> {
    QueryOperation(["posts", "count"]) { context in try await context.server.count() }
  }

  private func show(_ text: String) { shown.add(text) }
  private func show(_ number: Int) { shown.add("\(number)") }
  private func show(_ post: Post?) { shown.add(post?.title ?? "no post") }
  private func show(_ error: any Error) { shown.add("error") }
  private func showSpinner() { shown.add("loading") }

  // MARK: - Requests

  @Test func `a query is a path and a closure`() async throws {
    let post = QueryOperation(["posts", 1]) { context in
      try await context.server.post(1)
    }

    #expect(try await client.store(for: post).fetch().title == "Post 1")
  }

  @Test func `a mutation is a path and a closure`() async throws {
    let rename = MutationOperation(["rename"]) { (title: String, context) in
      try await context.server.rename(1, to: title)
    }

    #expect(try await client.store(for: rename).mutate(with: "Reeds").title == "Reeds")
  }

  @Test func `a list is a path and two closures`() async throws {
    let feed = PaginatedOperation(["feed"], initialPageId: 0) { page in
      page.value.isEmpty ? nil : page.id + 1
    } page: { id, context in
      try await context.server.feed(page: id)
    }

    let store = client.store(for: feed)
    #expect(try await store.fetchNextPage()?.value.map(\.title) == ["Post 0"])
    #expect(store.hasNextPage)
  }

  struct CreatePost: MutationRequest, Hashable {
    func mutate(
      isolation: isolated (any Actor)?,
      with arguments: Post.CreateArguments,
      in context: OperationContext,
      with continuation: OperationContinuation<Post, any Error>
    ) async throws -> Post {
      try await context.postService.create(arguments)
    }
  }

  @Test func `a mutation is a type`() async throws {
    var context = OperationContext.testing()
    context.postService = PostService(posts: [])

    let store = OperationStore.detached(mutation: CreatePost(), initialContext: context)
    let post = try await store.mutate(with: Post.CreateArguments(title: "Reeds"))

    #expect(post == Post(id: 1, title: "Reeds"))
  }

  @Test func `a runner keeps no state`() async throws {
    let context = OperationContext.testing(Server(failures: 2))

    let query = PostQuery(id: 1).retry(limit: 2)
    let runner = OperationRunner(operation: query, initialContext: context)
    let post = try await runner.run()

    #expect(post.title == "Post 1")
  }

  @Test func `a path begins with those above it`() {
    let comments: OperationPath = ["posts", 1, "comments"]
    let isBelow = comments.isPrefixed(by: ["posts", 1])  // true
    let isSame = comments == ["posts", "1", "comments"]  // false: text is no number

    #expect(isBelow && !isSame)
  }

  @Test func `a key has a value in a context`() {
    var context = OperationContext()
    let before = context

    enum LanguageKey: OperationContext.Key {
      static let defaultValue = "en"
    }

    context[LanguageKey.self] = "nl"

    #expect(context[LanguageKey.self] == "nl" && before[LanguageKey.self] == "en")
  }

  // MARK: - States

  @Test func `a screen shows what a property knows`() async throws {
    // The answer comes after the screen was drawn once.
    let gate = Gate()
    await server.hold(at: gate)
    func show(_ post: Post?) {
      shown.add(post?.title ?? "no post")
      gate.open()
    }

    try await withDependencies {
      $0.defaultOperationClient = client
    } operation: {
      @SharedOperation(PostQuery(id: 1)) var post

      if $post.isLoading { showSpinner() }
      show(post)  // the value
      try await $post.fetch()

      #expect(post?.title == "Post 1")
      #expect(shown.elements == ["loading", "no post"])
    }
  }

  @Test func `a state has the error and the value from before`() async {
    let client = OperationClient(defaultContext: .testing(Server(failures: 1)))
    let store = client.store(for: PostQuery(id: 1), initialValue: Post(id: 1, title: "Kept"))
    await #expect(throws: Server.Unavailable.self) { try await store.fetch() }

    let state = store.state
    if state.isLoading { showSpinner() }
    if let error = state.error { show(error) }
    if let post = state.currentValue { show(post) }

    #expect(shown.elements == ["error", "Kept"])
  }

  @Test func `the state of a mutation keeps its runs`() async throws {
    let renaming = client.store(for: rename)

    try await renaming.mutate(with: "Reed beds")
    try await renaming.mutate(with: "Reeds")
    for run in renaming.state.history where run.status.isSuccessful { show(run.arguments) }

    #expect(shown.elements == ["Reed beds", "Reeds"])
    #expect(await server.titles == ["Reed beds", "Reeds"])
  }

  @Test func `the state of a list knows whether it goes on`() async throws {
    let feed = client.store(for: Feed())
    while feed.state.hasNextPage { try await feed.fetchNextPage() }
    let posts = feed.state.loadedPages.flatMap(\.value)

    #expect(posts.map(\.title) == ["Post 0", "Post 1"])
    #expect(feed.state.loadedPages.ids == [0, 1, 2])
  }

  @Test func `pages are in order and found by id`() {
    var pages: Pages = [Page(id: 1, value: ["reed"]), Page(id: 2, value: ["heron"])]
    pages.append(Page(id: 3, value: ["otter"]))
    pages.remove(id: 1)
    let ids = pages.ids  // 2, 3

    #expect(ids == [2, 3])
    #expect(pages[id: 3]?.value == ["otter"])
  }

  @Test func `a default is shown until there is a value`() async throws {
    let store = client.store(for: count.defaultValue(0))
    show(store.currentValue)  // 0, and no optional
    try await store.fetch()
    show(store.currentValue)  // what was fetched

    #expect(shown.elements == ["0", "3"])
  }
}
