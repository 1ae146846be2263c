import Synchronization

/// The work that the current code is part of: tasks and shared executions that last as long as it
/// does, so that waiting for one of them would last forever.
///
/// It follows the work into the tasks that it makes. Handlers are not part of the work that they
/// are told of.
struct EnclosingWork: Sendable {
  @TaskLocal private static var current = EnclosingWork()

  private var tasks: [OperationTaskCore] = []
  private var marks: [Mark] = []

  /// The tasks that go on.
  static var tasks: [OperationTaskCore] { current.tasks.filter { !$0.isFinished } }

  /// Whether the current code is part of a shared execution.
  static func contains(_ mark: Mark) -> Bool { current.marks.contains { $0 === mark } }

  /// Does the work of a task.
  static func within(_ task: OperationTaskCore, _ work: () async -> Void) async {
    var inner = current
    // What is over encloses nothing, and need not be kept by what goes on.
    inner.tasks = tasks + [task]
    await $current.withValue(inner) { await work() }
  }

  /// Does the work of a shared execution.
  static func within<Value: Sendable>(_ mark: Mark, _ work: () async -> Value) async -> Value {
    var inner = current
    inner.marks = inner.marks.filter { !$0.isOver } + [mark]
    defer { mark.end() }
    return await $current.withValue(inner) { await work() }
  }

  /// Calls a handler that may see the work but is no part of it.
  static func outside(_ body: () -> Void) {
    guard !current.tasks.isEmpty || !current.marks.isEmpty else { return body() }
    $current.withValue(EnclosingWork()) { body() }
  }

  /// Tells a shared execution from others.
  final class Mark: Sendable {
    private let state = Mutex(false)

    /// Whether the execution has ended.
    var isOver: Bool { state.withLock { $0 } }

    fileprivate func end() { state.withLock { $0 = true } }
  }
}
