/// An operation whose state shows a default where it has no value.
public struct DefaultStateOperation<
  Operation: StatefulOperationRequest
>: StatefulOperationRequest where Operation.State: DefaultableOperationState {
  /// The state with the default.
  public typealias State = DefaultOperationState<Operation.State>
  /// What a run returns.
  public typealias Value = Operation.Value
  /// What a run throws.
  public typealias Failure = Operation.Failure

  let operation: Operation
  let defaultValue: @Sendable () -> Operation.State.DefaultStateValue

  /// The path of the operation.
  public var path: OperationPath { operation.path }

  /// The name of the operation's type.
  public var debugTypeName: String { operation.debugTypeName }

  /// The operation's initial state with the default.
  public var initialState: State {
    DefaultOperationState(operation.initialState, defaultValue: defaultValue)
  }

  /// Prepares the context; controllers of the operation are given the state that they know.
  public func setup(context: inout OperationContext) {
    let outer = context.operationControllers
    context.operationControllers = []
    operation.setup(context: &context)
    let inner = context.operationControllers.map { controller -> any OperationController in
      guard let base = controller as? any OperationController<Operation.State> else {
        return controller
      }
      return BaseStateController<Operation.State>(base: base)
    }
    context.operationControllers = outer + inner
  }

  /// Runs the operation.
  public func run(
    isolation: isolated (any Actor)?, in context: OperationContext,
    with continuation: OperationContinuation<Value, Failure>
  ) async throws(Failure) -> Value {
    try await operation.run(isolation: isolation, in: context, with: continuation)
  }
}

/// A controller of the base state, at work on the state with a default.
private struct BaseStateController<Base: DefaultableOperationState>: OperationController {
  let base: any OperationController<Base>

  func control(with controls: OperationControls<DefaultOperationState<Base>>)
    -> OperationSubscription
  {
    base.control(with: controls.base())
  }
}

extension StatefulOperationRequest where State: DefaultableOperationState {
  /// Shows a default where the state has no value, which makes the value non-optional.
  ///
  /// Pages show it only before the first update.
  ///
  /// - Parameter defaultValue: The default; computed each time it is shown.
  /// - Returns: The operation.
  public func defaultValue(
    _ defaultValue: @escaping @autoclosure @Sendable () -> State.DefaultStateValue
  ) -> DefaultStateOperation<Self> {
    DefaultStateOperation(operation: self, defaultValue: defaultValue)
  }
}
