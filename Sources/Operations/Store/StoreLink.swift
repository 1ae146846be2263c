/// What a running request may ask of its store.
struct StoreLink: Sendable {
  /// The store's current state; nil once the store is gone.
  let state: @Sendable () -> (any OperationState)?
  /// Tells the subscribers of an event of a kind of operation.
  let emit: @Sendable (any OperationEvent, OperationContext) -> Void
}

extension OperationContext {
  /// The store of the current run; nil outside a store.
  var storeLink: StoreLink? {
    get { self[StoreLinkKey.self] }
    set { self[StoreLinkKey.self] = newValue }
  }

  private enum StoreLinkKey: Key {
    static let defaultValue: StoreLink? = nil
  }
}
