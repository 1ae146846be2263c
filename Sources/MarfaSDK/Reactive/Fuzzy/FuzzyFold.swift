import Foundation

/// Folds text for matching: lower case, without diacritics, as UTF-16 code units.
///
/// Code units are used so that a letter outside ASCII is one unit to the matcher. One character may
/// fold to several units (`ß` to `ss`) or to none (a lone combining mark).
enum FuzzyFold {
  /// The folds of U+00C0 to U+024F, the Latin letters that European titles are made of, made once.
  private static let latin: [[UInt16]] = (0xC0...0x24F).map { value in
    Unicode.Scalar(UInt32(value)).map { decomposed(Character($0)) } ?? []
  }

  /// Appends the fold of a text.
  ///
  /// Costs a few nanoseconds a character for Latin text, and about a microsecond for a character
  /// that must be decomposed.
  static func append(_ text: String, to units: inout [UInt16]) {
    var copy = text
    let isASCII = copy.withUTF8 { bytes in
      let start = units.count
      for byte in bytes {
        guard byte < 0x80 else {
          units.removeSubrange(start...)
          return false
        }
        units.append(lowercased(byte))
      }
      return true
    }
    if isASCII { return }
    for character in text { append(character, to: &units) }
  }

  /// The fold of a text.
  static func units(_ text: String) -> [UInt16] {
    var units: [UInt16] = []
    append(text, to: &units)
    return units
  }

  /// Appends the fold of one character.
  static func append(_ character: Character, to units: inout [UInt16]) {
    let scalars = character.unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first else {
      units.append(contentsOf: decomposed(character))
      return
    }
    switch scalar.value {
    case 0..<0x80: units.append(lowercased(UInt8(scalar.value)))
    case 0xC0...0x24F: units.append(contentsOf: latin[Int(scalar.value) - 0xC0])
    // Kana, Han and their punctuation have neither case nor marks that a title would drop.
    case 0x3000...0x9FFF: units.append(UInt16(scalar.value))
    default: units.append(contentsOf: decomposed(character))
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt16 {
    UInt16(byte &- 0x41 < 26 ? byte | 0x20 : byte)
  }

  private static func decomposed(_ character: Character) -> [UInt16] {
    let plain = PlainLetters.fold(String(character).lowercased())
    let scalars = plain.decomposedStringWithCanonicalMapping.unicodeScalars
    let kept = scalars.filter { $0.properties.generalCategory != .nonspacingMark }
    return Array(String(String.UnicodeScalarView(kept)).utf16)
  }
}
