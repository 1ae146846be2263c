/// Reads one number of a JSON text.
struct JSONNumberScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let wideIntegers: JSONParser.WideIntegers
  private(set) var position: Int

  init(
    bytes: UnsafeBufferPointer<UInt8>, position: Int, wideIntegers: JSONParser.WideIntegers
  ) {
    self.bytes = bytes
    self.position = position
    self.wideIntegers = wideIntegers
  }

  mutating func scan() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    let isNegative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var magnitude: UInt64 = 0
    var overflowed = false
    let firstDigit = position
    while let digit = digit {
      let (product, first) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, second) = product.addingReportingOverflow(UInt64(digit))
      overflowed = overflowed || first || second
      magnitude = sum
      position += 1
    }
    guard position > firstDigit,
      position == firstDigit + 1 || bytes[firstDigit] != UInt8(ascii: "0")
    else { throw JSONSyntaxError(.invalidNumber, offset: start) }
    let isWhole = try !scanFractionAndExponent(start)
    // Minus zero has no integer.
    if isWhole, !overflowed, !(isNegative && magnitude == 0) {
      if !isNegative, let value = Int64(exactly: magnitude) { return .integer(value) }
      if isNegative, magnitude <= 1 << 63 {
        return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
      }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw JSONSyntaxError(.invalidNumber, offset: start)
    }
    // A double written in full, as JavaScript does, is no wide integer.
    if isWhole, wideIntegers == .refused, Self.digits(text) != Self.digits(value.description) {
      throw JSONSyntaxError(.wideInteger, offset: start)
    }
    return .number(value)
  }

  /// The significant digits of a number: none of its exponent, no zeros at the end.
  private static func digits(_ text: String) -> String {
    var digits = text.prefix { $0 != "e" }.filter(\.isNumber)
    while digits.last == "0" { digits.removeLast() }
    return digits
  }

  /// Whether there was a fraction or an exponent.
  private mutating func scanFractionAndExponent(_ start: Int) throws(JSONSyntaxError) -> Bool {
    var found = false
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try scanDigits(start)
      found = true
    }
    if position < bytes.count, bytes[position] | 32 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count,
        bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
      {
        position += 1
      }
      try scanDigits(start)
      found = true
    }
    return found
  }

  private mutating func scanDigits(_ start: Int) throws(JSONSyntaxError) {
    guard digit != nil else { throw JSONSyntaxError(.invalidNumber, offset: start) }
    while digit != nil { position += 1 }
  }

  private var digit: UInt8? {
    guard position < bytes.count, bytes[position] &- 48 < 10 else { return nil }
    return bytes[position] - 48
  }
}
