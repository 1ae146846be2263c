import CNcurses
import TerminalUI

/// Puts the rows of a surface into ncurses' standard window.
@MainActor struct Painter {
  private let depth: ColorDepth
  private let terminalColors: Int
  private var pairs: PairTable
  private var slots: ColorSlots
  private let isDirectColor: Bool
  /// The emoji that the terminal draws whole, which ncurses has no cells for.
  var emoji: EmojiSequence
  private var glyphs = GlyphTable()
  private var row: [cchar_t] = []
  private var cachedStyle: (style: Style, attributes: attr_t, pair: Int32)?

  init(depth: ColorDepth, isDirectColor: Bool = false, emoji: EmojiSequence = []) {
    self.depth = depth
    self.isDirectColor = isDirectColor
    self.emoji = emoji
    terminalColors = Int(marfa_colors())
    pairs = PairTable(available: depth == .monochrome ? 0 : Int(marfa_color_pairs()))
    slots = ColorSlots(
      isPaletteSettable: depth == .trueColor && !isDirectColor && can_change_color())
  }

  /// Whether pairs were reused, so that every row must be painted again.
  mutating func takeOverflow() -> Bool { pairs.takeOverflow() }

  /// Writes one row of a surface.
  mutating func paint(_ surface: Surface, row index: Int, in window: UnsafeMutablePointer<WINDOW>) {
    let columns = surface.size.columns
    if row.count < columns { row = Array(repeating: cchar_t(), count: columns) }
    var filled = 0
    surface.forEachCell(inRow: index) { cell, width in
      let look = look(of: cell.style)
      filled = put(cell.character, width: width, look: look, at: filled)
    }
    let blank = look(of: .plain)
    for rest in filled..<max(filled, columns) { setCell(rest, [0x20], look: blank) }
    wmove(window, Int32(index), 0)
    row.withUnsafeBufferPointer { buffer in
      _ = wadd_wchnstr(window, buffer.baseAddress, Int32(columns))
    }
  }

  private mutating func put(
    _ character: Character, width: Int, look: (attr_t, Int32), at index: Int
  ) -> Int {
    if width == 1, let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7f {
      setCell(index, ascii, look: look)
      return index + 1
    }
    var next = index
    for cell in glyphs.glyph(character, columns: width).cells where next < row.count {
      setCell(next, cell, look: look)
      next += 1
    }
    return next
  }

  private mutating func setCell(_ index: Int, _ ascii: UInt8, look: (attr_t, Int32)) {
    var character = wchar_t(ascii)
    marfa_set_cell(&row[index], &character, 1, look.0, look.1)
  }

  private mutating func setCell(_ index: Int, _ text: [wchar_t], look: (attr_t, Int32)) {
    marfa_set_cell(&row[index], text, Int32(text.count), look.0, look.1)
  }

  // MARK: - Styles

  /// Attributes and colour pair of a style; runs of one style are looked up once.
  private mutating func look(of style: Style) -> (attr_t, Int32) {
    if let cachedStyle, cachedStyle.style == style {
      return (cachedStyle.attributes, cachedStyle.pair)
    }
    var attributes = Self.attributes(style.modifiers)
    let foreground = index(of: style.foreground)
    let background = index(of: style.background)
    if foreground.isBright { attributes |= marfa_attr_bold() }
    let pair = pairs.pair(foreground: foreground.index, background: background.index)
    cachedStyle = (style, attributes, pair)
    return (attributes, pair)
  }

  /// Forgets the look of the last style, whose pair may have been given away.
  mutating func forgetStyle() { cachedStyle = nil }

  // MARK: - Sequences

  /// Text and renditions of a part of a row, as a terminal takes them, with what it draws whole.
  mutating func sequence(of surface: Surface, row: Int, columns: Range<Int>) -> String {
    var text = ""
    var column = 0
    var last: Style?
    surface.forEachCell(inRow: row) { cell, width in
      defer { column += width }
      guard columns.contains(column) else { return }
      if cell.style != last { text += rendition(of: cell.style) }
      last = cell.style
      if isWhole(cell.character) { return text += String(cell.character) }
      for code in glyphs.glyph(cell.character, columns: width).cells.joined() {
        text.unicodeScalars.append(Unicode.Scalar(UInt32(bitPattern: code)) ?? "?")
      }
    }
    return text
  }

  private func isWhole(_ character: Character) -> Bool {
    guard !emoji.isEmpty, !character.isASCII else { return false }
    return EmojiSequence(character).map(emoji.isSuperset) ?? false
  }

  /// `CSI … m` for a style, with the colours that ncurses would use.
  private mutating func rendition(of style: Style) -> String {
    let foreground = index(of: style.foreground)
    let modifiers = foreground.isBright ? style.modifiers.union(.bold) : style.modifiers
    let codes: [(TextModifiers, Int)] = [
      (.bold, 1), (.dim, 2), (.italic, 3), (.underlined, 4), (.reversed, 7),
    ]
    let modes = codes.filter { modifiers.contains($0.0) }.map { String($0.1) }
    let colors =
      Self.parameters(foreground.index, from: 30)
      + Self.parameters(index(of: style.background).index, from: 40)
    return "\u{1b}[" + (["0"] + modes + colors).joined(separator: ";") + "m"
  }

  private static func parameters(_ index: Int32, from base: Int32) -> [String] {
    switch index {
    case ..<0: []
    case ..<8: [String(base + index)]
    case ..<16: [String(base + 52 + index)]
    case ..<256: [String(base + 8), "5", String(index)]
    default:
      [String(base + 8), "2"]
        + [index >> 16 & 0xff, index >> 8 & 0xff, index & 0xff].map(String.init)
    }
  }

  // MARK: - Colours

  private mutating func index(of color: Color?) -> (index: Int32, isBright: Bool) {
    let wanted = color ?? .terminalDefault
    switch PaintedColor(wanted, depth: depth, terminalColors: terminalColors) {
    case .terminalDefault: return (-1, false)
    case .index(let index, let isBright): return (Int32(index), isBright)
    case .rgb(let red, let green, let blue):
      if isDirectColor { return (DirectColor.number(red: red, green: green, blue: blue), false) }
      if let slot = slots.slot(red: red, green: green, blue: blue) { return (slot, false) }
      return (Int32(Palette256.nearest(red: red, green: green, blue: blue)), false)
    }
  }

  private static func attributes(_ modifiers: TextModifiers) -> attr_t {
    var result: attr_t = 0
    if modifiers.contains(.bold) { result |= marfa_attr_bold() }
    if modifiers.contains(.dim) { result |= marfa_attr_dim() }
    if modifiers.contains(.italic) { result |= marfa_attr_italic() }
    if modifiers.contains(.underlined) { result |= marfa_attr_underline() }
    if modifiers.contains(.reversed) { result |= marfa_attr_reverse() }
    return result
  }
}
