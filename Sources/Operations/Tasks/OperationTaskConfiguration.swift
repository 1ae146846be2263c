/// How the task of a run is started.
public struct OperationTaskConfiguration: Sendable {
  /// The name of the task in debuggers; nil for one made from the store's type.
  public var name: String?
  /// The priority; nil for that of the caller who starts the task.
  public var priority: TaskPriority?
  /// Where the parts of the run that belong to no actor execute; nil for the default pool.
  public var executorPreference: (any TaskExecutor)?

  /// Sets what is not to be as by default.
  public init(
    name: String? = nil, priority: TaskPriority? = nil,
    executorPreference: (any TaskExecutor)? = nil
  ) {
    self.name = name
    self.priority = priority
    self.executorPreference = executorPreference
  }
}

extension OperationTaskConfiguration {
  /// Starts a task that is part of a run.
  ///
  /// - Parameters:
  ///   - name: The name, unless the configuration has one.
  ///   - work: What the task does.
  /// - Returns: The task.
  func task(
    named name: String, _ work: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    Task(name: self.name ?? name, executorPreference: executorPreference, priority: priority) {
      await work()
    }
  }
}

extension OperationContext {
  /// How the tasks of runs are started.
  public var operationTaskConfiguration: OperationTaskConfiguration {
    get { self[OperationTaskConfigurationKey.self] }
    set { self[OperationTaskConfigurationKey.self] = newValue }
  }

  private enum OperationTaskConfigurationKey: Key {
    static var defaultValue: OperationTaskConfiguration { OperationTaskConfiguration() }
  }
}
