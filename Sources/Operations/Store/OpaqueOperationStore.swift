import Foundation

/// A store whose state type is not known.
public struct OpaqueOperationStore: OperationPathable, Sendable {
  let base: any ErasedOperationStore

  /// Erases the type of a store.
  public init<State>(_ store: OperationStore<State>) {
    self.base = store
  }

  /// The identity of the operation.
  public var path: OperationPath { base.path }

  /// The store with its type, or nil if it is another type.
  public func store<State>(of type: State.Type) -> OperationStore<State>? {
    base as? OperationStore<State>
  }

  /// The state.
  public var state: any OperationState { base.erasedState }

  /// The context of runs.
  public var context: OperationContext {
    get { base.context }
    nonmutating set { base.context = newValue }
  }

  /// The number of subscriptions.
  public var subscriberCount: Int { base.subscriberCount }

  /// Whether a run is going on.
  public var isLoading: Bool { base.isLoading }

  /// Whether the value should be fetched again.
  public var isStale: Bool { base.isStale }

  /// Whether the operation may run without being asked.
  public var isAutomaticRunningEnabled: Bool { base.isAutomaticRunningEnabled }

  /// Runs the operation.
  ///
  /// - Parameter context: The context of the run; nil for the store's.
  /// - Returns: The final value, or nil if there was nothing to run.
  /// - Throws: The failure of the run.
  @discardableResult
  public func run(using context: OperationContext? = nil) async throws -> (any Sendable)? {
    try await base.erasedRun(using: context)
  }

  /// Writes a value of a type that the compiler does not check.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: The context of the write; nil for the store's.
  /// - Returns: False if the value is of another type than the store's: then nothing is written.
  @discardableResult
  public func uncheckedSetCurrentValue(
    _ value: any Sendable, using context: OperationContext? = nil
  ) -> Bool {
    base.erasedSetCurrentValue(value, using: context)
  }

  /// Goes back to the initial state.
  public func resetState(using context: OperationContext? = nil) {
    base.resetState(using: context)
  }

  /// Marks the value as stale, and runs the operation if it is shown.
  public func invalidate() {
    base.invalidate()
  }

  /// Cancels every run that is going on.
  public func cancelRuns() {
    base.cancelRuns()
  }
}

/// A store as its client knows it.
protocol ErasedOperationStore: AnyObject, Sendable {
  var path: OperationPath { get }
  var erasedState: any OperationState { get }
  var context: OperationContext { get set }
  var subscriberCount: Int { get }
  var isLoading: Bool { get }
  var isStale: Bool { get }
  var isAutomaticRunningEnabled: Bool { get }
  /// Since when nobody has subscribed and nothing runs; nil otherwise.
  var evictableSince: Date? { get }
  func erasedRun(using context: OperationContext?) async throws -> (any Sendable)?
  func erasedSetCurrentValue(_ value: any Sendable, using context: OperationContext?) -> Bool
  func resetState(using context: OperationContext?)
  func invalidate()
  func cancelRuns()
}

extension OperationStore: OperationPathable {}

extension OperationStore: ErasedOperationStore {
  var erasedState: any OperationState { state }

  var evictableSince: Date? {
    guarded.withLock { $0.machine.hasActiveTasks ? nil : $0.idleSince }
  }

  func erasedRun(using context: OperationContext?) async throws -> (any Sendable)? {
    try await run(using: context, handler: nil)
  }

  func erasedSetCurrentValue(_ value: any Sendable, using context: OperationContext?) -> Bool {
    guard let value = value as? State.StateValue else { return false }
    setResult(to: .success(value), using: context)
    return true
  }
}
