/// Letters that are another one with a stroke, or two grown together, such as `ł` and `æ`.
///
/// Unicode does not decompose them as it does `é`, so that folding diacritics leaves them, and who
/// has no key for them types the plain letters. Every fold of a search ends here.
///
/// ```swift
/// let folded = LetterFold.fold("Smørrebrød")
/// ```
public enum LetterFold {
  /// The text with plain small letters in their place; the same text when it has none.
  ///
  /// Costs one walk over the bytes for a text that has none.
  ///
  /// - Parameter text: The text to look in, or to look for.
  /// - Returns: The text as it is compared; idempotent.
  public static func fold(_ text: String) -> String {
    hasLetters(text) ? replacing(in: text, by: plain) : text
  }

  /// The text in which each scalar that has a plain form is replaced by it.
  package static func replacing(in text: String, by plain: (UInt32) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let plain = plain(scalar.value) {
        result.append(contentsOf: plain.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Whether a text has any of the letters, so that its fold differs.
  ///
  /// - Parameter text: The text.
  /// - Returns: Whether it has.
  public static func hasLetters(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var index = 0
      while index + 1 < bytes.count {
        let lead = bytes[index]
        let next = UInt32(bytes[index + 1] & 0x3F)
        switch lead {
        case 0xC3, 0xC4, 0xC5, 0xC7:
          if plain(UInt32(lead & 0x1F) << 6 | next) != nil { return true }
        case 0xE1 where index + 2 < bytes.count:
          let last = UInt32(bytes[index + 2] & 0x3F)
          if plain(0x1000 | next << 6 | last) != nil { return true }
        default: break
        }
        index += 1
      }
      return false
    }
  }

  /// The plain form of a scalar; those of two bytes in UTF-8 are looked for by their lead bytes.
  private static func plain(_ scalar: UInt32) -> String? {
    switch scalar {
    case 0xC6, 0xE6, 0x1FC, 0x1FD: "ae"
    case 0xD0, 0xF0, 0x110, 0x111: "d"
    case 0xD8, 0xF8, 0x1FE, 0x1FF: "o"
    case 0xDE, 0xFE: "th"
    case 0xDF, 0x1E9E: "ss"
    case 0x126, 0x127: "h"
    case 0x131: "i"
    case 0x141, 0x142: "l"
    case 0x152, 0x153: "oe"
    case 0x166, 0x167: "t"
    default: nil
    }
  }
}
