import Foundation

/// How long the oldest change has waited, as it is shown.
extension SyncStatus {
  /// From when on what waits has a bar of its own, in seconds: what is sent at once moves nothing.
  package static let barSeconds = 2.0
  /// The least age that is shown, in seconds.
  package static let ageSeconds = 10.0

  /// How long the oldest change has waited, in seconds; nil when none waits.
  package func waiting(at now: Date) -> TimeInterval? {
    guard pending > 0, let oldestPending else { return nil }
    return max(0, now.timeIntervalSince(oldestPending))
  }

  /// The age in words, for the oldest change; nil while it is young.
  package func age(at now: Date) -> String? {
    guard let seconds = waiting(at: now), seconds >= Self.ageSeconds else { return nil }
    if seconds < 60 { return "<1m" }
    if seconds < 3600 { return "\(Int(seconds / 60))m" }
    if seconds < 86_400 { return "\(Int(seconds / 3600))h" }
    return "\(Int(seconds / 86_400))d"
  }

  /// Whether the bar of what waits is shown.
  package func hasBar(at now: Date) -> Bool {
    waiting(at: now).map { $0 >= Self.barSeconds } ?? false
  }

  /// When any of this is next other; nil when it is not.
  package func untilNextAge(at now: Date) -> Duration? {
    guard let seconds = waiting(at: now) else { return nil }
    if seconds < Self.barSeconds { return .seconds(Self.barSeconds - seconds) }
    if seconds < Self.ageSeconds { return .seconds(Self.ageSeconds - seconds) }
    let step = seconds < 3600 ? 60.0 : 3600.0
    return .seconds(step - seconds.truncatingRemainder(dividingBy: step))
  }
}
