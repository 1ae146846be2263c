/// A handle on work that starts when it is first awaited and runs once.
///
/// ```swift
/// let first = client.store(for: PostQuery(id: 1)).fetchTask()
/// let second = client.store(for: PostQuery(id: 2)).fetchTask()
/// second.schedule(after: first)
/// let post = try await second.runIfNeeded()  // the second post, fetched after the first
/// ```
///
/// Any number of tasks may await ``runIfNeeded()``; all get the one result. Cancelling a task that
/// awaits it cancels the work, as ``cancel()`` does.
///
/// - Warning: A task made by a store counts as loading from its creation. A task that is never run
///   leaves its store loading.
public struct OperationTask<Value: Sendable, Failure: Error>: Sendable, Identifiable {
  /// The context of the run.
  public let context: OperationContext
  let core: OperationTaskCore
  private let result: @Sendable () -> Result<Value, Failure>?

  /// Describes work, which starts when it is first awaited.
  ///
  /// - Parameters:
  ///   - name: The name for debuggers, unless the context's configuration has one.
  ///   - context: The context; its task configuration is used.
  ///   - work: What to do, once.
  public init(
    name: String = "Operation Task",
    context: OperationContext = OperationContext(),
    work: @escaping @Sendable () async throws(Failure) -> Value
  ) {
    self.init(
      name: name, context: context,
      resulting: { _, interruption in
        if let interruption { return .failure(interruption) }
        return await Result.capturing(work)
      })
  }

  /// Describes work that gets the task itself and never throws.
  ///
  /// - Parameters:
  ///   - name: The name for debuggers, unless the context's configuration has one.
  ///   - context: The context; its task configuration is used.
  ///   - work: What to do, once. Its second argument is the failure to end with, without doing
  ///     anything, if the task was cancelled while it waited for a dependency.
  init(
    name: String, context: OperationContext,
    resulting work: @escaping @Sendable (OperationTask, Failure?) async -> Result<Value, Failure>
  ) {
    let slot = OneShot<Result<Value, Failure>>()
    self.context = context
    self.result = { slot.value }
    self.core = OperationTaskCore(
      name: name, configuration: context.operationTaskConfiguration
    ) { core, isInterrupted in
      let interruption = isInterrupted ? OperationCancellation.failure(as: Failure.self) : nil
      if isInterrupted, interruption == nil { await core.finishDependencies() }
      let task = OperationTask(context: context, core: core) { slot.value }
      slot.fulfil(await work(task, interruption))
    }
  }

  private init(
    context: OperationContext, core: OperationTaskCore,
    result: @escaping @Sendable () -> Result<Value, Failure>?
  ) {
    self.context = context
    self.core = core
    self.result = result
  }

  /// The identity of the task.
  public var id: OperationTaskIdentifier { OperationTaskIdentifier(core) }

  /// The name for debuggers.
  public var name: String { core.name }

  /// Whether the work has been started.
  public var hasStarted: Bool { core.hasStarted }

  /// Whether the work has been started and not finished.
  public var isRunning: Bool { core.isRunning }

  /// Whether the work has ended.
  public var isFinished: Bool { core.isFinished }

  /// Whether the task was cancelled before it finished.
  public var isCancelled: Bool { core.isCancelled }

  /// The result, once the work has ended.
  public var finishedResult: Result<Value, Failure>? { result() }

  /// Starts the work if it has not been started, and waits for its result.
  ///
  /// - Returns: The value.
  /// - Throws: The failure of the work.
  public func runIfNeeded() async throws(Failure) -> Value {
    core.start()
    await withTaskCancellationHandler {
      _ = await core.completion.valueInAnyCase()
    } onCancel: {
      core.cancel()
    }
    guard let result = result() else {
      preconditionFailure("A finished task has a result.")
    }
    return try result.get()
  }

  /// Starts the work if it has not been started, and does not wait.
  public func start() {
    core.start()
  }

  /// Cancels the work, or lets it start cancelled; does nothing once it has ended.
  public func cancel() {
    core.cancel()
  }
}

// MARK: - Dependencies

extension OperationTask {
  /// Lets another task run first; its error is ignored.
  ///
  /// Dependencies run concurrently with each other. A dependency that would close a circle is not
  /// added and is reported as an issue. After the start it has no effect.
  public func schedule<V, F>(after other: OperationTask<V, F>) {
    guard let circle = core.depend(on: other.core) else { return }
    context.report(.dependencyCycle, circle.joined(separator: " -> "))
  }

  /// Lets other tasks run first.
  public func schedule<V, F>(after others: some Sequence<OperationTask<V, F>>) {
    for other in others { schedule(after: other) }
  }
}

// MARK: - Transformation

extension OperationTask {
  /// The same task with its value transformed.
  public func map<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> NewValue
  ) -> OperationTask<NewValue, Failure> {
    let result = result
    return OperationTask<NewValue, Failure>(context: context, core: core) {
      result()?.map(transform)
    }
  }

  /// The same task with its error transformed.
  public func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> OperationTask<Value, NewFailure> {
    let result = result
    return OperationTask<Value, NewFailure>(context: context, core: core) {
      result()?.mapError(transform)
    }
  }
}
