/// One page of a list.
public struct Page<ID: Hashable & Sendable, Value: Sendable>: Sendable, Identifiable {
  /// The identity of the page among the pages of its list.
  public let id: ID
  /// What the page holds.
  public var value: Value

  /// Joins an id and what the page holds.
  public init(id: ID, value: Value) {
    self.id = id
    self.value = value
  }
}

extension Page: Equatable where Value: Equatable {}
extension Page: Hashable where Value: Hashable {}

/// What a page is fetched or computed from.
public struct Paging<PageID: Hashable & Sendable, PageValue: Sendable>: Sendable {
  /// The page to fetch, or from which the next or previous one is computed.
  public let pageId: PageID
  /// The pages that are loaded, in order.
  public let pages: Pages<PageID, PageValue>
  /// What was asked for.
  public let request: PaginatedFetch

  /// The context of one page, for a test of a request.
  public init(pageId: PageID, pages: Pages<PageID, PageValue>, request: PaginatedFetch) {
    self.pageId = pageId
    self.pages = pages
    self.request = request
  }
}

/// What a run of a paginated request is asked to fetch.
public enum PaginatedFetch: Hashable, Sendable {
  /// The first page of an empty list.
  case initialPage
  /// The page after the last.
  case nextPage
  /// The page before the first.
  case previousPage
  /// Every loaded page again.
  case allPages
}
