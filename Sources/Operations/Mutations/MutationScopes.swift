import Synchronization

/// Lets the mutations of one scope run one after the other, in the order in which they were asked
/// for, across the stores of a client.
final class MutationScopes: Sendable {
  /// A task that its store keeps: one that is gone without having run holds up nobody.
  private struct WeakTask {
    weak var core: OperationTaskCore?

    var isOver: Bool { core?.isFinished ?? true }
  }

  private let last = Mutex<[OperationPath.Element: WeakTask]>([:])

  /// Puts a task that has not started after those of its scope.
  func append(_ core: OperationTaskCore, to scope: OperationPath.Element) {
    last.withLock { last in
      last = last.filter { !$0.value.isOver }
      // What the work of a mutation asks for in its own scope is part of that mutation: it does not
      // wait, and the next in the scope waits for the whole.
      if let previous = last[scope]?.core, core.depend(on: previous) != nil { return }
      last[scope] = WeakTask(core: core)
    }
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
