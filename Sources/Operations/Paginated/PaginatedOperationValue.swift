/// What one run of a paginated request brings.
public struct PaginatedOperationValue<
  PageID: Hashable & Sendable, PageValue: Sendable
>: Sendable {
  /// How the loaded pages change.
  public enum Change: Sendable {
    /// The first page of an empty list.
    case initial(Page<PageID, PageValue>)
    /// A page that belongs after the given one.
    case next(Page<PageID, PageValue>, after: PageID)
    /// A page that belongs before the given one.
    case previous(Page<PageID, PageValue>, before: PageID)
    /// All pages, fetched again.
    case all(Pages<PageID, PageValue>)
    /// There was nothing to fetch.
    case none
  }

  /// What is known of the id beyond one end of the list.
  enum Neighbour: Sendable {
    /// The same as before the run.
    case unchanged
    /// This id, or none where the list ends, as long as the given page is the one at that end.
    case known(PageID?, beside: PageID?)
  }

  /// How the loaded pages change.
  public let change: Change
  var next = Neighbour.unchanged
  var previous = Neighbour.unchanged

  init(change: Change, next: Neighbour = .unchanged, previous: Neighbour = .unchanged) {
    self.change = change
    self.next = next
    self.previous = previous
  }

  /// The one page that was fetched, if it was one.
  public var page: Page<PageID, PageValue>? {
    switch change {
    case .initial(let page), .next(let page, _), .previous(let page, _): page
    case .all, .none: nil
    }
  }

  /// The pages that were fetched, in order; may be empty.
  public var fetchedPages: Pages<PageID, PageValue> {
    switch change {
    case .all(let pages): pages
    case .none: []
    default: Pages(page.map { [$0] } ?? [])
    }
  }
}
