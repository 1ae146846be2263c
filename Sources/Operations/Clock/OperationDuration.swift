/// A length of time, as the modifiers take it.
public typealias OperationDuration = Duration

extension Duration {
  /// The product, or the longest or shortest duration there is instead of an overflow.
  func saturatingMultiplied(by factor: Int128) -> Duration {
    let (product, overflow) = attoseconds.multipliedReportingOverflow(by: factor)
    guard overflow else { return Duration(attoseconds: product) }
    return (attoseconds < 0) == (factor < 0) ? .longest : Duration(attoseconds: .min)
  }

  /// The longest duration that the type can hold, some 5 · 10¹² years.
  static var longest: Duration { Duration(attoseconds: .max) }

  /// The duration in seconds, rounded to the precision of `Double`.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
