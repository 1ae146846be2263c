/// What kind of word a grapheme cluster belongs to, for word motions.
enum CharacterClass: Hashable, Sendable {
  /// White space and line ends.
  case blank
  /// Letters, digits and the underscore.
  case word
  /// Ideographs, kana of each kind: runs of one script count as words, as no spaces part them.
  case ideograph, hiragana, katakana
  /// Pictures.
  case emoji
  /// Everything else that is visible.
  case punctuation

  /// Classifies a cluster by its first scalar.
  ///
  /// - Parameters:
  ///   - character: The cluster.
  ///   - big: Whether all that is not blank is one class (`W`, `B`, `E`).
  init(_ character: Character, big: Bool) {
    guard let scalar = character.unicodeScalars.first else {
      self = .blank
      return
    }
    if character.isWhitespace {
      self = .blank
    } else if big {
      self = .word
    } else if scalar.isASCII {
      self = character.isLetter || character.isNumber || scalar == "_" ? .word : .punctuation
    } else {
      self = CharacterClass(scalar, of: character)
    }
  }

  private init(_ scalar: Unicode.Scalar, of character: Character) {
    switch scalar.value {
    case 0x3041...0x309f: self = .hiragana
    case 0x30a0...0x30ff: self = .katakana
    case 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff, 0x20000...0x3ffff: self = .ideograph
    default:
      if character.isLetter || character.isNumber {
        self = .word
      } else {
        self = scalar.properties.isEmojiPresentation ? .emoji : .punctuation
      }
    }
  }
}
