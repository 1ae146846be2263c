import Operations

/// The stand-in for a remote service, kept in memory.
actor PostService {
  struct Unavailable: Error {}

  private var posts: [Int: Post]
  private var failures: Int
  private(set) var requestCount = 0

  init(posts: [Post] = (1...25).map { Post(id: $0, title: "Post \($0)") }, failures: Int = 0) {
    self.posts = Dictionary(uniqueKeysWithValues: posts.map { ($0.id, $0) })
    self.failures = failures
  }

  func post(_ id: Int) throws -> Post? {
    try countRequest()
    return posts[id]
  }

  func create(_ draft: Post.CreateArguments) throws -> Post {
    try countRequest()
    let post = Post(id: (posts.keys.max() ?? 0) + 1, title: draft.title)
    posts[post.id] = post
    return post
  }

  func feed(limit: Int, skip: Int) throws -> Post.FeedPage {
    try countRequest()
    let all = posts.values.sorted { $0.id < $1.id }
    return Post.FeedPage(posts: Array(all.dropFirst(skip).prefix(limit)), total: all.count)
  }

  func befriend(_ user: Int) throws {
    try countRequest()
  }

  private func countRequest() throws {
    requestCount += 1
    guard failures == 0 else {
      failures -= 1
      throw Unavailable()
    }
  }
}

struct Post: Hashable, Identifiable, Sendable {
  struct CreateArguments: Hashable, Sendable {
    let title: String
  }

  struct FeedPage: Hashable, Sendable {
    let posts: [Post]
    let total: Int
  }

  let id: Int
  var title: String
}

extension OperationContext {
  /// The service that the samples talk to.
  var postService: PostService {
    get { self[PostServiceKey.self] }
    set { self[PostServiceKey.self] = newValue }
  }

  private enum PostServiceKey: Key {
    static var defaultValue: PostService { PostService() }
  }
}
