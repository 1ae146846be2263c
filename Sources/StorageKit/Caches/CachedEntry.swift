import Foundation

/// A cached value with the moments that say how old it is.
public struct CachedEntry<Value: Sendable>: Sendable {
  /// The value.
  public let value: Value
  /// When the value was stored.
  public let storedAt: Date
  /// When it expires, or `nil` for never.
  public let expiresAt: Date?

  /// Joins a value and its moments.
  public init(value: Value, storedAt: Date, expiresAt: Date?) {
    self.value = value
    self.storedAt = storedAt
    self.expiresAt = expiresAt
  }

  /// Whether the value is older than an age allows.
  ///
  /// - Parameters:
  ///   - age: Seconds since it was stored.
  ///   - now: The present moment.
  /// - Returns: True from exactly that age on.
  func isOlder(than age: TimeInterval, now: Date) -> Bool {
    storedAt.addingTimeInterval(age) <= now
  }
}

extension CachedEntry: Equatable where Value: Equatable {}
