import Foundation

extension OperationClient {
  /// Makes stores inside ``OperationClient/withStores(matching:_:)``, without keeping them yet.
  public struct CreateStore {
    let client: OperationClient
    let collected: (OpaqueOperationStore, ObjectIdentifier) -> Void

    /// Makes a store; put it into the collection to keep it.
    public func callAsFunction<Operation: StatefulOperationRequest>(
      for operation: Operation, initialState: Operation.State? = nil
    ) -> OperationStore<Operation.State> {
      let store = client.newStore(for: operation, initialState: initialState)
      collected(OpaqueOperationStore(store), ObjectIdentifier(Operation.self))
      return store
    }
  }

  /// Adds and removes stores in one step, for which subscribers are notified once.
  ///
  /// The body works on a copy and may call anything, also this function. What it added to and
  /// removed from the copy is applied at its end; stores that others added meanwhile stay.
  ///
  /// - Parameters:
  ///   - path: Which stores the copy holds, those whose path begins with it.
  ///   - body: Changes the copy.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws; then nothing is applied.
  @discardableResult
  public func withStores<Value, Failure: Error>(
    matching path: OperationPath,
    _ body: (
      inout OperationPathableCollection<OpaqueOperationStore>, CreateStore
    ) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // Keyed, for the comparison at the end.
    let before = OperationPathableCollection<OpaqueOperationStore>(stores(matching: path))
    var after = before
    var types: [ObjectIdentifier: ObjectIdentifier] = [:]
    let value = try body(
      &after,
      CreateStore(client: self) { store, type in types[ObjectIdentifier(store.base)] = type })
    let now = defaultContext.operationClock.now()
    let removed = before.filter { after[$0.path]?.base !== $0.base }
    let added = after.filter { before[$0.path]?.base !== $0.base }
    apply(removed: removed, added: added, types: types, now: now)
    return value
  }

  private func apply(
    removed: [OpaqueOperationStore], added: [OpaqueOperationStore],
    types: [ObjectIdentifier: ObjectIdentifier], now: Date
  ) {
    let (gone, new) = guarded.withLock { guarded in
      var gone = removed.filter { store in
        guard guarded.registry[store.path]?.store.base === store.base else { return false }
        guarded.registry.remove(store.path)
        return true
      }
      for store in added {
        let type = types[ObjectIdentifier(store.base)] ?? ObjectIdentifier(type(of: store.base))
        if let replaced = guarded.registry.insert(store, operationType: type) {
          gone.append(replaced)
        }
        guarded.schedule.add(guarded.registry[store.path], of: guarded.registry, at: now)
      }
      return (gone, added)
    }
    notify(added: new, removed: gone)
  }
}
