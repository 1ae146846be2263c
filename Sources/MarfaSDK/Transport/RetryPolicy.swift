/// When a request that failed is sent again: after a random part of a wait that doubles.
///
/// What may succeed later is tried again: a connection that failed, 408, 425, 429 and 5xx.
/// Everything else is not. A request that changes something is only sent again when the server
/// certainly did not receive it, answered that it did nothing, or knows it by its idempotency key.
///
/// ```swift
/// var patient = ClientConfiguration()
/// patient.retry = RetryPolicy(maximumAttempts: 5, cap: .seconds(10))
/// ```
public struct RetryPolicy: Hashable, Sendable {
  /// The most times that a request is sent, 1 or more.
  public var maximumAttempts: Int
  /// The upper bound of the first wait.
  public var base: Duration
  /// The upper bound of every wait, also of one that a server asks for.
  public var cap: Duration

  /// By default three attempts, from 1 s and at most 60 s apart.
  public init(
    maximumAttempts: Int = 3, base: Duration = .seconds(1), cap: Duration = .seconds(60)
  ) {
    self.maximumAttempts = max(1, maximumAttempts)
    self.base = base
    self.cap = cap
  }

  /// Sends every request once.
  public static let never = RetryPolicy(maximumAttempts: 1)

  /// How long to wait before the next attempt.
  ///
  /// - Parameters:
  ///   - attempts: How many attempts have failed, 1 or more.
  ///   - retryAfter: The wait that the server asked for; it is kept exactly, up to the cap.
  ///   - fraction: A random number from 0 up to but not including 1 ("full jitter", so that many
  ///     clients do not come back at once).
  /// - Returns: The wait; nil when there is no further attempt.
  public func delay(
    afterAttempts attempts: Int, retryAfter: Duration? = nil, fraction: Double
  ) -> Duration? {
    guard attempts < maximumAttempts else { return nil }
    if let retryAfter { return min(max(retryAfter, .zero), cap) }
    // 2^40 bases are beyond every cap, and no exponent overflows.
    let bound = min(base * (1 << min(max(attempts, 1) - 1, 40)), cap)
    return bound * min(max(fraction, 0), 1)
  }

  /// Whether a status may be another one later.
  ///
  /// - Parameter status: The HTTP status.
  /// - Returns: Whether it is 408, 425, 429 or 5xx.
  public static func isTransient(status: Int) -> Bool {
    [408, 425, 429].contains(status) || (500...599).contains(status)
  }
}
