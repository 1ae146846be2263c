extension OperationStore {
  /// Runs a paginated request without a client: the store adds no modifiers and is shared by hand.
  ///
  /// - Parameters:
  ///   - paginated: The request with its modifiers.
  ///   - initialValue: The pages to show before the first update.
  ///   - initialContext: The context that the request prepares.
  /// - Returns: The store.
  public static func detached<Request: PaginatedRequest>(
    paginated: Request, initialValue: Pages<Request.PageID, Request.PageValue> = [],
    initialContext: OperationContext = OperationContext()
  ) -> OperationStore
  where State == PaginatedState<Request.PageID, Request.PageValue, Request.Failure> {
    detached(
      operation: paginated, initialState: PaginatedState(initialValue: initialValue),
      initialContext: initialContext)
  }
}

extension OperationStore where State: PaginatedStateProtocol {
  /// Whether a page may follow the last loaded one.
  public var hasNextPage: Bool { state.hasNextPage }

  /// Whether a page may precede the first loaded one.
  public var hasPreviousPage: Bool { state.hasPreviousPage }

  /// Fetches the page after the last, or the first page of an empty list.
  ///
  /// - Parameters:
  ///   - context: The context of the run; nil for the store's.
  ///   - handler: Gets the events of this run; does not count as a subscriber.
  /// - Returns: The page, or nil at once if the list ends.
  /// - Throws: The failure of the fetch.
  @discardableResult
  public func fetchNextPage(
    using context: OperationContext? = nil, handler: PaginatedEventHandler<State>? = nil
  ) async throws(State.Failure) -> Page<State.PageID, State.PageValue>? {
    guard hasNextPage else { return nil }
    return try await run(
      named: "Fetch Next Page Task", using: prepared(context, for: .nextPage),
      handler: handler?.asOperationHandler
    ).page
  }

  /// Fetches the page before the first, or the first page of an empty list.
  ///
  /// - Parameters:
  ///   - context: The context of the run; nil for the store's.
  ///   - handler: Gets the events of this run; does not count as a subscriber.
  /// - Returns: The page, or nil at once if the list starts there.
  /// - Throws: The failure of the fetch.
  @discardableResult
  public func fetchPreviousPage(
    using context: OperationContext? = nil, handler: PaginatedEventHandler<State>? = nil
  ) async throws(State.Failure) -> Page<State.PageID, State.PageValue>? {
    guard hasPreviousPage else { return nil }
    return try await run(
      named: "Fetch Previous Page Task", using: prepared(context, for: .previousPage),
      handler: handler?.asOperationHandler
    ).page
  }

  /// Fetches every loaded page again, from the first on.
  ///
  /// - Parameters:
  ///   - context: The context of the run; nil for the store's.
  ///   - handler: Gets the events of this run; does not count as a subscriber.
  /// - Returns: The pages; empty, without a fetch, if none is loaded.
  /// - Throws: The failure of the fetch.
  @discardableResult
  public func refetchAllPages(
    using context: OperationContext? = nil, handler: PaginatedEventHandler<State>? = nil
  ) async throws(State.Failure) -> Pages<State.PageID, State.PageValue> {
    guard !state.loadedPages.isEmpty else { return [] }
    return try await run(
      named: "Refetch All Pages Task", using: prepared(context, for: .allPages),
      handler: handler?.asOperationHandler
    ).fetchedPages
  }

  /// Makes the task of ``fetchNextPage(using:handler:)`` without starting it, or nil if the list
  /// ends.
  public func fetchNextPageTask(
    using context: OperationContext? = nil
  ) -> OperationTask<Page<State.PageID, State.PageValue>?, State.Failure>? {
    guard hasNextPage else { return nil }
    return preparedTask(
      named: "Fetch Next Page Task", using: prepared(context, for: .nextPage)
    ).map(\.page)
  }

  /// Makes the task of ``fetchPreviousPage(using:handler:)`` without starting it, or nil if the
  /// list starts there.
  public func fetchPreviousPageTask(
    using context: OperationContext? = nil
  ) -> OperationTask<Page<State.PageID, State.PageValue>?, State.Failure>? {
    guard hasPreviousPage else { return nil }
    return preparedTask(
      named: "Fetch Previous Page Task", using: prepared(context, for: .previousPage)
    ).map(\.page)
  }

  /// Makes the task of ``refetchAllPages(using:handler:)`` without starting it, or nil if no page
  /// is loaded.
  public func refetchAllPagesTask(
    using context: OperationContext? = nil
  ) -> OperationTask<Pages<State.PageID, State.PageValue>, State.Failure>? {
    guard !state.loadedPages.isEmpty else { return nil }
    return preparedTask(
      named: "Refetch All Pages Task", using: prepared(context, for: .allPages)
    ).map(\.fetchedPages)
  }

  private func prepared(
    _ context: OperationContext?, for fetch: PaginatedFetch
  ) -> OperationContext {
    var context = runContext(context)
    let isEmpty = state.loadedPages.isEmpty
    context.paginatedFetch = isEmpty && fetch != .allPages ? .initialPage : fetch
    return context
  }
}
