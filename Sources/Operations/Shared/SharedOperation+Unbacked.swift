/// The place of an operation where a model has none: there is nothing to run.
struct UnbackedOperation<State: OperationState>: StatefulOperationRequest {
  typealias Value = State.OperationValue
  typealias Failure = State.Failure

  let initialState: State

  var path: OperationPath { [] }

  func run(
    isolation: isolated (any Actor)?, in context: OperationContext,
    with continuation: OperationContinuation<Value, Failure>
  ) async throws(Failure) -> Value {
    let issue = OperationIssue(.unbackedRun, "\(State.self)")
    context.report(issue.code, issue.detail)
    if let failure = issue as? Failure { throw failure }
    preconditionFailure("A model without an operation cannot be run: give it one by repoint(to:).")
  }
}

extension SharedOperation {
  /// Shows a state without an operation, as for a preview of a screen.
  ///
  /// It can be read, written, reset and re-pointed to an operation. Running it before that reports
  /// an issue and throws it.
  ///
  /// - Parameter state: What to show.
  /// - Precondition: It is not run, unless its failure type can hold an ``OperationIssue``.
  public convenience init(state: State) {
    self.init(store: .detached(operation: UnbackedOperation(initialState: state)))
  }

  /// Shows a query's value without an operation.
  public convenience init<Value, Failure>(
    wrappedValue: Value?
  ) where State == QueryState<Value, Failure> {
    self.init(state: QueryState(initialValue: wrappedValue))
  }

  /// Shows a mutation's value without an operation.
  public convenience init<Arguments, Value, Failure>(
    wrappedValue: Value?
  ) where State == MutationState<Arguments, Value, Failure> {
    self.init(state: MutationState(initialValue: wrappedValue))
  }

  /// Shows pages without an operation.
  public convenience init<PageID, PageValue, Failure>(
    wrappedValue: Pages<PageID, PageValue>
  ) where State == PaginatedState<PageID, PageValue, Failure> {
    self.init(state: PaginatedState(initialValue: wrappedValue))
  }

  /// Whether there is an operation to run.
  public var isBacked: Bool { !(store.operation is UnbackedOperation<State>) }
}
