extension OperationClient {
  func notify(added: [OpaqueOperationStore], removed: [OpaqueOperationStore]) {
    guard !added.isEmpty || !removed.isEmpty else { return }
    changes.send(
      Change(
        added: OperationPathableCollection(distinct: added),
        removed: OperationPathableCollection(distinct: removed)))
  }

  /// Calls a closure when stores whose path begins with the given one are added or removed.
  ///
  /// - Parameters:
  ///   - path: The path of the stores; all for `[]`. Existing stores are not reported.
  ///   - handler: Called on the thread that made the change, never with a lock held.
  /// - Returns: The subscription; ends when it is released.
  public func subscribe(
    matching path: OperationPath,
    with handler: @escaping @Sendable (Change<OpaqueOperationStore>) -> Void
  ) -> OperationSubscription {
    changes.add { change in
      let matching = Change(
        added: OperationPathableCollection(
          distinct: change.added.filter { $0.path.isPrefixed(by: path) }),
        removed: OperationPathableCollection(
          distinct: change.removed.filter { $0.path.isPrefixed(by: path) }))
      if !matching.added.isEmpty || !matching.removed.isEmpty { handler(matching) }
    }
  }

  /// Calls a closure when stores of one type of state are added or removed under a path.
  ///
  /// - Parameters:
  ///   - path: The path of the stores; all for `[]`. Existing stores are not reported.
  ///   - type: The type of their states.
  ///   - handler: Called on the thread that made the change, never with a lock held.
  /// - Returns: The subscription; ends when it is released.
  public func subscribe<State: OperationState>(
    matching path: OperationPath, of type: State.Type,
    with handler: @escaping @Sendable (Change<OperationStore<State>>) -> Void
  ) -> OperationSubscription {
    subscribe(matching: path) { change in
      let typed = Change(
        added: OperationPathableCollection(
          distinct: change.added.compactMap { $0.store(of: State.self) }),
        removed: OperationPathableCollection(
          distinct: change.removed.compactMap { $0.store(of: State.self) }))
      if !typed.added.isEmpty || !typed.removed.isEmpty { handler(typed) }
    }
  }
}
