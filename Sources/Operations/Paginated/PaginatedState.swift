import Foundation

/// A state that holds the loaded pages of a list.
///
/// A state with a default value (`DefaultOperationState`) forwards each of these, so that such a
/// list reads like any other.
public protocol PaginatedStateProtocol: OperationState
where OperationValue == PaginatedOperationValue<PageID, PageValue> {
  /// The identity of a page.
  associatedtype PageID: Hashable & Sendable
  /// What a page holds.
  associatedtype PageValue: Sendable

  /// The pages that were fetched or written, in order; empty before the first.
  var loadedPages: Pages<PageID, PageValue> { get }
  /// The id of the page after the last; nil if unknown or if the list ends there.
  var nextPageId: PageID? { get }
  /// The id of the page before the first; nil if unknown or if the list starts there.
  var previousPageId: PageID? { get }
  /// Whether a page may follow the last: true until the end is known.
  var hasNextPage: Bool { get }
  /// Whether a page may precede the first: true until the start is known.
  var hasPreviousPage: Bool { get }
  /// Whether all pages are being fetched.
  var isLoadingAllPages: Bool { get }
  /// Whether the first page of an empty list is being fetched.
  var isLoadingInitialPage: Bool { get }
  /// Whether the page after the last is being fetched.
  var isLoadingNextPage: Bool { get }
  /// Whether the page before the first is being fetched.
  var isLoadingPreviousPage: Bool { get }
}

/// The state of a list that is loaded page by page, in both directions.
///
/// ```swift
/// let feed = client.store(for: Feed())
/// while feed.state.hasNextPage { try await feed.fetchNextPage() }
/// let posts = feed.state.loadedPages.flatMap(\.value)
/// ```
public struct PaginatedState<
  PageID: Hashable & Sendable, PageValue: Sendable, Failure: Error
>: PaginatedStateProtocol {
  /// A task that fetches pages.
  public typealias FetchTask = OperationTask<PaginatedOperationValue<PageID, PageValue>, Failure>

  /// What is known of the id beyond an end of the list.
  private enum Neighbour: Sendable {
    /// Nothing: a run will compute it.
    case unknown
    /// This id, or none: the list ends there.
    case known(PageID?)

    var id: PageID? { if case .known(let id) = self { id } else { nil } }
    var mayExist: Bool { if case .known(nil) = self { false } else { true } }

    /// Takes what a run found out, unless another page has come to that end meanwhile.
    mutating func update(
      _ neighbour: PaginatedOperationValue<PageID, PageValue>.Neighbour, at end: PageID?
    ) {
      if case .known(let id, beside: end) = neighbour { self = .known(id) }
    }
  }

  /// The loaded pages in order.
  public private(set) var currentValue: Pages<PageID, PageValue>
  /// The pages before the first update.
  public let initialValue: Pages<PageID, PageValue>
  /// The tasks that fetch all pages, in the order in which they were made.
  public private(set) var allPagesActiveTasks: [FetchTask] = []
  /// The tasks that fetch the first page of an empty list.
  public private(set) var initialPageActiveTasks: [FetchTask] = []
  /// The tasks that fetch the page after the last.
  public private(set) var nextPageActiveTasks: [FetchTask] = []
  /// The tasks that fetch the page before the first.
  public private(set) var previousPageActiveTasks: [FetchTask] = []
  /// Whether the pages are shown without having been counted: those of an edit that is not
  /// confirmed.
  private(set) var isOverlaid = false
  private var next = Neighbour.unknown
  private var previous = Neighbour.unknown
  private var record = UpdateRecord<Failure>()

  /// Starts without tasks; the ids next to given pages are unknown before the first run.
  ///
  /// - Parameter initialValue: The pages to show before the first update; may be empty.
  public init(initialValue: Pages<PageID, PageValue> = []) {
    self.currentValue = initialValue
    self.initialValue = initialValue
  }

  /// The loaded pages in order.
  public var loadedPages: Pages<PageID, PageValue> { currentValue }
  /// The id of the page after the last; nil if unknown or if the list ends there.
  public var nextPageId: PageID? { next.id }
  /// The id of the page before the first; nil if unknown or if the list starts there.
  public var previousPageId: PageID? { previous.id }
  /// Whether a page may follow the last.
  public var hasNextPage: Bool { currentValue.isEmpty || next.mayExist }
  /// Whether a page may precede the first.
  public var hasPreviousPage: Bool { currentValue.isEmpty || previous.mayExist }
  /// Whether all pages are being fetched.
  public var isLoadingAllPages: Bool { !allPagesActiveTasks.isEmpty }
  /// Whether the first page of an empty list is being fetched.
  public var isLoadingInitialPage: Bool { !initialPageActiveTasks.isEmpty }
  /// Whether the page after the last is being fetched.
  public var isLoadingNextPage: Bool { !nextPageActiveTasks.isEmpty }
  /// Whether the page before the first is being fetched.
  public var isLoadingPreviousPage: Bool { !previousPageActiveTasks.isEmpty }
  /// Whether anything is being fetched.
  public var isLoading: Bool {
    isLoadingAllPages || isLoadingInitialPage || isLoadingNextPage || isLoadingPreviousPage
  }
  /// The number of values received, yields included.
  public var valueUpdateCount: Int { record.valueUpdateCount }
  /// When the latest value came.
  public var valueLastUpdatedAt: Date? { record.valueLastUpdatedAt }
  /// The error of the latest result; nil after a success.
  public var error: Failure? { record.error }
  /// The number of errors received, yields included.
  public var errorUpdateCount: Int { record.errorUpdateCount }
  /// When the latest error came.
  public var errorLastUpdatedAt: Date? { record.errorLastUpdatedAt }
  /// How the latest update went.
  public var outcome: OperationOutcome { record.outcome }
  /// Grows with every change.
  public var revision: Int { record.revision }

  /// Loading, or how the latest update went.
  public var status: OperationStatus<Pages<PageID, PageValue>, Failure> {
    if isLoading { return .loading }
    switch outcome {
    case .none: return .idle
    case .cancelled: return .cancelled
    case .success: return .result(.success(currentValue))
    case .failure: return error.map { .result(.failure($0)) } ?? .idle
    }
  }
}

