import CNcurses
import Glibc
import TerminalUI

/// A grapheme cluster as ncurses cells: one run of code points for each column or column pair.
struct PaintedGlyph {
  /// The code points of each cell, the spacing one first, its marks after it.
  var cells: [[wchar_t]]
}

/// How clusters are painted, so that ncurses and this program agree on every column.
///
/// ncurses advances by the C library's `wcwidth`. A cluster whose painted form the library gives
/// another width than `TextWidth` is painted as a lozenge of the right width.
struct GlyphTable {
  private static let limit = 8192
  private var glyphs: [Character: PaintedGlyph] = [:]

  /// The painted form of a cluster that is `columns` wide.
  mutating func glyph(_ character: Character, columns: Int) -> PaintedGlyph {
    if let glyph = glyphs[character] { return glyph }
    if glyphs.count == Self.limit { glyphs.removeAll(keepingCapacity: true) }
    let text = TextWidth.paintable(character)
    let glyph = Self.cells(text, columns: columns) ?? Self.substitute(columns: columns)
    glyphs[character] = glyph
    return glyph
  }

  private static func cells(_ text: String, columns: Int) -> PaintedGlyph? {
    var cells: [[wchar_t]] = []
    var total = 0
    for scalar in text.unicodeScalars {
      let code = wchar_t(bitPattern: scalar.value)
      let width = Int(marfa_wcwidth(code))
      guard width >= 0 else { return nil }
      if width == 0 {
        guard !cells.isEmpty else { return nil }
        // A cell holds a limited number of marks; the rest is not shown.
        if cells[cells.count - 1].count < Int(CCHARW_MAX) { cells[cells.count - 1].append(code) }
      } else {
        cells.append([code])
        total += width
      }
    }
    return total == columns ? PaintedGlyph(cells: cells) : nil
  }

  private static func substitute(columns: Int) -> PaintedGlyph {
    let lozenge = wchar_t(0x25c7)
    let first = marfa_wcwidth(lozenge) == 1 ? lozenge : wchar_t(0x3f)
    return PaintedGlyph(cells: [[first]] + Array(repeating: [0x20], count: max(0, columns - 1)))
  }
}
