/// A request whose runs are shown as a state, under a path.
public protocol StatefulOperationRequest<State>: OperationRequest
where State.OperationValue == Value, State.Failure == Failure {
  /// The state machine that takes the results.
  associatedtype State: OperationState

  /// The identity of the request among the stores of a client.
  ///
  /// By default it is `[self]` for a hashable request and `[id]` for an identifiable one.
  var path: OperationPath { get }

  /// The state of a new store, unless it is given another.
  var initialState: State { get }
}

extension StatefulOperationRequest where Self: Hashable {
  /// A path of one element, the request itself.
  public var path: OperationPath { OperationPath([self]) }
}

extension StatefulOperationRequest where Self: Identifiable, ID: Sendable {
  /// A path of one element, the request's id.
  public var path: OperationPath { OperationPath([id]) }
}

extension StatefulOperationRequest where Self: Hashable & Identifiable, ID: Sendable {
  /// A path of one element, the request's id.
  public var path: OperationPath { OperationPath([id]) }
}
