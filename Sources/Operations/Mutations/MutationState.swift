import Foundation

/// A state with a history of runs that were given arguments.
public protocol MutationStateProtocol: OperationState {
  /// What one run is given.
  associatedtype Arguments: Sendable

  /// The runs, oldest first; may be empty.
  var history: [MutationHistoryEntry<Arguments, OperationValue, Failure>] { get }
}

/// One run of a mutation.
public struct MutationHistoryEntry<
  Arguments: Sendable, Value: Sendable, Failure: Error
>: Sendable, Identifiable {
  /// The task of the run; await it for the run's own value.
  public let task: OperationTask<Value, Failure>
  /// What the run was given.
  public let arguments: Arguments
  /// When the run was asked for.
  public let startDate: Date
  /// The latest result, yields included; nil before the first.
  public fileprivate(set) var currentResult: Result<Value, Failure>?
  /// When the latest result came.
  public fileprivate(set) var lastUpdatedAt: Date?
  /// How far the run has come.
  public fileprivate(set) var outcome = OperationOutcome.none
  /// Whether the run goes on.
  public fileprivate(set) var isLoading = true
  /// The state's revision at the latest result.
  fileprivate var resultRevision = 0

  /// The identity of the run's task.
  public var id: OperationTaskIdentifier { task.id }

  /// What a screen shows of the run.
  public var status: OperationStatus<Value, Failure> {
    if isLoading { return .loading }
    if outcome == .cancelled { return .cancelled }
    return currentResult.map { .result($0) } ?? .idle
  }
}

/// The state of a mutation.
///
/// ```swift
/// try await renaming.mutate(with: "Reed beds")
/// try await renaming.mutate(with: "Reeds")
/// for run in renaming.state.history where run.status.isSuccessful { show(run.arguments) }
/// ```
///
/// Value, error and loading follow the run that was started last; a late result of an earlier run
/// changes its own entry and nothing else.
public struct MutationState<
  Arguments: Sendable, Value: Sendable, Failure: Error
>: MutationStateProtocol {
  /// False: a write is made when it is asked for, each time.
  public static var isRunAutomaticallyByDefault: Bool { false }

  /// True: a run's entry in the history keeps its result.
  public static var keepsResultOfEachTask: Bool { true }

  /// The runs, oldest first; at most as many as `maxHistory(length:)` allows, and all by default.
  public private(set) var history: [MutationHistoryEntry<Arguments, Value, Failure>] = []
  /// The value before the first update.
  public let initialValue: Value?
  private var record = UpdateRecord<Failure>()
  /// What was written from outside a run, and at which revision.
  private var written: (value: Value?, revision: Int)?

  /// Starts without history.
  ///
  /// - Parameter initialValue: What to show before the first run or write.
  public init(initialValue: Value? = nil) {
    self.initialValue = initialValue
  }

  /// The value of the latest run, or what was written after its result.
  ///
  /// Nil while the latest run has no result, and after it failed.
  public var currentValue: Value? {
    if let written, written.revision > history.last?.resultRevision ?? 0 { return written.value }
    guard let entry = history.last else { return initialValue }
    return if case .success(let value) = entry.currentResult { value } else { nil }
  }

  /// The number of values of runs that were the latest when they came, yields included.
  public var valueUpdateCount: Int { record.valueUpdateCount }
  /// When the latest value came.
  public var valueLastUpdatedAt: Date? { record.valueLastUpdatedAt }
  /// The error of the latest result; nil after a success and while a new run has none.
  public var error: Failure? { record.error }
  /// The number of errors of runs that were the latest when they came.
  public var errorUpdateCount: Int { record.errorUpdateCount }
  /// When the latest error came.
  public var errorLastUpdatedAt: Date? { record.errorLastUpdatedAt }
  /// How the latest update went.
  public var outcome: OperationOutcome { record.outcome }
  /// Grows with every change.
  public var revision: Int { record.revision }
  /// Whether the latest run goes on.
  public var isLoading: Bool { history.last?.isLoading ?? false }

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

  /// Takes the arguments of the latest run, unless there are some; false if there is none.
  public func prepareRun(context: inout OperationContext) -> Bool {
    if context.mutationArguments is Arguments { return true }
    guard let entry = history.last else { return false }
    context.mutationArguments = entry.arguments
    return true
  }

  /// Adds an entry to the history, dropping the oldest beyond the limit.
  public mutating func scheduleTask(_ task: inout OperationTask<Value, Failure>) {
    guard let arguments = task.context.mutationArguments as? Arguments else { return }
    let now = task.context.operationClock.now()
    history.append(MutationHistoryEntry(task: task, arguments: arguments, startDate: now))
    history.removeFirst(max(0, history.count - task.context.mutationMaxHistory))
    record.clearError()
  }

  /// Takes a result of a run into its entry, and into the state if it is the latest run.
  public mutating func update(
    with result: Result<Value, Failure>, for task: OperationTask<Value, Failure>,
    using context: OperationContext
  ) -> OperationStateEffect {
    guard let index = index(of: task) else { return .none }
    if index == history.count - 1 {
      count(result.map { $0 }, using: context)
    } else {
      record.touch()
    }
    history[index].currentResult = result
    history[index].lastUpdatedAt = context.operationClock.now()
    history[index].resultRevision = revision
    if case .success = result {
      history[index].outcome = .success
    } else {
      history[index].outcome = .failure
    }
    return .none
  }

  /// Takes a result that was written; it is shown until the next result of a run.
  public mutating func update(
    with result: Result<Value?, Failure>, using context: OperationContext
  ) {
    count(result, using: context)
    if case .success(let value) = result { written = (value, revision) }
  }

  private mutating func count(_ result: Result<Value?, Failure>, using context: OperationContext) {
    switch result {
    case .success: record.recordSuccess(using: context)
    case .failure(let error): record.recordFailure(error, using: context)
    }
  }

  /// Records that a run was cancelled.
  public mutating func cancelTask(_ task: OperationTask<Value, Failure>) {
    guard let index = index(of: task) else { return }
    history[index].outcome = .cancelled
    if index == history.count - 1 { record.recordCancellation() } else { record.touch() }
  }

  /// Records that a run ended.
  public mutating func finishTask(_ task: OperationTask<Value, Failure>) {
    guard let index = index(of: task) else { return }
    history[index].isLoading = false
    record.touch()
  }

  private func index(of task: OperationTask<Value, Failure>) -> Int? {
    history.lastIndex { $0.id == task.id }
  }

  /// Shows another value without counting it.
  public mutating func overlay(_ value: Value?) {
    record.touch()
    written = (value, revision)
  }

  /// Makes the revision greater than another.
  public mutating func advanceRevision(beyond previous: Int) {
    record.advanceRevision(beyond: previous)
  }

  /// Empties the history and gives up all runs.
  public mutating func reset(using context: OperationContext) -> OperationStateEffect {
    defer {
      history = []
      written = nil
      record.reset()
    }
    return .cancelling(history.filter(\.isLoading).map(\.task))
  }
}
