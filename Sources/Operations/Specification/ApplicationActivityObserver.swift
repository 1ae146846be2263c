import Synchronization

/// What knows whether the application is in front.
///
/// A terminal knows by focus events, and by being stopped and continued.
public protocol ApplicationActivityObserver: Sendable {
  /// Calls a closure with the current answer, if there is one, and with each new one.
  ///
  /// - Parameter handler: Called on any thread; true while the application is in front.
  /// - Returns: The subscription.
  func subscribe(with handler: @escaping @Sendable (Bool) -> Void) -> OperationSubscription
}

/// Holds while the application is in front; it is assumed to be until the observer says otherwise.
public final class ApplicationIsActiveRunSpecification: OperationRunSpecification {
  private final class Activity: Sendable {
    let isActive = Mutex(true)
    let observers = ObserverList<Bool>()
  }

  private let activity: Activity
  private let subscription: OperationSubscription

  /// Subscribes to the observer for as long as the condition lives.
  public init(observer: any ApplicationActivityObserver) {
    let activity = Activity()
    self.activity = activity
    self.subscription = observer.subscribe { isActive in
      activity.isActive.withLock { $0 = isActive }
      activity.observers.send(isActive)
    }
  }

  /// Whether the application is in front and the operation takes part in this.
  public func isSatisfied(in context: OperationContext) -> Bool {
    context.isApplicationActiveRerunningEnabled && activity.isActive.withLock { $0 }
  }

  /// Subscribes to the activity.
  public func subscribe(
    in context: OperationContext, onChange: @escaping @Sendable () -> Void
  ) -> OperationSubscription {
    activity.observers.add { _ in onChange() }
  }
}

extension OperationRunSpecification where Self == ApplicationIsActiveRunSpecification {
  /// Holds while the application is in front.
  public static func applicationIsActive(observer: any ApplicationActivityObserver) -> Self {
    ApplicationIsActiveRunSpecification(observer: observer)
  }
}

extension OperationContext {
  /// Whether coming to the front may rerun the operation; true by default.
  public internal(set) var isApplicationActiveRerunningEnabled: Bool {
    get { self[IsApplicationActiveRerunningEnabledKey.self] }
    set { self[IsApplicationActiveRerunningEnabledKey.self] = newValue }
  }

  private enum IsApplicationActiveRerunningEnabledKey: Key {
    static let defaultValue = true
  }
}
