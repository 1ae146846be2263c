/// A list made from closures, for work that needs no type of its own.
///
/// ```swift
/// let feed = PaginatedOperation(["feed"], initialPageId: 0) { page in
///   page.value.isEmpty ? nil : page.id + 1
/// } page: { id, context in
///   try await context.server.feed(page: id)
/// }
/// ```
public struct PaginatedOperation<
  PageID: Hashable & Sendable, PageValue: Sendable, Failure: Error
>: PaginatedRequest {
  /// The identity of the list.
  public let path: OperationPath
  /// The id of the page that is loaded first.
  public let initialPageId: PageID
  private let next: @Sendable (Page<PageID, PageValue>) -> PageID?
  private let page: @Sendable (PageID, OperationContext) async throws(Failure) -> PageValue

  /// Names the list and says how it goes on and what a page holds.
  ///
  /// - Parameters:
  ///   - path: The identity; two lists under one path share one store, and so their closures.
  ///   - initialPageId: The id of the page that is loaded first.
  ///   - next: The id of the page after a page, or nil if the list ends with it.
  ///   - page: Fetches one page.
  public init(
    _ path: OperationPath, initialPageId: PageID,
    next: @escaping @Sendable (Page<PageID, PageValue>) -> PageID?,
    page: @escaping @Sendable (PageID, OperationContext) async throws(Failure) -> PageValue
  ) {
    self.path = path
    self.initialPageId = initialPageId
    self.next = next
    self.page = page
  }

  /// Asks the closure.
  public func pageId(
    after page: Page<PageID, PageValue>, using paging: Paging<PageID, PageValue>,
    in context: OperationContext
  ) -> PageID? {
    next(page)
  }

  /// Calls the closure.
  public func fetchPage(
    isolation: isolated (any Actor)?, using paging: Paging<PageID, PageValue>,
    in context: OperationContext, with continuation: OperationContinuation<PageValue, Failure>
  ) async throws(Failure) -> PageValue {
    try await page(paging.pageId, context)
  }
}
