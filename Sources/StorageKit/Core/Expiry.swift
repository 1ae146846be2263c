import Foundation

/// The one rule of expiry, shared by every cache: expired when `expiresAt <= now`.
enum Expiry {
  /// The moment at which an entry written now expires.
  ///
  /// - Parameters:
  ///   - ttl: Seconds to live; `nil` takes the default, zero or less never expires.
  ///   - defaultTTL: Seconds to live when `ttl` is `nil`; zero or less never expires.
  ///   - now: The moment of the write.
  /// - Returns: The moment, or `nil` for an entry that never expires.
  static func moment(
    ttl: TimeInterval?, defaultTTL: TimeInterval, now: Date
  ) -> Date? {
    let seconds = ttl ?? defaultTTL
    return seconds > 0 ? now.addingTimeInterval(seconds) : nil
  }

  /// Whether an entry has expired at a given moment.
  static func hasPassed(_ expiresAt: Date?, now: Date) -> Bool {
    expiresAt.map { $0 <= now } ?? false
  }
}
