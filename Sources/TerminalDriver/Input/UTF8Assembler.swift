/// Puts one character together from UTF-8 bytes, one by one.
///
/// What is not well-formed by table 3-7 of the Unicode Standard is broken at the first byte that
/// cannot continue it, as recommended there ("maximal subpart").
struct UTF8Assembler: Sendable {
  enum Result {
    /// More bytes belong to the character.
    case incomplete
    /// The character is complete.
    case scalar(Unicode.Scalar)
    /// The byte cannot continue the character; it was not taken.
    case broken
  }

  private var value: UInt32 = 0
  private var missing = 0
  private var allowed: ClosedRange<UInt8> = 0x80...0xbf

  mutating func accept(_ byte: UInt8) -> Result {
    missing == 0 ? acceptFirst(byte) : acceptNext(byte)
  }

  private mutating func acceptFirst(_ byte: UInt8) -> Result {
    switch byte {
    case 0xc2...0xdf: (missing, value) = (1, UInt32(byte & 0x1f))
    case 0xe0...0xef: (missing, value) = (2, UInt32(byte & 0x0f))
    case 0xf0...0xf4: (missing, value) = (3, UInt32(byte & 0x07))
    default: return .broken
    }
    allowed =
      switch byte {
      case 0xe0: 0xa0...0xbf
      case 0xed: 0x80...0x9f
      case 0xf0: 0x90...0xbf
      case 0xf4: 0x80...0x8f
      default: 0x80...0xbf
      }
    return .incomplete
  }

  private mutating func acceptNext(_ byte: UInt8) -> Result {
    guard allowed.contains(byte) else { return .broken }
    allowed = 0x80...0xbf
    value = value << 6 | UInt32(byte & 0x3f)
    missing -= 1
    guard missing == 0 else { return .incomplete }
    return Unicode.Scalar(value).map { .scalar($0) } ?? .broken
  }
}
