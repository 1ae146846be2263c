extension MutationRequest {
  /// Bounds the history; the oldest run leaves it first, and its late result is ignored.
  ///
  /// A run costs time and memory in proportion to the history, which has no bound by default: give
  /// one to a mutation that is run thousands of times.
  ///
  /// - Parameter length: The most entries.
  /// - Precondition: The length is at least 1.
  /// - Returns: The modified mutation.
  public func maxHistory(length: Int) -> ModifiedOperation<Self, ContextModifier<Self>> {
    precondition(length > 0, "A history has room for at least one run.")
    return context { $0.mutationMaxHistory = length }
  }

  /// Lets the mutations of one scope run one after the other, in the order in which they were asked
  /// for.
  ///
  /// A scope spans all stores of a client; outside a client, one store. A run waits for the one
  /// before it whether that succeeds or fails. What the work of a run asks for in the same scope is
  /// part of that run and does not wait for its end.
  ///
  /// - Parameter scope: The scope; equal values of one type are one scope.
  /// - Returns: The modified mutation.
  public func scope(
    _ scope: any Hashable & Sendable
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    context { context in
      context.mutationScope = OperationPath.Element(scope)
      if context.mutationScopes == nil { context.mutationScopes = MutationScopes() }
    }
  }
}

extension PaginatedRequest {
  /// Bounds the loaded pages; a new page at one end drops pages at the other.
  ///
  /// - Parameter count: The most pages.
  /// - Precondition: The count is at least 1.
  /// - Returns: The modified request.
  public func maxPages(_ count: Int) -> ModifiedOperation<Self, ContextModifier<Self>> {
    precondition(count > 0, "A list has room for at least one page.")
    return context { $0.paginatedMaxPages = count }
  }
}
