import TerminalUI

/// A colour as it is asked of ncurses.
public enum PaintedColor: Hashable, Sendable {
  /// The terminal's own.
  case terminalDefault
  /// A palette index; `isBright` asks for bold where only 8 colours are there.
  case index(UInt8, isBright: Bool = false)
  /// A 24-bit colour, which needs a palette slot.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)

  /// The nearest to a colour that can be shown.
  ///
  /// - Parameters:
  ///   - color: The colour that the theme asks for.
  ///   - depth: What is shown at most.
  ///   - terminalColors: The number of colours of the terminal; with 8, the bright ones become
  ///     the normal ones and bold.
  public init(_ color: Color, depth: ColorDepth, terminalColors: Int) {
    switch (depth, color) {
    case (.monochrome, _), (_, .terminalDefault):
      self = .terminalDefault
    case (.trueColor, .rgb(let red, let green, let blue)):
      self = .rgb(red: red, green: green, blue: blue)
    case (.indexed256, .rgb(let red, let green, let blue)):
      self = .index(Palette256.nearest(red: red, green: green, blue: blue))
    case (.trueColor, .indexed(let index)), (.indexed256, .indexed(let index)):
      self = .index(index)
    case (.trueColor, .ansi(let index)), (.indexed256, .ansi(let index)):
      self = .index(index & 15)
    case (.ansi16, _):
      self = Self.ansi(Self.nearest(color), terminalColors: terminalColors)
    }
  }

  private static func nearest(_ color: Color) -> UInt8 {
    switch color {
    case .terminalDefault: 7
    case .ansi(let index): index & 15
    case .indexed(let index) where index < 16: index
    case .indexed(let index):
      {
        let (red, green, blue) = Palette256.components(of: index)
        return Palette256.nearestANSI(red: red, green: green, blue: blue)
      }()
    case .rgb(let red, let green, let blue):
      Palette256.nearestANSI(red: red, green: green, blue: blue)
    }
  }

  private static func ansi(_ index: UInt8, terminalColors: Int) -> PaintedColor {
    terminalColors >= 16 ? .index(index) : .index(index & 7, isBright: index >= 8)
  }
}
