import Operations

extension Post {
  /// A post, with retries, one fetch at a time, and a rerun when the connection returns.
  static func query(
    for id: Int, network: some NetworkObserver = MockNetworkObserver()
  ) -> some QueryRequest<Post?, any Error> {
    Query(id: id)
      .retry(limit: 3)
      .deduplicated()
      .rerunOnChange(of: .connected(to: network))
  }

  struct Query: QueryRequest, Hashable {
    let id: Int

    func fetch(
      isolation: isolated (any Actor)?,
      in context: OperationContext,
      with continuation: OperationContinuation<Post?, any Error>
    ) async throws -> Post? {
      try await context.postService.post(id)
    }
  }

  static let createMutation = CreateMutation()

  struct CreateMutation: MutationRequest, Hashable {
    func mutate(
      isolation: isolated (any Actor)?,
      with arguments: CreateArguments,
      in context: OperationContext,
      with continuation: OperationContinuation<Post, any Error>
    ) async throws -> Post {
      try await context.postService.create(arguments)
    }
  }

  static let feedQuery = FeedQuery()

  struct FeedQuery: PaginatedRequest, Hashable {
    private static let limit = 10

    let initialPageId = 0

    func pageId(
      after page: Page<Int, FeedPage>, using paging: Paging<Int, FeedPage>,
      in context: OperationContext
    ) -> Int? {
      (page.id + 1) * Self.limit < page.value.total ? page.id + 1 : nil
    }

    func fetchPage(
      isolation: isolated (any Actor)?,
      using paging: Paging<Int, FeedPage>,
      in context: OperationContext,
      with continuation: OperationContinuation<FeedPage, any Error>
    ) async throws -> FeedPage {
      try await context.postService.feed(limit: Self.limit, skip: paging.pageId * Self.limit)
    }
  }

  /// A post that shows its cached version while the fresh one is on its way.
  struct CachedQuery: QueryRequest, Hashable {
    let id: Int

    func fetch(
      isolation: isolated (any Actor)?,
      in context: OperationContext,
      with continuation: OperationContinuation<Post?, any Error>
    ) async throws -> Post? {
      async let fresh = context.postService.post(id)
      if let cached = context.postCache[id] { continuation.yield(cached) }
      return try await fresh
    }
  }
}

extension OperationContext {
  /// The posts that are kept locally.
  var postCache: [Int: Post] {
    get { self[PostCacheKey.self] }
    set { self[PostCacheKey.self] = newValue }
  }

  private enum PostCacheKey: Key {
    static let defaultValue: [Int: Post] = [:]
  }
}

// MARK: - A modifier

extension OperationRequest {
  /// Waits before each run.
  func delay(for duration: OperationDuration) -> ModifiedOperation<Self, DelayModifier<Self>> {
    modifier(DelayModifier(duration: duration))
  }
}

struct DelayModifier<Operation: OperationRequest>: OperationModifier {
  let duration: OperationDuration

  func run(
    isolation: isolated (any Actor)?,
    in context: OperationContext,
    using operation: Operation,
    with continuation: OperationContinuation<Operation.Value, Operation.Failure>
  ) async throws(Operation.Failure) -> Operation.Value {
    // A wait that is cancelled lets the operation see the cancellation itself.
    try? await context.operationDelayer.delay(for: duration)
    return try await operation.run(isolation: isolation, in: context, with: continuation)
  }
}

// MARK: - Friends

struct User: Hashable, Sendable {
  enum Relationship: Hashable, Sendable {
    case notFriends, friendRequestSent
  }

  let id: Int
  var relationship = Relationship.notFriends
}

extension User {
  struct FriendsQuery: PaginatedRequest {
    let userId: Int
    let initialPageId = 0

    var path: OperationPath { ["user-friends", userId] }

    func pageId(
      after page: Page<Int, [User]>, using paging: Paging<Int, [User]>,
      in context: OperationContext
    ) -> Int? {
      page.id + 1
    }

    func fetchPage(
      isolation: isolated (any Actor)?,
      using paging: Paging<Int, [User]>,
      in context: OperationContext,
      with continuation: OperationContinuation<[User], any Error>
    ) async throws -> [User] {
      (0..<3).map { User(id: paging.pageId * 3 + $0) }
    }
  }

  struct SendFriendRequestMutation: MutationRequest, Hashable {
    struct Arguments: Sendable {
      let userId: Int
    }

    func mutate(
      isolation: isolated (any Actor)?,
      with arguments: Arguments,
      in context: OperationContext,
      with continuation: OperationContinuation<Void, any Error>
    ) async throws {
      try await context.postService.befriend(arguments.userId)
    }
  }

  /// Shows the request as sent in every list of friends, and undoes that where it fails.
  static var sendFriendRequest:
    some MutationRequest<SendFriendRequestMutation.Arguments, Void, any Error>
  {
    SendFriendRequestMutation().optimistic(
      updating: ["user-friends"], of: FriendsQuery.State.self
    ) { pages, arguments in
      pages.updateRelationship(for: arguments.userId, to: .friendRequestSent)
    }
  }
}

extension Pages<Int, [User]> {
  mutating func updateRelationship(for userId: Int, to relationship: User.Relationship) {
    self = mapValues { users in
      users.map { user in
        var user = user
        if user.id == userId { user.relationship = relationship }
        return user
      }
    }
  }
}
