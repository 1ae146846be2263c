import TerminalUI

/// How many columns the editor gives to a cluster: tabs to their stops, controls in visible form.
enum ClusterWidth {
  /// The columns of a cluster that starts in a column.
  static func columns(of character: Character, at column: Int, tabWidth: Int) -> Int {
    if let ascii = character.asciiValue, ascii >= 0x20, ascii != 0x7f { return 1 }
    if character == "\t" { return tabWidth - column % tabWidth }
    let scalars = character.unicodeScalars
    if scalars.index(after: scalars.startIndex) == scalars.endIndex {
      // What has no width may be a control, which is shown in visible form.
      let columns = TextWidth.columns(of: character)
      if columns > 0 { return columns }
    }
    return TextWidth.columns(of: TextWidth.visible(String(character)))
  }

  /// The code point that rows are broken by: the first, or none for a space with marks on it.
  static func breakingScalar(of character: Character) -> UInt32 {
    let scalars = character.unicodeScalars
    guard let first = scalars.first?.value else { return 0 }
    let isAlone = scalars.index(after: scalars.startIndex) == scalars.endIndex
    return isAlone || !LineBreak.isSpace(first) ? first : 0
  }
}
