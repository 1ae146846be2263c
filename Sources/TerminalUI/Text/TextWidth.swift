/// How many columns a terminal gives to text: one table for wrapping, clipping, the cursor and
/// painting.
///
/// The unit is the grapheme cluster. Where terminals and libraries disagree about a cluster
/// (flags, joined emoji, skin tones, variation selectors), its columns are those of
/// `paintable(_:)`, the form in which it is painted and which all give the same width.
public enum TextWidth {
  /// The version of the Unicode Character Database that the table was made from.
  public static var unicodeVersion: String { WidthTable.unicodeVersion }

  /// The columns of one grapheme cluster.
  ///
  /// 0 for controls and lone format characters, 2 for wide ones, 1 for most; more than 2 only for
  /// conjuncts of scripts such as Devanagari, which are one cluster of several spacing letters.
  public static func columns(of character: Character) -> Int {
    if let ascii = character.asciiValue { return (0x20..<0x7f).contains(ascii) ? 1 : 0 }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    let isSingle = scalars.index(after: scalars.startIndex) == scalars.endIndex
    if isSingle {
      let columns = WidthTable.columns(of: first)
      if columns > 0 { return columns }
    }
    return columnsOfScalars(PaintableForm(character).text)
  }

  /// The columns of a text on one line; the sum over its grapheme clusters.
  @specialized(where Text == String)
  public static func columns<Text: StringProtocol>(of text: Text) -> Int {
    if let count = asciiCount(text) { return count }
    var total = 0
    ClusterScanner.scan(text) { cluster in
      total += cluster.columns
      return true
    }
    return total
  }

  /// What is painted for a cluster: a text of the same columns that terminals agree on.
  ///
  /// A flag becomes its two letters; an emoji of several parts becomes its first, with a space
  /// where that is narrow; other variation selectors are left out; a lone combining mark is on a
  /// dotted circle. All else is itself.
  public static func paintable(_ character: Character) -> String {
    character.isASCII ? String(character) : PaintableForm(character).text
  }

  static func columnsOfScalars(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + WidthTable.columns(of: $1) }
  }

  /// The number of bytes, if all are printable ASCII.
  static func asciiCount(_ text: some StringProtocol) -> Int? {
    let count = text.utf8.withContiguousStorageIfAvailable { bytes -> Int in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7f } ? bytes.count : -1
    }
    return count.flatMap { $0 >= 0 ? $0 : nil }
  }
}
