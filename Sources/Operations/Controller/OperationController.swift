/// Something that pushes values, errors, reruns and resets into a store from outside its runs.
///
/// ```swift
/// struct PushedPosts: OperationController {
///   let posts: AsyncStream<Post>
///
///   func control(with controls: OperationControls<PostQuery.State>) -> OperationSubscription {
///     let pushing = Task { for await post in posts { controls.yield(post) } }
///     return OperationSubscription { pushing.cancel() }
///   }
/// }
/// ```
///
/// A controller is attached by `controlled(by:)`, and asked once for each store. Its subscription
/// is cancelled when the store is released.
public protocol OperationController<State>: Sendable {
  /// The state of the stores that it can control.
  associatedtype State: OperationState

  /// Takes control of a store.
  ///
  /// - Parameter controls: What can be done to the store; they hold it weakly and may be kept.
  /// - Returns: What keeps the control going; cancelled when the store is released.
  func control(with controls: OperationControls<State>) -> OperationSubscription
}

/// A controller that works on the stores of any state, and so also where a query is transformed
/// outside it.
protocol StateIndependentController: Sendable {
  /// Takes control of a store, as ``OperationController/control(with:)`` does.
  func control<State: OperationState>(
    ofAny controls: OperationControls<State>
  ) -> OperationSubscription
}

extension OperationContext {
  /// The controllers of the store to be made, innermost modifier last.
  public internal(set) var operationControllers: [any OperationController] {
    get { self[OperationControllersKey.self] }
    set { self[OperationControllersKey.self] = newValue }
  }

  private enum OperationControllersKey: Key {
    static let defaultValue: [any OperationController] = []
  }
}
