import MarfaModel

/// When a delivery that failed is tried again.
public enum RetrySchedule {
  /// Waits after the first, the second, … failure, in seconds: 30 s, 2 min, 10 min, 1 h, 6 h,
  /// 24 h, 72 h.
  public static let waits: [Int64] = [30, 120, 600, 3_600, 21_600, 86_400, 259_200]

  /// The instant of the next attempt, or nil when no more is made.
  ///
  /// `attempts`: Attempts made so far, at least 1.
  public static func next(afterAttempts attempts: Int, at now: Timestamp) -> Timestamp? {
    guard waits.indices.contains(attempts - 1) else { return nil }
    return Timestamp(milliseconds: now.milliseconds + waits[attempts - 1] * 1_000)
  }
}
