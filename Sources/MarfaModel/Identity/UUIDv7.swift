/// A time-ordered unique id of RFC 9562, section 5.7.
///
/// ```swift
/// let id = UUIDv7("0199d1e0-0000-7000-8000-000000000001")
/// let made = id?.timestamp.iso8601
/// ```
public struct UUIDv7: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The first 8 bytes, big-endian: 48 bits of milliseconds, the version, 12 bits of counter.
  public let high: UInt64
  /// The last 8 bytes, big-endian: the variant and 62 bits.
  public let low: UInt64

  /// The id of some fields; surplus high bits of each are dropped.
  public init(milliseconds: Int64, randomA: UInt16, randomB: UInt64) {
    high = UInt64(bitPattern: milliseconds) << 16 | 0x7000 | UInt64(randomA & 0x0FFF)
    low = 0x8000_0000_0000_0000 | randomB & 0x3FFF_FFFF_FFFF_FFFF
  }

  /// Reads the 36 characters of an id; nil unless version and variant are right.
  ///
  /// Upper and lower case are read; the description is always lower case.
  public init?(_ text: some StringProtocol) {
    guard let (high, low) = UUIDv7.parse(text.utf8), high >> 12 & 0xF == 7, low >> 62 == 0b10
    else { return nil }
    self.high = high
    self.low = low
  }

  /// The same of a whole string, of which other modules would not get a version of their own.
  public init?(_ text: String) {
    var text = text
    guard let (high, low) = text.withUTF8(UUIDv7.parse), high >> 12 & 0xF == 7, low >> 62 == 0b10
    else { return nil }
    self.high = high
    self.low = low
  }

  /// When the id was made.
  public var timestamp: Timestamp {
    Timestamp(milliseconds: Int64(high >> 16))
  }

  /// The id in lower case, as `019d9154-7b3c-7a51-9f0e-0242ac120002`.
  public var description: String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      var position = 0
      for index in 0..<16 {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          buffer[position] = UInt8(ascii: "-")
          position += 1
        }
        let word = index < 8 ? high : low
        let byte = UInt8(truncatingIfNeeded: word >> UInt64(56 - index % 8 * 8))
        buffer[position] = UUIDv7.hexadecimal(byte >> 4)
        buffer[position + 1] = UUIDv7.hexadecimal(byte & 15)
        position += 2
      }
      return 36
    }
  }

  /// Whether one id sorts before the other, as their texts do.
  public static func < (left: UUIDv7, right: UUIDv7) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  /// Whether the text is an id of this kind.
  public static func isValid(_ text: some StringProtocol) -> Bool {
    UUIDv7(text) != nil
  }

  /// Whether the text is an id of this kind.
  public static func isValid(_ text: String) -> Bool {
    UUIDv7(text) != nil
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? 48 + digit : 87 + digit
  }

  private static func parse(_ text: some Collection<UInt8>) -> (UInt64, UInt64)? {
    var words: (UInt64, UInt64) = (0, 0)
    var digits = 0
    var position = 0
    for byte in text {
      if position == 8 || position == 13 || position == 18 || position == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard let value = nibble(byte), digits < 32 else { return nil }
        if digits < 16 {
          words.0 = words.0 << 4 | value
        } else {
          words.1 = words.1 << 4 | value
        }
        digits += 1
      }
      position += 1
    }
    return position == 36 ? words : nil
  }

  private static func nibble(_ byte: UInt8) -> UInt64? {
    switch byte {
    case 48...57: UInt64(byte - 48)
    case 65...70: UInt64(byte - 55)
    case 97...102: UInt64(byte - 87)
    default: nil
    }
  }
}
