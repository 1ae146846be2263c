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

  /// What a cluster means for breaking rows.
  static func kind(of character: Character) -> RowBreaker.Kind {
    if let ascii = character.asciiValue { return ascii == 0x20 || ascii == 0x09 ? .space : .word }
    guard let scalar = character.unicodeScalars.first else { return .word }
    switch scalar.value {
    case 0x3001, 0x3002, 0x300d, 0x300f, 0x3011, 0xff01, 0xff0c, 0xff09, 0xff1f: return .closing
    case 0x3000: return .space
    case 0x3040...0x30ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff, 0x20000...0x3ffff:
      return .ideograph
    default: return .word
    }
  }
}
