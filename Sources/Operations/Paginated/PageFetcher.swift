/// Carries out one run of a paginated request.
struct PageFetcher<Request: PaginatedRequest>: Sendable {
  typealias PageID = Request.PageID
  typealias PageValue = Request.PageValue
  typealias Failure = Request.Failure
  typealias LoadedPage = Page<PageID, PageValue>
  typealias Value = PaginatedOperationValue<PageID, PageValue>

  let request: Request
  let context: OperationContext
  let continuation: OperationContinuation<Value, Failure>

  func fetch(isolation: isolated (any Actor)?) async throws(Failure) -> Value {
    let pages = loadedPages
    switch context.paginatedFetch ?? .initialPage {
    case .allPages:
      return try await fetchAll(pages, isolation: isolation)
    case .nextPage:
      if let last = pages.last { return try await fetchNext(last, isolation: isolation) }
    case .previousPage:
      if let first = pages.first { return try await fetchPrevious(first, isolation: isolation) }
    case .initialPage:
      break
    }
    return try await fetchInitial(isolation: isolation)
  }

  /// The pages of the store as they are now; empty without a store.
  private var loadedPages: Pages<PageID, PageValue> {
    guard let state = context.storeLink?.state() as? any PaginatedStateProtocol else { return [] }
    func erased(_ state: some PaginatedStateProtocol) -> any Sendable { state.loadedPages }
    return erased(state) as? Pages<PageID, PageValue> ?? []
  }

  // MARK: - One page

  private func fetchInitial(isolation: isolated (any Actor)?) async throws(Failure) -> Value {
    let id = request.initialPageId
    let page = try await fetchPage(id, isolation: isolation) { .initial($0) }
    let pages: Pages = [page]
    return Value(
      change: .initial(page), next: after(page, in: pages), previous: before(page, in: pages))
  }

  // The two ends stay two functions: they differ in which page is cut off at the limit, and in
  // which neighbour is unknown after that.

  private func fetchNext(
    _ last: LoadedPage, isolation: isolated (any Actor)?
  ) async throws(Failure) -> Value {
    guard let id = idAfter(last, in: loadedPages) else {
      return Value(change: .none, next: .known(nil, beside: last.id))
    }
    let page = try await fetchPage(id, isolation: isolation) { .next($0, after: last.id) }
    var pages = loadedPages
    _ = pages.insert(page, after: last.id)
    let count = pages.count
    pages.trimStart(to: context.paginatedMaxPages)
    let isTrimmed = pages.count < count
    return Value(
      change: .next(page, after: last.id), next: after(page, in: pages),
      previous: isTrimmed ? before(pages.first, in: pages) : .unchanged)
  }

  private func fetchPrevious(
    _ first: LoadedPage, isolation: isolated (any Actor)?
  ) async throws(Failure) -> Value {
    guard let id = idBefore(first, in: loadedPages) else {
      return Value(change: .none, previous: .known(nil, beside: first.id))
    }
    let page = try await fetchPage(id, isolation: isolation) { .previous($0, before: first.id) }
    var pages = loadedPages
    _ = pages.insert(page, before: first.id)
    let count = pages.count
    pages.trimEnd(to: context.paginatedMaxPages)
    let isTrimmed = pages.count < count
    return Value(
      change: .previous(page, before: first.id),
      next: isTrimmed ? after(pages.last, in: pages) : .unchanged,
      previous: before(page, in: pages))
  }

  // MARK: - All pages

  /// Walks from the first loaded page, at most as far as there were pages.
  ///
  /// What is fetched is remembered in the run, so that a retry goes on where the last attempt
  /// failed.
  private func fetchAll(
    _ loaded: Pages<PageID, PageValue>, isolation: isolated (any Actor)?
  ) async throws(Failure) -> Value {
    var fetched = context.operationRun?.fetchedPages as? Pages<PageID, PageValue> ?? []
    while fetched.count < loaded.count {
      let id = fetched.last.map { idAfter($0, in: fetched) } ?? loaded.first?.id
      guard let id, !fetched.contains(id: id) else { break }
      let before = fetched
      let page = try await fetchPage(id, isolation: isolation) { page in
        .all(Self.overlay(before, page, on: loaded))
      }
      fetched.append(page)
      context.operationRun?.fetchedPages = fetched
    }
    return Value(
      change: .all(fetched), next: after(fetched.last, in: fetched),
      previous: before(fetched.first, in: fetched))
  }

  /// What is shown after a yield: the pages fetched again, the yielded one, and the old rest.
  private static func overlay(
    _ fetched: Pages<PageID, PageValue>, _ page: LoadedPage,
    on loaded: Pages<PageID, PageValue>
  ) -> Pages<PageID, PageValue> {
    var pages = fetched
    pages.append(page)
    for old in loaded.dropFirst(pages.count) where !pages.contains(id: old.id) {
      pages.append(old)
    }
    return pages
  }

  // MARK: - Requests

  private func idAfter(_ page: LoadedPage, in pages: Pages<PageID, PageValue>) -> PageID? {
    request.pageId(after: page, using: paging(page.id, pages), in: context)
  }

  private func idBefore(_ page: LoadedPage, in pages: Pages<PageID, PageValue>) -> PageID? {
    request.pageId(before: page, using: paging(page.id, pages), in: context)
  }

  /// What is beyond a page at the end of a list.
  private func after(
    _ page: LoadedPage?, in pages: Pages<PageID, PageValue>
  ) -> Value.Neighbour {
    .known(page.flatMap { idAfter($0, in: pages) }, beside: page?.id)
  }

  /// What is before a page at the start of a list.
  private func before(
    _ page: LoadedPage?, in pages: Pages<PageID, PageValue>
  ) -> Value.Neighbour {
    .known(page.flatMap { idBefore($0, in: pages) }, beside: page?.id)
  }

  private func paging(
    _ id: PageID, _ pages: Pages<PageID, PageValue>
  ) -> Paging<PageID, PageValue> {
    Paging(pageId: id, pages: pages, request: context.paginatedFetch ?? .initialPage)
  }

  private func fetchPage(
    _ id: PageID, isolation: isolated (any Actor)?,
    change: @escaping @Sendable (LoadedPage) -> Value.Change
  ) async throws(Failure) -> LoadedPage {
    emit(.pageFetchStarted(id), in: context)
    let pageContinuation = OperationContinuation<PageValue, Failure> { result, yieldContext in
      let page = result.map { Page(id: id, value: $0) }
      emit(.pageResultReceived(id, page), in: yieldContext ?? context)
      continuation.yield(with: page.map { Value(change: change($0)) }, using: yieldContext)
    }
    let paging = paging(id, loadedPages)
    let result = await Result.capturing(isolation: isolation) { () async throws(Failure) in
      try await request.fetchPage(
        isolation: isolation, using: paging, in: context, with: pageContinuation)
    }.map { Page(id: id, value: $0) }
    emit(.pageResultReceived(id, result), in: context)
    emit(.pageFetchEnded(id), in: context)
    return try result.get()
  }

  private func emit(
    _ event: PaginatedEvent<PageID, PageValue, Failure>, in context: OperationContext
  ) {
    context.storeLink?.emit(event, context)
  }
}
