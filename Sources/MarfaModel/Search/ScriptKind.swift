/// What kind of writing a text is in.
///
/// ```swift
/// let needsPieces = ScriptKind.hasTextWithoutSpaces("漢字")
/// ```
public enum ScriptKind {
  /// Whether a text has letters of a script that puts no spaces between words.
  ///
  /// A word index takes a run of such letters for one word.
  ///
  /// - Parameter text: The text.
  /// - Returns: Whether there is one; O(length).
  public static func hasTextWithoutSpaces(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains(where: isWithoutSpaces)
  }

  /// Whether a character belongs to such a script: Thai to Khmer, kana, Han and Hangul by their
  /// Unicode blocks.
  ///
  /// - Parameter scalar: The character.
  /// - Returns: Whether it does.
  public static func isWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF66...0xFF9D,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
