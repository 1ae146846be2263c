import MarfaModel

/// When a delivery that failed is tried again.
public enum RetrySchedule {
  /// Waits after the first, the second, … failure, in seconds: 30 s, 2 min, 10 min, 1 h, 6 h,
  /// 24 h, 72 h.
  public static let waits: [Int64] = [30, 120, 600, 3_600, 21_600, 86_400, 259_200]

  /// Finds when the next attempt is due.
  ///
  /// - Parameters:
  ///   - attempts: Attempts made so far, at least 1.
  ///   - now: When the last one ended.
  /// - Returns: The instant, or nil when no more is made.
  public static func next(afterAttempts attempts: Int, at now: Timestamp) -> Timestamp? {
    guard waits.indices.contains(attempts - 1) else { return nil }
    return Timestamp(milliseconds: now.milliseconds + waits[attempts - 1] * 1_000)
  }
}
