import MarfaSDK
import Operations

/// Something that only the server knows, asked for by the screen that shows it.
package struct ServerQuery<Answer: Sendable>: QueryRequest {
  package typealias Value = Answer
  package typealias Failure = any Error

  package let path: OperationPath
  private let ask: @Sendable () async throws -> Answer

  /// Creates the request.
  ///
  /// - Parameters:
  ///   - path: What is asked for; screens with the same path share one answer.
  ///   - ask: Asks the server.
  package init(path: OperationPath, ask: @escaping @Sendable () async throws -> Answer) {
    self.path = path
    self.ask = ask
  }

  /// Asks the server.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor.
  ///   - context: The values of this run.
  ///   - continuation: Not used; the answer comes whole.
  /// - Returns: The answer.
  /// - Throws: What the server said, or `NetworkError`.
  package func fetch(
    isolation: isolated (any Actor)?, in context: OperationContext,
    with continuation: OperationContinuation<Answer, any Error>
  ) async throws -> Answer {
    try await ask()
  }
}

/// What a search finds on the server, page by page.
package struct ServerSearch: PaginatedRequest {
  package typealias Failure = any Error

  package let initialPageId = 0
  private let text: String
  private let client: MarfaClient
  private let connection: String

  fileprivate init(_ text: String, _ client: MarfaClient, _ connection: String) {
    (self.text, self.client, self.connection) = (text, client, connection)
  }

  package var path: OperationPath { ["server", connection, "search", text] }

  /// The number of hits before the next page; nil after the last.
  package func pageId(
    after page: Page<Int, SearchResults>, using paging: Paging<Int, SearchResults>,
    in context: OperationContext
  ) -> Int? {
    page.value.hasMore ? page.id + page.value.hits.count : nil
  }

  /// Asks the server for a page.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor.
  ///   - paging: Which page.
  ///   - context: The values of this run.
  ///   - continuation: Not used; a page comes whole.
  /// - Returns: The hits.
  /// - Throws: What the server said, or `NetworkError`.
  package func fetchPage(
    isolation: isolated (any Actor)?, using paging: Paging<Int, SearchResults>,
    in context: OperationContext,
    with continuation: OperationContinuation<SearchResults, any Error>
  ) async throws -> SearchResults {
    try await client.search(
      query: text, filters: ListFilters(limit: Self.pageCount), offset: paging.pageId)
  }

  /// How many hits a page has.
  package static let pageCount = 50
}

/// The questions that screens ask a server.
///
/// Each is made here alone, so that all screens share its answer.
@MainActor package struct ServerQueries {
  private let client: MarfaClient
  /// Tells the answers of one connection from those of another, with another key.
  private let connection: String
  private let reachability: ServerReachability

  /// Asks a server.
  ///
  /// - Parameters:
  ///   - client: The server's.
  ///   - connection: The number of the way to it.
  ///   - reachability: Whether it can be asked.
  package init(_ client: MarfaClient, connection: Int, reachability: ServerReachability) {
    (self.client, self.reachability) = (client, reachability)
    self.connection = String(connection)
  }

  /// The keys of the space, without their secrets.
  package var keys: some QueryRequest<[APIKey], any Error> {
    query("keys") { try await $0.keys.list() }
  }

  /// The webhooks of the space.
  package var webhooks: some QueryRequest<[Webhook], any Error> {
    query("webhooks") { try await $0.webhooks.list() }
  }

  /// The types that the server knows.
  package var types: some QueryRequest<[ItemType], any Error> {
    query("types") { try await $0.types.list() }
  }

  /// An item as the server has it.
  package func item(_ id: String) -> some QueryRequest<Item, any Error> {
    query("item", id) { try await $0.items.get(id: id) }
  }

  /// What a search finds there.
  package func search(_ text: String) -> some PaginatedRequest<Int, SearchResults, any Error> {
    ServerSearch(text, client, connection).retry(limit: Self.retries, when: isWorthRetrying)
  }

  private func query<Answer: Sendable>(
    _ name: String, _ detail: String = "",
    ask: @escaping @Sendable (MarfaClient) async throws -> Answer
  ) -> some QueryRequest<Answer, any Error> {
    ServerQuery(path: ["server", connection, name, detail]) { [client] in try await ask(client) }
      .retry(limit: Self.retries, when: isWorthRetrying)
  }

  private static let retries = 2

  /// A connection that broke is tried again; one that is not there brings the question back itself.
  private var isWorthRetrying: @Sendable (any Error, OperationContext) -> Bool {
    { [reachability] error, _ in
      error is NetworkError && reachability.currentStatus == .connected
    }
  }
}

extension SyncMonitor {
  /// What the server can be asked; nil without a way to it.
  package var queries: ServerQueries? {
    remote.map { ServerQueries($0, connection: connectionNumber, reachability: reachability) }
  }
}
