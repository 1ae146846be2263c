/// Who made a change: twelve bytes that the server hands out, ordered bytewise.
public struct ActorID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The first eight bytes, the first of them the most significant.
  let high: UInt64
  /// The last four bytes.
  let low: UInt32

  /// The actor of a replica that was never attached: twelve zero bytes.
  public static let initial = ActorID(high: 0, low: 0)

  /// The last actor of the order: twelve bytes of 255.
  public static let max = ActorID(high: .max, low: .max)

  init(high: UInt64, low: UInt32) {
    self.high = high
    self.low = low
  }

  /// An actor from its number; larger numbers are later in the order.
  public init(number: UInt64) {
    high = number >> 32
    low = UInt32(truncatingIfNeeded: number)
  }

  /// An actor from its bytes, or nil unless there are twelve.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 12 else { return nil }
    high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes.suffix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// An actor from 24 hexadecimal digits, or nil for any other text.
  public init?(_ text: String) {
    let digits = Swift.Array(text.utf8)
    guard digits.count == 24 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: 24, by: 2) {
      guard let first = Self.value(digits[index]), let second = Self.value(digits[index + 1])
      else { return nil }
      bytes.append(first << 4 | second)
    }
    self.init(bytes: bytes)
  }

  /// The twelve bytes, in the order in which actors are compared.
  public var bytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: high >> (56 - 8 * UInt64($0))) }
      + (0..<4).map { UInt8(truncatingIfNeeded: low >> (24 - 8 * UInt32($0))) }
  }

  /// The bytes as 24 lowercase hexadecimal digits.
  public var description: String {
    let digits = Swift.Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// Compares bytewise.
  public static func < (left: ActorID, right: ActorID) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
