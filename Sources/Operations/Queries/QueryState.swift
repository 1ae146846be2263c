import Foundation

/// A state that takes the operation's value as it is, and shows it.
public protocol QueryStateProtocol: OperationState where OperationValue == StatusValue {}

/// The state of a query: the latest value and the latest error.
///
/// ```swift
/// let state = store.state
/// if state.isLoading { showSpinner() }
/// if let error = state.error { show(error) }
/// if let post = state.currentValue { show(post) }
/// ```
///
/// A failure keeps the value from before, so that a screen can show both.
public struct QueryState<Value: Sendable, Failure: Error>: QueryStateProtocol {
  /// The latest value; nil before the first.
  public private(set) var currentValue: Value?
  /// The value before the first update.
  public let initialValue: Value?
  /// The tasks of the runs that go on, in the order in which they were made.
  public private(set) var activeTasks: [OperationTask<Value, Failure>] = []
  private var record = UpdateRecord<Failure>()

  /// Starts idle.
  ///
  /// - Parameter initialValue: What to show before the first update.
  public init(initialValue: Value? = nil) {
    self.currentValue = initialValue
    self.initialValue = initialValue
  }

  /// The number of values received, yields included.
  public var valueUpdateCount: Int { record.valueUpdateCount }
  /// When the latest value came.
  public var valueLastUpdatedAt: Date? { record.valueLastUpdatedAt }
  /// The error of the latest result; nil after a success.
  public var error: Failure? { record.error }
  /// The number of errors received, yields included.
  public var errorUpdateCount: Int { record.errorUpdateCount }
  /// When the latest error came.
  public var errorLastUpdatedAt: Date? { record.errorLastUpdatedAt }
  /// How the latest update went.
  public var outcome: OperationOutcome { record.outcome }
  /// Grows with every change.
  public var revision: Int { record.revision }
  /// Whether a run is going on.
  public var isLoading: Bool { !activeTasks.isEmpty }

  /// Loading, or how the latest update went.
  public var status: OperationStatus<Value, Failure> {
    if isLoading { return .loading }
    switch outcome {
    case .none: return .idle
    case .cancelled: return .cancelled
    case .success: return currentValue.map { .result(.success($0)) } ?? .idle
    case .failure: return error.map { .result(.failure($0)) } ?? .idle
    }
  }

  /// Adds the task to the active ones.
  public mutating func scheduleTask(_ task: inout OperationTask<Value, Failure>) {
    activeTasks.append(task)
    record.touch()
  }

  /// Takes a result of a run.
  public mutating func update(
    with result: Result<Value, Failure>, for task: OperationTask<Value, Failure>,
    using context: OperationContext
  ) -> OperationStateEffect {
    update(with: result.map { $0 }, using: context)
    return .none
  }

  /// Takes a result that was written.
  public mutating func update(
    with result: Result<Value?, Failure>, using context: OperationContext
  ) {
    switch result {
    case .success(let value):
      currentValue = value
      record.recordSuccess(using: context)
    case .failure(let error):
      record.recordFailure(error, using: context)
    }
  }

  /// Records that the latest run was cancelled.
  public mutating func cancelTask(_ task: OperationTask<Value, Failure>) {
    record.recordCancellation()
  }

  /// Removes the task from the active ones.
  public mutating func finishTask(_ task: OperationTask<Value, Failure>) {
    activeTasks.removeAll { $0.id == task.id }
    record.touch()
  }

  /// Shows another value without counting it.
  public mutating func overlay(_ value: Value?) {
    currentValue = value
    record.touch()
  }

  /// Makes the revision greater than another.
  public mutating func advanceRevision(beyond previous: Int) {
    record.advanceRevision(beyond: previous)
  }

  /// Goes back to the initial value and gives up all tasks.
  public mutating func reset(using context: OperationContext) -> OperationStateEffect {
    defer { activeTasks = [] }
    currentValue = initialValue
    record.reset()
    return .cancelling(activeTasks)
  }
}
