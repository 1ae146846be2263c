import TerminalUI

/// The xterm palette, and the nearest colours in it.
///
/// 0…15 are the ANSI colours, 16…231 a cube of 6 levels a component, 232…255 greys
/// (<https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>).
public enum Palette256 {
  private static let levels = [0, 95, 135, 175, 215, 255]

  /// Xterm's default ANSI colours; the terminal's own may differ.
  private static let ansi: [(Int, Int, Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205),
    (0, 205, 205), (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]

  /// The components of a palette colour, 8 bits each.
  public static func components(of index: UInt8) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let (red, green, blue) = values(Int(index))
    return (UInt8(red), UInt8(green), UInt8(blue))
  }

  /// The index 16…255 whose colour is nearest; the ANSI colours are left out, since every
  /// terminal shows them otherwise.
  public static func nearest(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
    let target = (Int(red), Int(green), Int(blue))
    let cube = 16 + 36 * level(target.0) + 6 * level(target.1) + level(target.2)
    let average = (target.0 + target.1 + target.2) / 3
    let grey = 232 + min(23, max(0, (average - 3) / 10))
    let isGreyNearer = distance(values(grey), target) < distance(values(cube), target)
    return UInt8(isGreyNearer ? grey : cube)
  }

  /// The index 0…15 whose colour is nearest in xterm's default palette.
  public static func nearestANSI(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
    let target = (Int(red), Int(green), Int(blue))
    let best = ansi.indices.min { distance(ansi[$0], target) < distance(ansi[$1], target) }
    return UInt8(best ?? 7)
  }

  private static func values(_ index: Int) -> (Int, Int, Int) {
    switch index {
    case ..<16: return ansi[max(0, index)]
    case ..<232:
      let place = index - 16
      return (levels[place / 36], levels[place / 6 % 6], levels[place % 6])
    default:
      let grey = 8 + 10 * (index - 232)
      return (grey, grey, grey)
    }
  }

  private static func level(_ value: Int) -> Int {
    levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
  }

  /// Squared distance, weighted by how bright the components look.
  private static func distance(_ left: (Int, Int, Int), _ right: (Int, Int, Int)) -> Int {
    let (red, green, blue) = (left.0 - right.0, left.1 - right.1, left.2 - right.2)
    return 3 * red * red + 6 * green * green + blue * blue
  }
}
