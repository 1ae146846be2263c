import Foundation

/// A state for whose missing value a default can be shown.
public protocol DefaultableOperationState: OperationState {
  /// The type of the value once a default fills in.
  associatedtype DefaultStateValue: Sendable

  /// The value, or the default if there is nothing to show.
  ///
  /// - Parameter defaultValue: The default.
  /// - Returns: What to show.
  func currentValue(or defaultValue: @autoclosure () -> DefaultStateValue) -> DefaultStateValue

  /// The initial value, or the default if there is none.
  ///
  /// - Parameter defaultValue: The default.
  /// - Returns: What is shown before the first update.
  func initialValue(or defaultValue: @autoclosure () -> DefaultStateValue) -> DefaultStateValue

  /// A written value as the state keeps it.
  static func stateValue(for value: DefaultStateValue) -> StateValue

  /// The written value of a kept one, or nil if it has none.
  static func defaultStateValue(for value: StateValue) -> DefaultStateValue?
}

extension QueryState: DefaultableOperationState {
  /// The value, or the default before the first update.
  public func currentValue(or defaultValue: @autoclosure () -> Value) -> Value {
    currentValue ?? defaultValue()
  }

  /// The initial value, or the default.
  public func initialValue(or defaultValue: @autoclosure () -> Value) -> Value {
    initialValue ?? defaultValue()
  }

  /// The value itself.
  public static func stateValue(for value: Value) -> Value? { value }

  /// The value itself.
  public static func defaultStateValue(for value: Value?) -> Value? { value }
}

extension MutationState: DefaultableOperationState {
  /// The value, or the default while there is none.
  public func currentValue(or defaultValue: @autoclosure () -> Value) -> Value {
    currentValue ?? defaultValue()
  }

  /// The initial value, or the default.
  public func initialValue(or defaultValue: @autoclosure () -> Value) -> Value {
    initialValue ?? defaultValue()
  }

  /// The value itself.
  public static func stateValue(for value: Value) -> Value? { value }

  /// The value itself.
  public static func defaultStateValue(for value: Value?) -> Value? { value }
}

extension PaginatedState: DefaultableOperationState {
  /// The pages, or the default before the first update.
  public func currentValue(
    or defaultValue: @autoclosure () -> Pages<PageID, PageValue>
  ) -> Pages<PageID, PageValue> {
    valueUpdateCount == 0 && !isOverlaid ? defaultValue() : currentValue
  }

  /// The default.
  public func initialValue(
    or defaultValue: @autoclosure () -> Pages<PageID, PageValue>
  ) -> Pages<PageID, PageValue> {
    defaultValue()
  }

  /// The pages themselves.
  public static func stateValue(
    for value: Pages<PageID, PageValue>
  ) -> Pages<PageID, PageValue> {
    value
  }

  /// The pages themselves.
  public static func defaultStateValue(
    for value: Pages<PageID, PageValue>
  ) -> Pages<PageID, PageValue>? {
    value
  }
}

/// Gives the state beneath a default to those who know only that.
protocol DefaultedState {
  var erasedBase: any OperationState { get }
}

