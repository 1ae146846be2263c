import TerminalUI

/// The names that themes use for the 16 ANSI colours.
package enum ColorName {
  /// Names in the order of the colours, 0…15.
  package static let ansi = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "light-gray",
    "gray", "light-red", "light-green", "light-yellow", "light-blue", "light-magenta",
    "light-cyan", "white",
  ]

  /// Reads a name, a number 0–255 or `#rrggbb`; nil when it is none of them.
  package static func color(_ text: String) -> Color? {
    if text == "default" { return .terminalDefault }
    if let index = ansi.firstIndex(of: text) { return .ansi(UInt8(index)) }
    if let number = UInt8(text) { return number < 16 ? .ansi(number) : .indexed(number) }
    return hexadecimal(text)
  }

  /// The text form, which reads back as the same colour.
  package static func text(_ color: Color) -> String {
    switch color {
    case .terminalDefault: "default"
    case .ansi(let index): index < 16 ? ansi[Int(index)] : "\(index)"
    case .indexed(let index): "\(index)"
    case .rgb(let red, let green, let blue):
      "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  private static func hexadecimal(_ text: String) -> Color? {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    return .rgb(
      red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xff), blue: UInt8(value & 0xff))
  }
}
