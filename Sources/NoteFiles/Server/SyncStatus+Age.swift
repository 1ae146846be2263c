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

  /// How long it is until the server is asked again, in words; nil while nobody waits for that.
  ///
  /// In steps that get finer, so that a server that is away for long costs few frames.
  package func reconnectsIn(at now: Date) -> String? {
    untilReconnecting(at: now).map(Self.counted)
  }

  /// When the server is asked again, as a sentence with the figure of the status line; nil while
  /// nobody waits for that.
  package func nextTry(at now: Date) -> String? {
    guard let rest = tryIn(at: now) else { return nil }
    return rest > 0 ? "Next try in \(Self.counted(rest))." : "Trying now."
  }

  /// The seconds until the server is asked again; nil while nobody waits for that, and where a
  /// clock that was set back makes a year of a minute.
  private func tryIn(at now: Date) -> TimeInterval? {
    guard let rest = reconnectsAt?.timeIntervalSince(now), rest <= 86_400 else { return nil }
    return rest
  }

  private static func counted(_ rest: TimeInterval) -> String {
    let seconds = rest.rounded(.up)
    let step = countdownStep(seconds)
    let shown = Int((seconds / step).rounded(.up) * step)
    return shown > 60 ? "\(shown / 60)m" : "\(shown)s"
  }

  private func untilReconnecting(at now: Date) -> TimeInterval? {
    guard connection == .offline else { return nil }
    return tryIn(at: now).flatMap { $0 > 0 ? $0 : nil }
  }

  private static func countdownStep(_ seconds: TimeInterval) -> TimeInterval {
    seconds <= 10 ? 1 : seconds <= 60 ? 10 : 60
  }

  /// When any of this is next other; nil when it is not.
  package func untilNextAge(at now: Date) -> Duration? {
    [untilNextWait(at: now), untilNextCount(at: now)].compactMap(\.self).min()
  }

  private func untilNextCount(at now: Date) -> Duration? {
    guard let rest = untilReconnecting(at: now) else { return nil }
    let step = Self.countdownStep(rest.rounded(.up))
    return .seconds(rest - ((rest / step).rounded(.up) - 1) * step)
  }

  private func untilNextWait(at now: Date) -> Duration? {
    guard let seconds = waiting(at: now) else { return nil }
    if seconds < Self.barSeconds { return .seconds(Self.barSeconds - seconds) }
    if seconds < Self.ageSeconds { return .seconds(Self.ageSeconds - seconds) }
    let step = seconds < 3600 ? 60.0 : 3600.0
    return .seconds(step - seconds.truncatingRemainder(dividingBy: step))
  }
}
