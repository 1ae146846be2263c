/// A request that reads a list page by page.
///
/// ```swift
/// struct Feed: PaginatedRequest, Hashable {
///   let initialPageId = 0
///
///   func pageId(
///     after page: Page<Int, [Post]>, using paging: Paging<Int, [Post]>,
///     in context: OperationContext
///   ) -> Int? {
///     page.value.isEmpty ? nil : page.id + 1
///   }
///
///   func fetchPage(
///     isolation: isolated (any Actor)?, using paging: Paging<Int, [Post]>,
///     in context: OperationContext, with continuation: OperationContinuation<[Post], any Error>
///   ) async throws -> [Post] {
///     try await context.server.feed(page: paging.pageId)
///   }
/// }
/// ```
///
/// Two requirements make a list: the id of the first page, and the id of the page after a given
/// one. With `pageId(before:using:in:)` it can also be loaded backwards.
public protocol PaginatedRequest<PageID, PageValue, Failure>: StatefulOperationRequest
where
  Value == PaginatedOperationValue<PageID, PageValue>,
  State == PaginatedState<PageID, PageValue, Failure>
{
  // Repeated so that a conforming type need not name it: it is inferred from `fetchPage`.
  /// What a run throws.
  associatedtype Failure
  /// The identity of a page.
  associatedtype PageID: Hashable & Sendable
  /// What a page holds.
  associatedtype PageValue: Sendable

  /// The id of the page that is loaded first.
  var initialPageId: PageID { get }

  /// The id of the page after a page, or nil if the list ends with it.
  ///
  /// - Parameters:
  ///   - page: The last loaded page.
  ///   - paging: All loaded pages, and what was asked for.
  ///   - context: The values of this run.
  /// - Returns: The id, or nil.
  func pageId(
    after page: Page<PageID, PageValue>, using paging: Paging<PageID, PageValue>,
    in context: OperationContext
  ) -> PageID?

  /// The id of the page before a page, or nil if the list starts with it.
  ///
  /// - Parameters:
  ///   - page: The first loaded page.
  ///   - paging: All loaded pages, and what was asked for.
  ///   - context: The values of this run.
  /// - Returns: The id, or nil; nil unless implemented.
  func pageId(
    before page: Page<PageID, PageValue>, using paging: Paging<PageID, PageValue>,
    in context: OperationContext
  ) -> PageID?

  /// Fetches one page.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which the synchronous parts run.
  ///   - paging: The id of the page to fetch, and the loaded pages.
  ///   - context: The values of this run.
  ///   - continuation: Takes versions of the page that come before the end.
  /// - Returns: The page's value.
  /// - Throws: The failure of this fetch.
  func fetchPage(
    isolation: isolated (any Actor)?, using paging: Paging<PageID, PageValue>,
    in context: OperationContext, with continuation: OperationContinuation<PageValue, Failure>
  ) async throws(Failure) -> PageValue
}

extension PaginatedRequest {
  /// A state without a value.
  public var initialState: State { PaginatedState() }

  /// Nil: the list is loaded forwards only.
  public func pageId(
    before page: Page<PageID, PageValue>, using paging: Paging<PageID, PageValue>,
    in context: OperationContext
  ) -> PageID? {
    nil
  }

  /// Fetches what the context asks for: the first page if nothing is loaded.
  public func run(
    isolation: isolated (any Actor)?,
    in context: OperationContext,
    with continuation: OperationContinuation<Value, Failure>
  ) async throws(Failure) -> Value {
    let fetcher = PageFetcher(request: self, context: context, continuation: continuation)
    return try await fetcher.fetch(isolation: isolation)
  }
}

extension OperationContext {
  /// What the current run of a paginated request is asked for; nil outside one.
  public internal(set) var paginatedFetch: PaginatedFetch? {
    get { self[PaginatedFetchKey.self] }
    set { self[PaginatedFetchKey.self] = newValue }
  }

  /// The most pages that a list keeps; unlimited by default.
  public internal(set) var paginatedMaxPages: Int {
    get { self[PaginatedMaxPagesKey.self] }
    set { self[PaginatedMaxPagesKey.self] = newValue }
  }

  private enum PaginatedFetchKey: Key {
    static let defaultValue: PaginatedFetch? = nil
  }

  private enum PaginatedMaxPagesKey: Key {
    static let defaultValue = Int.max
  }
}
