import Foundation

/// The state of an operation as a value.
///
/// A state is a machine: its mutating functions take what happened and change it, without running
/// anything. They are called by a store with its lock held and must not call out; what has to be
/// done outside they return as an ``OperationStateEffect``.
public protocol OperationState: Sendable {
  /// The type of ``currentValue``.
  associatedtype StateValue: Sendable
  /// What a run of the operation returns and yields.
  associatedtype OperationValue: Sendable
  /// What the status shows of a success.
  associatedtype StatusValue: Sendable
  /// What a run throws.
  associatedtype Failure: Error

  /// Whether each task keeps a result of its own.
  ///
  /// A result that several runs share is then taken for each of them, and otherwise once.
  static var keepsResultOfEachTask: Bool { get }

  /// Whether a client by default lets an operation with this state run without being asked, and
  /// lets its runs share executions.
  static var isRunAutomaticallyByDefault: Bool { get }

  /// The value to show.
  var currentValue: StateValue { get }
  /// The value before the first update and after a reset.
  var initialValue: StateValue { get }
  /// The number of values received since the start or the last reset, yields included.
  var valueUpdateCount: Int { get }
  /// When the latest value came; nil before the first.
  var valueLastUpdatedAt: Date? { get }
  /// The error of the latest result; nil after a success.
  var error: Failure? { get }
  /// The number of errors received since the start or the last reset, yields included.
  var errorUpdateCount: Int { get }
  /// When the latest error came; nil before the first.
  var errorLastUpdatedAt: Date? { get }
  /// How the latest update went.
  var outcome: OperationOutcome { get }
  /// A number that grows with every change of the state, also through a reset.
  var revision: Int { get }
  /// Whether a run is going on.
  var isLoading: Bool { get }
  /// What a screen shows.
  var status: OperationStatus<StatusValue, Failure> { get }

  /// Fills in what a plain run needs, or says that there is nothing to run.
  ///
  /// - Parameter context: The context of the run.
  /// - Returns: Whether a run is possible.
  func prepareRun(context: inout OperationContext) -> Bool

  /// A task was made for a run; it may be given dependencies here.
  mutating func scheduleTask(_ task: inout OperationTask<OperationValue, Failure>)

  /// A run yielded, returned or threw a result.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - task: The task of the run.
  ///   - context: The context of the result; its reason tells a yield from the end.
  /// - Returns: What the store must do outside its lock.
  mutating func update(
    with result: Result<OperationValue, Failure>,
    for task: OperationTask<OperationValue, Failure>,
    using context: OperationContext
  ) -> OperationStateEffect

  /// A value or an error was written from outside a run.
  ///
  /// - Parameters:
  ///   - result: The value or error.
  ///   - context: The context of the write.
  mutating func update(with result: Result<StateValue, Failure>, using context: OperationContext)

  /// A run ended by cancellation: neither value nor error change.
  mutating func cancelTask(_ task: OperationTask<OperationValue, Failure>)

  /// A run ended, after its last result was taken.
  mutating func finishTask(_ task: OperationTask<OperationValue, Failure>)

  /// Shows another value, without counting it as an update.
  mutating func overlay(_ value: StateValue)

  /// Makes the revision greater than another, if it is not already.
  ///
  /// - Parameter previous: The revision of the state that was shown before.
  mutating func advanceRevision(beyond previous: Int)

  /// Goes back to the initial value.
  ///
  /// - Parameter context: The context of the reset.
  /// - Returns: The tasks to be cancelled.
  mutating func reset(using context: OperationContext) -> OperationStateEffect
}

extension OperationState {
  /// True: running again does no harm.
  public static var isRunAutomaticallyByDefault: Bool { true }

  /// False: the state keeps the latest result only.
  public static var keepsResultOfEachTask: Bool { false }

  /// Says that a plain run is possible as it is.
  public func prepareRun(context: inout OperationContext) -> Bool { true }
}

/// What a store has to do for a state after it has released its lock.
public struct OperationStateEffect: Sendable {
  /// Cancels the tasks that a reset leaves behind.
  var cancellations: [OperationTaskCore] = []
  /// The mistakes to report.
  public var issues: [OperationIssue] = []

  /// Nothing to do.
  public static var none: Self { Self() }

  /// Mistakes to report.
  public static func reporting(_ issues: OperationIssue...) -> Self {
    Self(issues: issues)
  }

  /// Tasks to cancel.
  public static func cancelling<Value, Failure>(
    _ tasks: some Sequence<OperationTask<Value, Failure>>
  ) -> Self {
    Self(cancellations: tasks.map(\.core))
  }
}
