/// The form in which a grapheme cluster is painted, so that its columns are known everywhere.
///
/// Terminals draw a family of joined emoji in 2 columns or in 8, a heart with a variation
/// selector in 1 or 2, a flag in 2 or 4. All of these have 2 columns here; what is painted is the
/// part that terminals agree on, unless one is known to draw the whole. The text itself keeps the
/// whole cluster.
struct PaintableForm {
  let text: String

  init(_ character: Character) {
    let scalars = Array(character.unicodeScalars)
    guard let first = scalars.first else {
      text = ""
      return
    }
    if let letters = Self.flagLetters(scalars) {
      text = letters
    } else if Self.isEmojiSequence(scalars) {
      // A selector or a keycap makes a sign two columns wide; what stands for it is as wide.
      let isNarrow = WidthTable.columns(of: first) == 1 && EmojiSequence(character) != nil
      text = String(Character(first)) + (isNarrow ? " " : "")
    } else {
      text = Self.spelled(scalars)
    }
  }

  // MARK: - Emoji

  /// Regional indicators as the letters that they mean.
  private static func flagLetters(_ scalars: [Unicode.Scalar]) -> String? {
    var letters = ""
    for scalar in scalars {
      guard (0x1f1e6...0x1f1ff).contains(scalar.value) else { return nil }
      letters.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value - 0x1f1e6) + 0x41))
    }
    return letters
  }

  /// An emoji with a selector, a skin tone, a keycap, tags or joined ones.
  private static func isEmojiSequence(_ scalars: [Unicode.Scalar]) -> Bool {
    scalars.count > 1 && scalars[0].properties.isEmoji
      && scalars.dropFirst().contains { isEmojiPart($0.value) }
  }

  private static func isEmojiPart(_ value: UInt32) -> Bool {
    switch value {
    case 0x200d, 0x20e3, 0xfe0e, 0xfe0f, 0x1f3fb...0x1f3ff, 0xe0020...0xe007f: true
    default: false
    }
  }

  // MARK: - Other scripts

  private static func spelled(_ scalars: [Unicode.Scalar]) -> String {
    var result = String.UnicodeScalarView()
    var hasBase = false
    for scalar in scalars {
      if isIgnored(scalar.value) { continue }
      if WidthTable.columns(of: scalar) > 0 {
        hasBase = true
        result.append(scalar.value == 0xad ? "-" : scalar)
      } else if hasBase {
        result.append(scalar)
      } else if isMark(scalar) {
        // A mark without a letter is shown on a dotted circle (Unicode Standard, 7.9).
        result.append("\u{25cc}")
        result.append(scalar)
        hasBase = true
      }
    }
    return String(result)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Variation selectors, tags and the grapheme joiner.
  private static func isIgnored(_ value: UInt32) -> Bool {
    switch value {
    case 0x34f, 0xfe00...0xfe0f, 0xe0000...0xe0fff: true
    default: false
    }
  }
}
