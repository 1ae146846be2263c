/// How long to wait before a retry, as a function of the retry's number.
///
/// ```swift
/// let backoff = OperationBackoffFunction.exponential(.seconds(1)).capped(at: .seconds(5))
/// let waits = (1...4).map { backoff($0) }  // 1, 2, 4 and 5 seconds
/// let query = PostQuery(id: 1).retry(limit: 4).backoff(backoff.jittered())
/// ```
///
/// Retries are numbered from 1. No function traps: where a product would overflow, the longest
/// duration takes its place, and ``capped(at:)`` bounds it.
public struct OperationBackoffFunction: Sendable, CustomStringConvertible {
  /// What the function does, for logs.
  public let description: String
  private let duration: @Sendable (Int) -> OperationDuration

  /// Asks a closure with the number of the retry, from 1; the words describe it in logs.
  public init(_ description: String, _ duration: @escaping @Sendable (Int) -> OperationDuration) {
    self.description = description
    self.duration = duration
  }

  /// The wait before the given retry, counted from 1.
  public func callAsFunction(_ retry: Int) -> OperationDuration {
    duration(retry)
  }
}

extension OperationBackoffFunction {
  /// Never waits.
  public static let noBackoff = Self("No backoff") { _ in .zero }

  /// Always waits for the same duration.
  public static func constant(_ duration: OperationDuration) -> Self {
    Self("Constant \(duration)") { _ in duration }
  }

  /// Waits d, 2d, 3d, ….
  public static func linear(_ duration: OperationDuration) -> Self {
    Self("Linear \(duration)") { retry in
      duration.saturatingMultiplied(by: Int128(max(retry, 0)))
    }
  }

  /// Waits d, 2d, 4d, 8d, …, and nothing before retry 0.
  public static func exponential(_ duration: OperationDuration) -> Self {
    Self("Exponential \(duration)") { retry in
      guard retry > 0 else { return .zero }
      return duration.saturatingMultiplied(by: 1 << Int128(min(retry - 1, 126)))
    }
  }

  /// Waits d, d, 2d, 3d, 5d, 8d, ….
  public static func fibonacci(_ duration: OperationDuration) -> Self {
    Self("Fibonacci \(duration)") { retry in
      var (current, next): (Int128, Int128) = (0, 1)
      // The 184th number is the last that fits in 128 bits.
      for _ in 0..<min(max(retry, 0), 183) { (current, next) = (next, current + next) }
      return duration.saturatingMultiplied(by: current)
    }
  }

  /// Waits as the closure says.
  public static func custom(
    _ description: String = "Custom", _ duration: @escaping @Sendable (Int) -> OperationDuration
  ) -> Self {
    Self(description, duration)
  }

  /// The same function, never longer than the given duration.
  public func capped(at maximum: OperationDuration) -> Self {
    Self("\(description), at most \(maximum)") { min(self($0), maximum) }
  }

  /// A uniform choice from nothing up to, but not including, what this function says.
  ///
  /// Chosen in nanoseconds; a wait of zero or less stays zero.
  public func jittered() -> Self {
    Self("\(description), jittered") { retry in
      Self.jitter(self(retry)) { Int64.random(in: $0) }
    }
  }

  /// A uniform choice like ``jittered()``, drawn from a generator that is shared by all copies.
  ///
  /// - Parameter generator: Where the choices come from; give a seeded one for repeatable waits.
  /// - Returns: The jittered function.
  public func jittered(using generator: some RandomNumberGenerator & Sendable) -> Self {
    let shared = LockedGenerator(generator)
    return Self("\(description), jittered") { retry in
      let wait = self(retry)
      return Self.jitter(wait) { range in
        shared.withGenerator { Int64.random(in: range, using: &$0) }
      }
    }
  }

  private static func jitter(
    _ duration: OperationDuration, choose: (Range<Int64>) -> Int64
  ) -> OperationDuration {
    let nanoseconds = Int64(clamping: duration.attoseconds / 1_000_000_000)
    return nanoseconds > 0 ? .nanoseconds(choose(0..<nanoseconds)) : .zero
  }
}

extension OperationContext {
  /// How long retries wait; 1, 2, 4, 8, … seconds by default.
  public var operationBackoffFunction: OperationBackoffFunction {
    get { self[OperationBackoffFunctionKey.self] }
    set { self[OperationBackoffFunctionKey.self] = newValue }
  }

  private enum OperationBackoffFunctionKey: Key {
    static let defaultValue = OperationBackoffFunction.exponential(.seconds(1))
  }
}
