import Synchronization

/// Keeps something going until it is cancelled or released.
///
/// ```swift
/// var subscriptions: [OperationSubscription] = []
/// store.subscribe(with: handler).store(in: &subscriptions)
/// network.subscribe { status in show("\(status)") }.store(in: &subscriptions)
/// subscriptions.removeAll()  // both end
/// ```
///
/// Releasing the last reference cancels, so a subscription that is not kept ends at once.
public final class OperationSubscription: Sendable {
  private let onCancel: Mutex<(@Sendable () -> Void)?>

  /// Keeps something going until its end, which the closure brings about.
  ///
  /// - Parameter onCancel: Called once, at the first cancellation or the release.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = Mutex(onCancel)
  }

  /// A subscription to nothing.
  public static var empty: OperationSubscription { OperationSubscription {} }

  /// One subscription for several, cancelled together.
  public static func combined(_ subscriptions: [OperationSubscription]) -> OperationSubscription {
    OperationSubscription { subscriptions.forEach { $0.cancel() } }
  }

  /// One subscription for several, cancelled together.
  public static func combined(_ subscriptions: OperationSubscription...) -> OperationSubscription {
    combined(subscriptions)
  }

  /// Ends the subscription; only the first call has an effect.
  public func cancel() {
    let action = onCancel.withLock { action in
      defer { action = nil }
      return action
    }
    action?()
  }

  /// Keeps the subscription in a collection.
  public func store(in collection: inout [OperationSubscription]) {
    collection.append(self)
  }

  deinit { cancel() }
}
