import Foundation

/// How many changes the screen says to wait: what is sent at once is never among them.
///
/// A change counts from when it has waited for `grace`. So typing in a note that is sent with every
/// key paints nothing but the text, and a change that stays behind is shown half a second after it.
/// That all is on the server is another claim: it ends with the first change, and is made again
/// when nothing has waited for `grace`, so that a burst of changes paints it twice.
package struct ShownPending: Hashable, Sendable {
  /// For how long a change has to wait before it is shown.
  package static let grace = Duration.milliseconds(500)

  /// The number that is shown.
  package private(set) var count = 0
  /// Whether something waits, or did within `grace`.
  package private(set) var isSettling = false
  /// Since when nothing waits; nil while something does.
  private var calmSince: Duration?
  /// Since when more wait than are shown; nil while no more do.
  private var moreSince: Duration?
  /// When the oldest that waits was made.
  private var oldest: Date?

  /// Nothing waits.
  package init() {}

  /// Takes the numbers of the present.
  ///
  /// - Parameters:
  ///   - pending: How many changes wait.
  ///   - oldest: When the oldest of them was made; nil where none waits.
  ///   - isLive: Whether changes are sent as they happen; where they are not, all that wait are
  ///     shown at once.
  ///   - time: The time since a fixed instant.
  ///   - now: The time of the day.
  /// - Returns: The time until something else is shown if nothing changes; nil for never.
  package mutating func take(
    _ pending: Int, oldest: Date?, isLive: Bool, at time: Duration, now: Date
  ) -> Duration? {
    let calm = settle(pending, at: time)
    let count = count(pending, oldest: oldest, isLive: isLive, at: time, now: now)
    return [calm, count].compactMap(\.self).min()
  }

  /// Takes the number for the claim that all is on the server.
  private mutating func settle(_ pending: Int, at time: Duration) -> Duration? {
    guard pending == 0 else {
      (isSettling, calmSince) = (true, nil)
      return nil
    }
    guard isSettling else { return nil }
    let since = calmSince ?? time
    let rest = since + Self.grace - time
    (isSettling, calmSince) = (rest > .zero, since)
    return isSettling ? rest : nil
  }

  /// Takes the number that is shown.
  private mutating func count(
    _ pending: Int, oldest: Date?, isLive: Bool, at time: Duration, now: Date
  ) -> Duration? {
    defer { self.oldest = oldest }
    guard isLive, pending > count else {
      (count, moreSince) = (pending, nil)
      return nil
    }
    // One after the other that is sent is no waiting.
    if count == 0, oldest != self.oldest { moreSince = nil }
    let since = moreSince ?? time - (count == 0 ? Self.age(of: oldest, at: now) : .zero)
    let rest = since + Self.grace - time
    guard rest > .zero else {
      (count, moreSince) = (pending, nil)
      return nil
    }
    moreSince = since
    return rest
  }

  /// For how long a change has waited before it was seen; a clock that was set makes it no younger
  /// than new.
  private static func age(of oldest: Date?, at now: Date) -> Duration {
    guard let oldest else { return .zero }
    return min(grace, max(.zero, .seconds(now.timeIntervalSince(oldest))))
  }
}
