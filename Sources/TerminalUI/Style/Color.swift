/// A colour as a theme asks for it; the driver shows the nearest that the terminal has.
public enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case terminalDefault
  /// One of the 16 ANSI colours: 0…7 normal, 8…15 bright.
  case ansi(UInt8)
  /// One of the 256 colours of the xterm palette.
  case indexed(UInt8)
  /// A 24-bit colour.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)

  /// The colour in a word: `default`, `ansi(2)`, `208` or `#rrggbb`.
  public var summary: String {
    switch self {
    case .terminalDefault: return "default"
    case .ansi(let index): return "ansi(\(index))"
    case .indexed(let index): return "\(index)"
    case .rgb(let red, let green, let blue):
      let digits = [red, green, blue].map { component in
        (component < 16 ? "0" : "") + String(component, radix: 16)
      }
      return "#" + digits.joined()
    }
  }
}
