import Synchronization

/// Lets the mutations of one scope run one after the other, in the order in which they were asked
/// for, across the stores of a client.
final class MutationScopes: Sendable {
  private let last = Mutex<[OperationPath.Element: OperationTaskCore]>([:])

  /// Puts a task that has not started behind those of its scope.
  func append(_ core: OperationTaskCore, to scope: OperationPath.Element) {
    let previous = last.withLock { last in
      last = last.filter { !$0.value.isFinished }
      defer { last[scope] = core }
      return last[scope]
    }
    // A new task has no dependents, so there is no circle to report.
    if let previous { _ = core.depend(on: previous) }
  }
}

extension OperationContext {
  /// The scope whose mutations run one after the other; nil for none.
  var mutationScope: OperationPath.Element? {
    get { self[MutationScopeKey.self] }
    set { self[MutationScopeKey.self] = newValue }
  }

  /// The scopes of a client, or of a store that has none.
  var mutationScopes: MutationScopes? {
    get { self[MutationScopesKey.self] }
    set { self[MutationScopesKey.self] = newValue }
  }

  private enum MutationScopeKey: Key {
    static let defaultValue: OperationPath.Element? = nil
  }

  private enum MutationScopesKey: Key {
    static let defaultValue: MutationScopes? = nil
  }
}
