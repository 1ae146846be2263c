import Operations
import Testing

/// Keeps the controls that it is given.
final class KeepingController<State: OperationState>: OperationController {
  let given = Log<OperationControls<State>>()
  let cancellations = Counter()

  /// The controls of the first store.
  var controls: OperationControls<State> {
    get throws { try #require(given.elements.first) }
  }

  func control(with controls: OperationControls<State>) -> OperationSubscription {
    given.add(controls)
    let cancellations = cancellations
    return OperationSubscription { cancellations.increment() }
  }
}
