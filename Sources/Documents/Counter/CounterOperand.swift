/// What is added to a counter: a whole number, or one whose fraction is dropped when it is added.
enum CounterOperand: Hashable, Sendable {
  case whole(Int64)
  case fraction(Double)

  /// The number that is added: truncated toward zero, and cut to the range of 64 bits.
  var truncated: Int64 {
    switch self {
    case .whole(let value): value
    case .fraction(let value): Self.truncate(value)
    }
  }

  /// The operand that reverses this one.
  var negated: CounterOperand {
    switch self {
    case .whole(let value): .whole(0 &- value)
    case .fraction(let value): .fraction(-value)
    }
  }

  static func truncate(_ value: Double) -> Int64 {
    if value.isNaN { return 0 }
    return Int64(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
  }
}
