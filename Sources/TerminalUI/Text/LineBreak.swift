/// Where a line may be broken; the part of UAX #14 that notes need.
///
/// Popups, the read view and the editor break by these rules; only popups also break after a
/// hyphen, which in a note may be part of an option such as `--json`.
/// <https://www.unicode.org/reports/tr14/>
package enum LineBreak {
  /// A space after which a break is allowed; not the no-break spaces.
  @inline(__always) package static func isSpace(_ value: UInt32) -> Bool {
    if value < 0x1680 { return value == 0x20 || value == 0x09 }
    switch value {
    case 0x1680, 0x2000...0x2006, 0x2008...0x200b, 0x205f, 0x3000: return true
    default: return false
    }
  }

  /// Whether a break is allowed between two clusters that are no spaces, by their first code
  /// points; after a hyphen only within a word, so that `--wait` stays whole.
  ///
  /// - Parameters:
  ///   - earlier: The cluster before the first; 0 for none.
  ///   - first: The cluster that would end the row.
  ///   - second: The cluster that would begin the next one.
  /// - Returns: Whether the row may end there.
  @inline(__always) static func isAllowed(
    after earlier: UInt32, between first: UInt32, and second: UInt32
  ) -> Bool {
    if first < 0x80, second < 0x80 {
      return first == 0x2d && isLetter(second) && isWord(earlier)
    }
    return isAllowedBeyondASCII(first, second)
  }

  /// Whether a break is allowed between two clusters that are no spaces, by their first code
  /// points; never between two of ASCII.
  package static func isAllowedBeyondASCII(_ first: UInt32, _ second: UInt32) -> Bool {
    guard first >= 0x80 || second >= 0x80 else { return false }
    if isDash(first) { return !isDash(second) && !closing.contains(second) }
    guard standsAlone(first) || standsAlone(second) else { return false }
    return !closing.contains(second) && !opening.contains(first) && first != 0xa0
      && second != 0xa0
  }

  private static func isLetter(_ value: UInt32) -> Bool {
    (0x41...0x5a).contains(value) || (0x61...0x7a).contains(value)
  }

  private static func isWord(_ value: UInt32) -> Bool {
    isLetter(value) || (0x30...0x39).contains(value) || (value >= 0x80 && !isDash(value))
  }

  private static func isDash(_ value: UInt32) -> Bool {
    value == 0x2d || value == 0x2010 || value == 0x2013 || value == 0x2014
  }

  /// Whether a code point is of a script that writes without spaces, or of its punctuation.
  package static func isIdeographic(_ value: UInt32) -> Bool {
    switch value {
    case 0x2e80...0x9fff, 0xf900...0xfaff, 0xff00...0xffef, 0x20000...0x3ffff: true
    default: false
    }
  }

  /// Whether rows may break on either side: an ideograph or a picture.
  private static func standsAlone(_ value: UInt32) -> Bool {
    isIdeographic(value) || (0x1f000...0x1faff).contains(value)
  }

  /// What must not begin a row: closing brackets, stops, small kana, the prolonged sound mark.
  private static let closing = Set(
    "、。，．・：；！？」』）］｝〉》】〕〗〙〟’”…‥ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ!?,.;:)]}%'\""
      .unicodeScalars.map(\.value))

  /// What must not end a row.
  private static let opening = Set(
    "「『（［｛〈《【〔〖〘〝‘“([{".unicodeScalars.map(\.value))
}
