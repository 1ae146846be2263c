/// A condition that can be asked and subscribed to: whether the network is there, whether the
/// application is in front.
///
/// ```swift
/// let isPaused = AsyncSequenceRunSpecification(observing: pauses, initialValue: true)
/// let query = PostQuery(id: 1).runAutomatically(while: .connected(to: network) && !isPaused)
/// ```
///
/// Conditions combine with `&&`, `||` and `!`.
public protocol OperationRunSpecification: Sendable {
  /// Whether the condition holds now.
  func isSatisfied(in context: OperationContext) -> Bool

  /// Calls a closure whenever the answer may have changed.
  ///
  /// - Parameters:
  ///   - context: The context of the store that asks.
  ///   - onChange: A pulse without a value; the caller asks again.
  /// - Returns: The subscription.
  func subscribe(
    in context: OperationContext, onChange: @escaping @Sendable () -> Void
  ) -> OperationSubscription
}

extension OperationRunSpecification {
  /// Waits until the condition holds.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  func waitUntilSatisfied(in context: OperationContext) async throws {
    while !isSatisfied(in: context) {
      let pulse = OneShot<Void>()
      let subscription = subscribe(in: context) { pulse.fulfil(()) }
      defer { subscription.cancel() }
      // It may have changed before the subscription.
      if isSatisfied(in: context) { return }
      guard await pulse.valueUnlessCancelled() != nil else { throw CancellationError() }
    }
  }
}

/// A condition that never changes.
public struct AlwaysRunSpecification: OperationRunSpecification {
  private let isTrue: Bool

  /// Gives one answer at all times.
  public init(_ isTrue: Bool) {
    self.isTrue = isTrue
  }

  /// The answer.
  public func isSatisfied(in context: OperationContext) -> Bool { isTrue }

  /// Subscribes to nothing.
  public func subscribe(
    in context: OperationContext, onChange: @escaping @Sendable () -> Void
  ) -> OperationSubscription {
    .empty
  }
}

extension OperationRunSpecification where Self == AlwaysRunSpecification {
  /// A condition that never changes.
  public static func always(_ isTrue: Bool) -> Self { AlwaysRunSpecification(isTrue) }
}
