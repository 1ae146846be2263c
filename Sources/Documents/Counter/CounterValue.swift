/// A number that replicas add to; sums wrap at its width.
public enum CounterValue: Hashable, Sendable {
  case integer(Int32)
  case long(Int64)

  /// The number, widened.
  public var number: Int64 {
    switch self {
    case .integer(let value): Int64(value)
    case .long(let value): value
    }
  }

  /// Adds an operand, wrapped to the width of the counter (two's complement).
  mutating func add(_ operand: Int64) {
    switch self {
    case .integer(let value): self = .integer(Int32(truncatingIfNeeded: Int64(value) &+ operand))
    case .long(let value): self = .long(value &+ operand)
    }
  }
}