// MARK: - Runs

extension PaginatedState {
  /// Makes a plain run a fetch of all loaded pages, or of the first if there is none.
  public func prepareRun(context: inout OperationContext) -> Bool {
    if context.paginatedFetch == nil {
      context.paginatedFetch = currentValue.isEmpty ? .initialPage : .allPages
    }
    return true
  }

  /// Lets the task wait for those with which it would interfere.
  ///
  /// A single page waits for the first page and for all pages; all pages wait for everything else;
  /// the next and the previous page do not wait for each other.
  public mutating func scheduleTask(_ task: inout FetchTask) {
    record.touch()
    switch task.context.paginatedFetch ?? .initialPage {
    case .initialPage:
      task.schedule(after: allPagesActiveTasks)
      initialPageActiveTasks.append(task)
    case .nextPage:
      task.schedule(after: initialPageActiveTasks + allPagesActiveTasks)
      nextPageActiveTasks.append(task)
    case .previousPage:
      task.schedule(after: initialPageActiveTasks + allPagesActiveTasks)
      previousPageActiveTasks.append(task)
    case .allPages:
      task.schedule(
        after: initialPageActiveTasks + nextPageActiveTasks + previousPageActiveTasks)
      allPagesActiveTasks.append(task)
    }
  }

  /// Takes pages of a run; a page whose neighbour is gone is dropped and reported.
  public mutating func update(
    with result: Result<PaginatedOperationValue<PageID, PageValue>, Failure>,
    for task: FetchTask, using context: OperationContext
  ) -> OperationStateEffect {
    switch result {
    case .failure(let error):
      record.recordFailure(error, using: context)
      return .none
    case .success(let value):
      record.recordSuccess(using: context)
      let maximum = context.paginatedMaxPages
      guard changePages({ Self.apply(value.change, maximum: maximum, to: &$0) }) else {
        let id = value.page.map { "\($0.id)" } ?? ""
        return .reporting(OperationIssue(.vanishedPage, "page \(id)"))
      }
      next.update(value.next, at: currentValue.last?.id)
      previous.update(value.previous, at: currentValue.first?.id)
      return .none
    }
  }

  /// Changes the pages; what is beyond an end with another page than before is unknown.
  private mutating func changePages<Answer>(
    _ change: (inout Pages<PageID, PageValue>) -> Answer
  ) -> Answer {
    let (first, last) = (currentValue.first?.id, currentValue.last?.id)
    let answer = change(&currentValue)
    if currentValue.last?.id != last { next = .unknown }
    if currentValue.first?.id != first { previous = .unknown }
    return answer
  }

  /// Puts what was fetched into a list; false if the neighbour of a page is gone.
  private static func apply(
    _ change: PaginatedOperationValue<PageID, PageValue>.Change, maximum: Int,
    to pages: inout Pages<PageID, PageValue>
  ) -> Bool {
    switch change {
    case .initial(let page):
      if !pages.contains(id: page.id) { pages = [] }
      pages.append(page)
    case .next(let page, after: let anchor):
      guard pages.insert(page, after: anchor) else { return false }
      pages.trimStart(to: maximum)
    case .previous(let page, before: let anchor):
      guard pages.insert(page, before: anchor) else { return false }
      pages.trimEnd(to: maximum)
    case .all(let all):
      pages = all
    case .none:
      break
    }
    return true
  }

  /// Records that a run was cancelled.
  public mutating func cancelTask(_ task: FetchTask) {
    record.recordCancellation()
  }

  /// Removes the task from the active ones.
  public mutating func finishTask(_ task: FetchTask) {
    allPagesActiveTasks.removeAll { $0.id == task.id }
    initialPageActiveTasks.removeAll { $0.id == task.id }
    nextPageActiveTasks.removeAll { $0.id == task.id }
    previousPageActiveTasks.removeAll { $0.id == task.id }
    record.touch()
  }
}

// MARK: - Writes

extension PaginatedState {
  /// Takes pages that were written; what is beyond a changed end is unknown until the next run.
  public mutating func update(
    with result: Result<Pages<PageID, PageValue>, Failure>, using context: OperationContext
  ) {
    switch result {
    case .failure(let error):
      record.recordFailure(error, using: context)
    case .success(let pages):
      changePages { $0 = pages }
      record.recordSuccess(using: context)
    }
  }

  /// Shows other pages without counting them.
  public mutating func overlay(_ value: Pages<PageID, PageValue>) {
    changePages { $0 = value }
    isOverlaid = true
    record.touch()
  }

  /// Makes the revision greater than another.
  public mutating func advanceRevision(beyond previous: Int) {
    record.advanceRevision(beyond: previous)
  }

  /// Goes back to the initial pages and gives up all tasks.
  public mutating func reset(using context: OperationContext) -> OperationStateEffect {
    let tasks =
      allPagesActiveTasks + initialPageActiveTasks + nextPageActiveTasks + previousPageActiveTasks
    let revision = record
    self = Self(initialValue: initialValue)
    record = revision
    record.reset()
    return .cancelling(tasks)
  }
}
