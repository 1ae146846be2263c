/// A request with the behaviour of a modifier around it.
///
/// It is a query, a mutation or a paginated request if what it wraps is one.
public struct ModifiedOperation<
  Operation: OperationRequest, Modifier: OperationModifier
>: OperationRequest where Modifier.Operation == Operation {
  /// What a run returns.
  public typealias Value = Operation.Value
  /// What a run throws.
  public typealias Failure = Operation.Failure

  /// The request that is modified.
  public let operation: Operation
  /// The behaviour around it.
  public let modifier: Modifier

  /// The name of the request's type, without its modifiers.
  public var debugTypeName: String { operation.debugTypeName }

  /// Lets the modifier prepare the context, and through it the request.
  public func setup(context: inout OperationContext) {
    modifier.setup(context: &context, using: operation)
  }

  /// Runs the request through the modifier.
  public func run(
    isolation: isolated (any Actor)?, in context: OperationContext,
    with continuation: OperationContinuation<Value, Failure>
  ) async throws(Failure) -> Value {
    try await modifier.run(
      isolation: isolation, in: context, using: operation, with: continuation)
  }
}

extension ModifiedOperation: StatefulOperationRequest where Operation: StatefulOperationRequest {
  /// The state of the request.
  public typealias State = Operation.State

  /// The path of the request.
  public var path: OperationPath { operation.path }

  /// The initial state of the request.
  public var initialState: Operation.State { operation.initialState }
}

extension ModifiedOperation: QueryRequest where Operation: QueryRequest {
  /// Fetches the value through the modifier.
  public func fetch(
    isolation: isolated (any Actor)?, in context: OperationContext,
    with continuation: OperationContinuation<Value, Failure>
  ) async throws(Failure) -> Value {
    try await run(isolation: isolation, in: context, with: continuation)
  }
}

extension ModifiedOperation: MutationRequest where Operation: MutationRequest {
  /// What one run is given.
  public typealias Arguments = Operation.Arguments

  /// Writes through the modifier.
  public func mutate(
    isolation: isolated (any Actor)?, with arguments: Operation.Arguments,
    in context: OperationContext, with continuation: OperationContinuation<Value, Failure>
  ) async throws(Failure) -> Value {
    var context = context
    context.mutationArguments = arguments
    return try await run(isolation: isolation, in: context, with: continuation)
  }
}

extension ModifiedOperation: PaginatedRequest where Operation: PaginatedRequest {
  /// The identity of a page.
  public typealias PageID = Operation.PageID
  /// What a page holds.
  public typealias PageValue = Operation.PageValue

  /// The id of the page that is loaded first.
  public var initialPageId: Operation.PageID { operation.initialPageId }

  /// The id of the page after a page.
  public func pageId(
    after page: Page<PageID, PageValue>, using paging: Paging<PageID, PageValue>,
    in context: OperationContext
  ) -> Operation.PageID? {
    operation.pageId(after: page, using: paging, in: context)
  }

  /// The id of the page before a page.
  public func pageId(
    before page: Page<PageID, PageValue>, using paging: Paging<PageID, PageValue>,
    in context: OperationContext
  ) -> Operation.PageID? {
    operation.pageId(before: page, using: paging, in: context)
  }

  /// Fetches one page, past the modifier: it is around whole runs.
  public func fetchPage(
    isolation: isolated (any Actor)?, using paging: Paging<PageID, PageValue>,
    in context: OperationContext,
    with continuation: OperationContinuation<Operation.PageValue, Failure>
  ) async throws(Failure) -> Operation.PageValue {
    try await operation.fetchPage(
      isolation: isolation, using: paging, in: context, with: continuation)
  }
}
