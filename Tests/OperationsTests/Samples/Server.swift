import Operations

/// The stand-in for a remote; its first answers are errors.
actor Server {
  struct Unavailable: Error {}

  private var failures: Int
  private var willAnswer: @Sendable () -> Void = {}
  private var gate: Gate?
  /// The number of answers, errors among them.
  private(set) var answerCount = 0
  /// The posts that were asked for, in order.
  private(set) var postIds: [Int] = []
  /// The titles that were written, in order.
  private(set) var titles: [String] = []

  init(failures: Int = 1) {
    self.failures = failures
  }

  func post(_ id: Int) async throws -> Post {
    postIds.append(id)
    try await gate?.pass()
    try answer()
    return Post(id: id, title: "Post \(id)")
  }

  func archivedPost(_ id: Int) throws -> Post {
    try answer()
    return Post(id: id, title: "Archived post \(id)")
  }

  func count() throws -> Int {
    try answer()
    return 3
  }

  /// Two pages with posts, and then none.
  func feed(page: Int) throws -> [Post] {
    try answer()
    return page < 2 ? [Post(id: page, title: "Post \(page)")] : []
  }

  @discardableResult
  func rename(_ id: Int, to title: String) throws -> Post {
    try answer()
    titles.append(title)
    return Post(id: id, title: title)
  }

  /// Calls a closure before each answer.
  func onAnswer(_ call: @escaping @Sendable () -> Void) { willAnswer = call }

  /// Lets the requests of posts wait at a gate.
  func hold(at gate: Gate) { self.gate = gate }

  func answer() throws {
    willAnswer()
    answerCount += 1
    failures -= 1
    if failures >= 0 { throw Unavailable() }
  }
}

extension OperationContext {
  var server: Server {
    get { self[ServerKey.self] }
    set { self[ServerKey.self] = newValue }
  }

  private enum ServerKey: Key {
    static var defaultValue: Server { Server() }
  }
}

extension OperationContext {
  /// A context with a server, a manual clock and no waits.
  static func testing(_ server: Server) -> OperationContext {
    var context = testing()
    context.server = server
    return context
  }
}

// MARK: - Requests to it

struct PostQuery: QueryRequest, Hashable {
  let id: Int

  func fetch(
    isolation: isolated (any Actor)?,
    in context: OperationContext,
    with continuation: OperationContinuation<Post, any Error>
  ) async throws -> Post {
    try await context.server.post(id)
  }
}

struct Feed: PaginatedRequest, Hashable {
  let initialPageId = 0

  func pageId(
    after page: Page<Int, [Post]>, using paging: Paging<Int, [Post]>,
    in context: OperationContext
  ) -> Int? {
    page.value.isEmpty ? nil : page.id + 1
  }

  func fetchPage(
    isolation: isolated (any Actor)?, using paging: Paging<Int, [Post]>,
    in context: OperationContext, with continuation: OperationContinuation<[Post], any Error>
  ) async throws -> [Post] {
    try await context.server.feed(page: paging.pageId)
  }
}

/// Gives the first post another title.
let rename = MutationOperation(["rename"]) { (title: String, context) in
  try await context.server.rename(1, to: title)
}
