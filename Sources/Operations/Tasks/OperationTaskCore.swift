import Synchronization

/// The part of a task that does not depend on its types.
///
/// A core goes from pending through running to finished, never back. Its lock is a leaf: nothing is
/// called while it is held.
final class OperationTaskCore: Sendable {
  /// The work of a task; it receives whether it was cancelled while it waited for a dependency.
  typealias Body = @Sendable (_ core: OperationTaskCore, _ isInterrupted: Bool) async -> Void

  private enum Phase {
    /// Not started: the work is still here.
    case pending(Body)
    /// Started: the handle is here as soon as there is one.
    case running(Task<Void, Never>?)
    case finished
  }

  private struct State {
    var phase: Phase
    var isCancelled = false
    var dependencies: [OperationTaskCore] = []
    /// Whether any task has ever waited for this one; if none has, it can close no circle.
    var hasDependents = false
  }

  let name: String
  let configuration: OperationTaskConfiguration
  let completion = OneShot<Bool>()
  private let state: Mutex<State>

  init(name: String, configuration: OperationTaskConfiguration, body: @escaping Body) {
    self.name = configuration.name ?? name
    self.configuration = configuration
    self.state = Mutex(State(phase: .pending(body)))
  }

  var hasStarted: Bool {
    state.withLock { if case .pending = $0.phase { false } else { true } }
  }

  var isRunning: Bool {
    state.withLock { if case .running = $0.phase { true } else { false } }
  }

  var isFinished: Bool {
    state.withLock { if case .finished = $0.phase { true } else { false } }
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  var dependencies: [OperationTaskCore] { state.withLock { $0.dependencies } }

  /// Cancels the work, or lets it start cancelled; does nothing once it is finished.
  func cancel() {
    let handle = state.withLock { state -> Task<Void, Never>? in
      switch state.phase {
      case .finished:
        return nil
      case .pending:
        state.isCancelled = true
        return nil
      case .running(let handle):
        state.isCancelled = true
        return handle
      }
    }
    handle?.cancel()
  }

  /// Starts the work unless it has been started.
  func start() {
    let body = state.withLock { state -> Body? in
      guard case .pending(let body) = state.phase else { return nil }
      state.phase = .running(nil)
      return body
    }
    guard let body else { return }
    let handle = configuration.task(named: name) { await self.perform(body) }
    let isCancelled = state.withLock { state in
      if case .running = state.phase { state.phase = .running(handle) }
      return state.isCancelled
    }
    if isCancelled { handle.cancel() }
  }

  private func perform(_ body: Body) async {
    // The task may begin before its handle is here, through which it would be cancelled.
    if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
    let waited = dependencies
    if !waited.isEmpty {
      await withTaskGroup(of: Void.self) { group in
        for dependency in waited {
          group.addTask {
            dependency.start()
            _ = await dependency.completion.valueUnlessCancelled()
          }
        }
      }
    }
    await EnclosingWork.within(self) {
      await body(self, waited.contains { !$0.isFinished })
    }
    state.withLock { state in
      state.phase = .finished
      state.dependencies = []
    }
    completion.fulfil(true)
  }

  /// Waits, cancelled or not, until all dependencies are finished.
  func finishDependencies() async {
    for dependency in dependencies { _ = await dependency.completion.valueInAnyCase() }
  }

  /// Adds a task to wait for.
  ///
  /// - Parameter other: The task that must be finished first.
  /// - Returns: The names along the circle that this would close, in which case nothing is added.
  ///   Work that awaits what waits for it closes one too.
  func depend(on other: OperationTaskCore) -> [String]? {
    if other === self { return [name, name] }
    for core in EnclosingWork.tasks {
      if let path = other.path(to: core) { return [name] + path }
    }
    if state.withLock({ $0.hasDependents }), let circle = other.path(to: self) {
      return [name] + circle
    }
    other.state.withLock { $0.hasDependents = true }
    state.withLock { state in
      if case .pending = state.phase { state.dependencies.append(other) }
    }
    return nil
  }

  deinit {
    // A long chain goes link by link: one inside the other, its links would overflow the stack.
    var links = takeDependencies()
    while var link = links.popLast() {
      if isKnownUniquelyReferenced(&link) { links.append(contentsOf: link.takeDependencies()) }
    }
  }

  private func takeDependencies() -> [OperationTaskCore] {
    state.withLock { state in
      defer { state.dependencies = [] }
      return state.dependencies
    }
  }

  /// The names of the tasks from here to the target along dependencies, both included.
  private func path(to target: OperationTaskCore) -> [String]? {
    var visited: Set<ObjectIdentifier> = []
    var stack = [(core: self, names: [name])]
    while let (core, names) = stack.popLast() {
      if core === target { return names }
      guard visited.insert(ObjectIdentifier(core)).inserted else { continue }
      for next in core.dependencies { stack.append((next, names + [next.name])) }
    }
    return nil
  }
}
