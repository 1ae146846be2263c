import Synchronization

/// One run of a store, as its modifiers and its store share it through the context.
final class OperationRun: Sendable {
  private struct State {
    var finalDelivery: SharedDelivery?
    var fetchedPages: (any Sendable)?
  }

  /// The state's generation at the start; a reset raises it, and later results are ignored.
  let generation: Int
  private let state = Mutex(State())

  init(generation: Int) {
    self.generation = generation
  }

  /// The delivery of the final result, if it is shared with other runs.
  var finalDelivery: SharedDelivery? {
    get { state.withLock { $0.finalDelivery } }
    set { state.withLock { $0.finalDelivery = newValue } }
  }

  /// The pages that a fetch of all pages has got so far; a retry goes on from them.
  var fetchedPages: (any Sendable)? {
    get { state.withLock { $0.fetchedPages } }
    set { state.withLock { $0.fetchedPages = newValue } }
  }
}

/// One result that several runs receive and a store must count once.
final class SharedDelivery: Sendable {
  private let claimants = Mutex<Set<ObjectIdentifier>>([])

  /// Takes the result for a store; true for the first taker only.
  func claim(by store: AnyObject) -> Bool {
    claimants.withLock { $0.insert(ObjectIdentifier(store)).inserted }
  }
}

extension OperationContext {
  /// The run that the context belongs to; nil outside a store.
  var operationRun: OperationRun? {
    get { self[OperationRunKey.self] }
    set { self[OperationRunKey.self] = newValue }
  }

  /// The delivery of the current result, if it is shared with other runs.
  var sharedDelivery: SharedDelivery? {
    get { self[SharedDeliveryKey.self] }
    set { self[SharedDeliveryKey.self] = newValue }
  }

  private enum OperationRunKey: Key {
    static let defaultValue: OperationRun? = nil
  }

  private enum SharedDeliveryKey: Key {
    static let defaultValue: SharedDelivery? = nil
  }
}
