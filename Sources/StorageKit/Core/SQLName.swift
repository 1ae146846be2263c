/// Names of tables and columns that may be in a statement without quotes.
enum SQLName {
  /// Whether a name is 1 to 64 ASCII letters, digits and underscores, not starting with a digit.
  static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 64 else { return false }
    return !isDigit(first) && name.utf8.allSatisfy { isLetter($0) || isDigit($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }
}