/// A state that shows a default where another has nothing to show.
///
/// ```swift
/// let store = client.store(for: count.defaultValue(0))
/// show(store.currentValue)  // 0, and no optional
/// try await store.fetch()
/// show(store.currentValue)  // what was fetched
/// ```
public struct DefaultOperationState<Base: DefaultableOperationState>: OperationState,
  DefaultedState
{
  /// What the base state says.
  public static var isRunAutomaticallyByDefault: Bool { Base.isRunAutomaticallyByDefault }

  /// What the base state says.
  public static var keepsResultOfEachTask: Bool { Base.keepsResultOfEachTask }

  /// The state without the default.
  public private(set) var base: Base
  private let defaultValue: @Sendable () -> Base.DefaultStateValue

  /// Puts a default over a state; it is computed each time it is shown.
  public init(_ base: Base, defaultValue: @escaping @Sendable () -> Base.DefaultStateValue) {
    self.base = base
    self.defaultValue = defaultValue
  }

  var erasedBase: any OperationState { base }

  /// The value, or the default.
  public var currentValue: Base.DefaultStateValue { base.currentValue(or: defaultValue()) }
  /// What is shown before the first update.
  public var initialValue: Base.DefaultStateValue { base.initialValue(or: defaultValue()) }
  /// The number of values received.
  public var valueUpdateCount: Int { base.valueUpdateCount }
  /// When the latest value came.
  public var valueLastUpdatedAt: Date? { base.valueLastUpdatedAt }
  /// The error of the latest result.
  public var error: Base.Failure? { base.error }
  /// The number of errors received.
  public var errorUpdateCount: Int { base.errorUpdateCount }
  /// When the latest error came.
  public var errorLastUpdatedAt: Date? { base.errorLastUpdatedAt }
  /// How the latest update went.
  public var outcome: OperationOutcome { base.outcome }
  /// Grows with every change.
  public var revision: Int { base.revision }
  /// Whether a run is going on.
  public var isLoading: Bool { base.isLoading }
  /// What a screen shows.
  public var status: OperationStatus<Base.StatusValue, Base.Failure> { base.status }

  /// The value that a value of the base state is shown as.
  func defaulted(_ value: Base.StateValue) -> Base.DefaultStateValue {
    Base.defaultStateValue(for: value) ?? defaultValue()
  }

  /// Prepares a run as the base state does.
  public func prepareRun(context: inout OperationContext) -> Bool {
    base.prepareRun(context: &context)
  }

  /// Schedules a task in the base state.
  public mutating func scheduleTask(
    _ task: inout OperationTask<Base.OperationValue, Base.Failure>
  ) {
    base.scheduleTask(&task)
  }

  /// Takes a result of a run into the base state.
  public mutating func update(
    with result: Result<Base.OperationValue, Base.Failure>,
    for task: OperationTask<Base.OperationValue, Base.Failure>, using context: OperationContext
  ) -> OperationStateEffect {
    base.update(with: result, for: task, using: context)
  }

  /// Takes a written result into the base state.
  public mutating func update(
    with result: Result<Base.DefaultStateValue, Base.Failure>, using context: OperationContext
  ) {
    base.update(with: result.map(Base.stateValue), using: context)
  }

  /// Records a cancellation in the base state.
  public mutating func cancelTask(_ task: OperationTask<Base.OperationValue, Base.Failure>) {
    base.cancelTask(task)
  }

  /// Finishes a task in the base state.
  public mutating func finishTask(_ task: OperationTask<Base.OperationValue, Base.Failure>) {
    base.finishTask(task)
  }

  /// Shows another value without counting it.
  public mutating func overlay(_ value: Base.DefaultStateValue) {
    base.overlay(Base.stateValue(for: value))
  }

  /// Makes the revision greater than another.
  public mutating func advanceRevision(beyond previous: Int) {
    base.advanceRevision(beyond: previous)
  }

  /// Resets the base state.
  public mutating func reset(using context: OperationContext) -> OperationStateEffect {
    base.reset(using: context)
  }
}

extension DefaultOperationState: QueryStateProtocol where Base: QueryStateProtocol {}

extension DefaultOperationState: MutationStateProtocol where Base: MutationStateProtocol {
  /// The runs, oldest first.
  public var history: [MutationHistoryEntry<Base.Arguments, Base.OperationValue, Base.Failure>] {
    base.history
  }
}

extension DefaultOperationState: PaginatedStateProtocol where Base: PaginatedStateProtocol {
  /// The pages that were fetched or written; never the default.
  public var loadedPages: Pages<Base.PageID, Base.PageValue> { base.loadedPages }
  /// The id of the page after the last.
  public var nextPageId: Base.PageID? { base.nextPageId }
  /// The id of the page before the first.
  public var previousPageId: Base.PageID? { base.previousPageId }
  /// Whether a page may follow the last.
  public var hasNextPage: Bool { base.hasNextPage }
  /// Whether a page may precede the first.
  public var hasPreviousPage: Bool { base.hasPreviousPage }
  /// Whether all pages are being fetched.
  public var isLoadingAllPages: Bool { base.isLoadingAllPages }
  /// Whether the first page is being fetched.
  public var isLoadingInitialPage: Bool { base.isLoadingInitialPage }
  /// Whether the next page is being fetched.
  public var isLoadingNextPage: Bool { base.isLoadingNextPage }
  /// Whether the previous page is being fetched.
  public var isLoadingPreviousPage: Bool { base.isLoadingPreviousPage }
}
