import CNcurses

/// Palette slots whose colour is set to what a theme asks for, where the terminal allows it.
///
/// The first 16 stay the terminal's own. At the end ncurses restores the palette (`oc`).
struct ColorSlots {
  private var indices: [UInt32: Int32] = [:]
  private let range: Range<Int32>

  /// Without slots that can be set every colour is the nearest of 256.
  init(isPaletteSettable: Bool) { range = isPaletteSettable ? 16..<256 : 16..<16 }

  /// The slot that shows a colour; nil when all are taken.
  mutating func slot(red: UInt8, green: UInt8, blue: UInt8) -> Int32? {
    let key = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    if let index = indices[key] { return index }
    guard indices.count < range.count else { return nil }
    let index = range.lowerBound + Int32(indices.count)
    // ncurses counts components from 0 to 1000; what it makes of them for xterm is cut off, so
    // that only rounding up gives the same component back.
    let scale = { (value: UInt8) in (Int32(value) * 1000 + 254) / 255 }
    guard init_extended_color(index, scale(red), scale(green), scale(blue)) == OK else {
      return nil
    }
    indices[key] = index
    return index
  }
}
