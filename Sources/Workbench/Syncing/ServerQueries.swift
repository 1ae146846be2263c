import MarfaSDK
import Operations

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
/// Each is made here alone, so that all screens share its answer. The client repeats by itself what
/// may succeed, so the questions do not: the person would wait for both. They are asked again when
/// the server can be reached again.
@MainActor package struct ServerQueries {
  private let client: MarfaClient
  /// Tells the answers of one connection from those of another, with another key.
  private let connection: String

  /// Asks a server.
  ///
  /// - Parameters:
  ///   - client: The server's.
  ///   - connection: The number of the way to it.
  package init(_ client: MarfaClient, connection: Int) {
    self.client = client
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
  ///
  /// - Parameter name: Its id, or the short one that lists show.
  /// - Returns: The question.
  package func item(_ name: String) -> some QueryRequest<Item, any Error> {
    query("item", name) { client in
      guard ShortId.isWhole(name) else { return try await client.items.get(id: name) }
      return try await Self.item(endingWith: name, client)
    }
  }

  /// Looks for an id by its end: the server has no index for that, and looks at all.
  private nonisolated static func item(
    endingWith end: String, _ client: MarfaClient
  ) async throws -> Item {
    var found: [Item] = []
    // Those of the trash are listed only where they are asked for.
    for state in [nil, ItemState.trashed] {
      var filters = ListFilters(state: state, filter: "id contains \"\(end)\"", limit: 100)
      repeat {
        let page = try await client.items.list(filters)
        found += page.data.filter { ShortId.text(of: $0.id) == end }
        filters.cursor = page.hasMore ? page.cursor : nil
      } while filters.cursor != nil
    }
    guard let item = found.first else {
      throw NotFoundError(message: "The server has no item whose id ends with \(end).")
    }
    guard found.count == 1 else {
      throw ValidationError(
        message: "The ids of \(found.count) items end with \(end); a whole one is needed.")
    }
    return item
  }

  /// The versions of an item that the server has kept, newest first: those of other devices, too.
  package func versions(of id: String) -> some QueryRequest<[ItemVersion], any Error> {
    query("versions", id) { try await $0.items.versions(id: id) }
  }

  /// What a search finds there.
  package func search(_ text: String) -> some PaginatedRequest<Int, SearchResults, any Error> {
    ServerSearch(text, client, connection).retry(limit: 0)
  }

  private func query<Answer: Sendable>(
    _ name: String, _ detail: String = "",
    ask: @escaping @Sendable (MarfaClient) async throws -> Answer
  ) -> some QueryRequest<Answer, any Error> {
    QueryOperation<Answer, any Error>(["server", connection, name, detail]) { [client] _ in
      try await ask(client)
    }.retry(limit: 0)
  }
}

extension SyncMonitor {
  /// What the server can be asked; nil without a way to it.
  package var queries: ServerQueries? {
    remote.map { ServerQueries($0, connection: connectionNumber) }
  }
}
