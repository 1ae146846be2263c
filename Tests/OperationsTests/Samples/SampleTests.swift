import Operations
import Testing

/// The documented samples, with a local stand-in for the remote.
@MainActor @Suite(.timeLimit(.minutes(20))) struct SampleTests {
  private func client(_ service: PostService) -> OperationClient {
    var context = OperationContext.testing()
    context.postService = service
    return OperationClient(defaultContext: context)
  }

  @Test func `a post is fetched with retries`() async throws {
    let service = PostService(failures: 2)
    let client = client(service)
    @SharedOperation(Post.query(for: 1).disableAutomaticRunning(), client: client) var post

    try await $post.fetch()

    #expect(post??.title == "Post 1")
    #expect(await service.requestCount == 3)
    switch $post.status {
    case .result(.success(let post)): #expect(post?.id == 1)
    default: Issue.record("A fetched post has a result.")
    }
  }

  @Test func `a post that does not exist is nil and no error`() async throws {
    let client = client(PostService())
    @SharedOperation(Post.query(for: 99).disableAutomaticRunning(), client: client) var post

    try await $post.fetch()

    #expect(post == .some(nil))
    #expect($post.error == nil)
  }

  @Test func `a shown post is fetched again when the connection returns`() async throws {
    let service = PostService()
    let network = MockNetworkObserver(initialStatus: .disconnected)
    let store = client(service).store(for: Post.query(for: 1, network: network))
    let ended = Signal<Void>()
    let subscription = store.subscribe(
      with: OperationEventHandler(onRunEnded: { _ in ended.send(()) }))
    await ended.next()

    network.send(status: .connected)
    await ended.next()

    #expect(await service.requestCount == 2)
    subscription.cancel()
  }

  @Test func `a post is created and the feed holds it`() async throws {
    let client = client(PostService(posts: []))
    @SharedOperation(Post.createMutation, client: client) var create

    #expect(!$create.isLoading)
    try await $create.mutate(with: Post.CreateArguments(title: "Hello"))

    #expect(create == Post(id: 1, title: "Hello"))
    let page = try await client.store(for: Post.feedQuery).fetchNextPage()
    #expect(page?.value.posts == [Post(id: 1, title: "Hello")])
  }

  @Test func `a feed is loaded page by page to its end`() async throws {
    let client = client(PostService())
    @SharedOperation(Post.feedQuery.disableAutomaticRunning(), client: client) var feed

    while $feed.hasNextPage { try await $feed.fetchNextPage() }

    #expect(feed.map { $0.value.posts.count } == [10, 10, 5])
    #expect(feed.flatMap(\.value.posts).map(\.id) == Array(1...25))
    #expect(try await $feed.fetchNextPage() == nil)
  }

  @Test func `a delay comes before any kind of operation`() async throws {
    let delayer = RecordingDelayer()
    let query = OperationStore.detached(
      query: Post.Query(id: 1).delay(for: .seconds(1)).delayer(delayer))
    let mutation = OperationStore.detached(
      mutation: Post.createMutation.delay(for: .seconds(2)).delayer(delayer))

    try await query.fetch()
    try await mutation.mutate(with: Post.CreateArguments(title: "Hello"))

    #expect(delayer.durations == [.seconds(1), .seconds(2)])
  }

  @Test func `a cached post is shown while the fresh one is on its way`() async throws {
    var context = OperationContext()
    context.postCache = [1: Post(id: 1, title: "Cached")]
    let shown = Log<String?>()
    let store = OperationStore.detached(query: Post.CachedQuery(id: 1), initialContext: context)
    let subscription = store.subscribe(
      with: OperationEventHandler { state, _ in
        shown.add(state.currentValue??.title.appending(state.isLoading ? "…" : ""))
      })

    try await store.fetch()

    #expect(shown.elements == [nil, nil, "Cached…", "Post 1"])
    subscription.cancel()
  }

  @Test func `a friend request shows in every list at once`() async throws {
    let client = client(PostService())
    let lists = [1, 2].map { client.store(for: User.FriendsQuery(userId: $0)) }
    for list in lists { try await list.fetchNextPage() }

    try await client.store(for: User.sendFriendRequest).mutate(with: .init(userId: 1))

    for list in lists {
      #expect(
        list.currentValue.flatMap(\.value).map(\.relationship)
          == [.notFriends, .friendRequestSent, .notFriends])
    }
  }

  @Test func `a friend request that fails is undone in every list`() async throws {
    let client = client(PostService(failures: 1))
    let lists = [1, 2].map { client.store(for: User.FriendsQuery(userId: $0)) }
    for list in lists { try await list.fetchNextPage() }

    await #expect(throws: PostService.Unavailable.self) {
      try await client.store(for: User.sendFriendRequest).mutate(with: .init(userId: 1))
    }

    for list in lists {
      #expect(list.currentValue.flatMap(\.value).allSatisfy { $0.relationship == .notFriends })
    }
  }

  @Test func `a mutation may write into matching stores itself`() async throws {
    let client = client(PostService())
    let list = client.store(for: User.FriendsQuery(userId: 1))
    try await list.fetchNextPage()
    let mutation = TestMutation { (userId: Int, context, _) in
      guard let client = context.operationClient else { return }
      for store in client.stores(matching: ["user-friends"], of: User.FriendsQuery.State.self) {
        store.withExclusiveAccess { store in
          store.currentValue.updateRelationship(for: userId, to: .friendRequestSent)
        }
      }
    }

    try await client.store(for: mutation).mutate(with: 2)

    #expect(list.currentValue.flatMap(\.value).last?.relationship == .friendRequestSent)
  }

  @Test func `matching operations are run again`() async throws {
    let service = PostService()
    let client = client(service)
    for id in 1...3 {
      _ = client.store(for: Post.Query(id: id))
    }

    for store in client.stores(matching: []) { try await store.run() }

    #expect(await service.requestCount == 3)
    #expect(client.store(for: Post.Query(id: 2)).currentValue??.title == "Post 2")
  }
}
