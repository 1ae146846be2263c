import Foundation

/// What gives the time for the dates in a state and for staleness.
///
/// ```swift
/// context.operationClock = .timeFreeze(Date(timeIntervalSince1970: 1000))
/// let store = OperationStore.detached(query: PostQuery(id: 1), initialContext: context)
/// try await store.fetch()
/// let date = store.state.valueLastUpdatedAt  // 1000 seconds after 1970 began
/// ```
///
/// A clock may stand still or go backwards: no status and no order of events depends on it. It may
/// be read with the lock of a store or a client held, so it must give the time and nothing else.
public protocol OperationClock: Sendable {
  /// The current date.
  func now() -> Date
}

/// The clock of the system.
public struct SystemOperationClock: OperationClock {
  /// Has no state; every one shows the same time.
  public init() {}

  /// The system's current date.
  public func now() -> Date { Date() }
}

/// A clock that reads a closure.
public struct CustomOperationClock: OperationClock {
  private let read: @Sendable () -> Date

  /// Asks a closure at each reading, which may be on any thread.
  public init(_ now: @escaping @Sendable () -> Date) {
    read = now
  }

  /// The date that the closure returns.
  public func now() -> Date { read() }
}

/// A clock that does not move.
public struct FrozenOperationClock: OperationClock {
  private let date: Date

  /// Shows one date at all times.
  public init(_ date: Date) {
    self.date = date
  }

  /// The clock's date.
  public func now() -> Date { date }
}

extension OperationClock {
  /// A clock that is at the current date of this one.
  ///
  /// Use it for a run which yields many times and should leave one date.
  public func frozen() -> FrozenOperationClock {
    FrozenOperationClock(now())
  }
}

extension OperationClock where Self == SystemOperationClock {
  /// The clock of the system.
  public static var systemTime: Self { SystemOperationClock() }
}

extension OperationClock where Self == CustomOperationClock {
  /// A clock that reads the given closure.
  public static func custom(_ now: @escaping @Sendable () -> Date) -> Self {
    CustomOperationClock(now)
  }
}

extension OperationClock where Self == FrozenOperationClock {
  /// A clock that always shows the given date.
  public static func timeFreeze(_ date: Date) -> Self {
    FrozenOperationClock(date)
  }
}

extension OperationContext {
  /// The clock for the dates in states and for staleness; the system's by default.
  public var operationClock: any OperationClock {
    get { self[OperationClockKey.self] }
    set { self[OperationClockKey.self] = newValue }
  }

  private enum OperationClockKey: Key {
    static var defaultValue: any OperationClock { SystemOperationClock() }
  }
}
