import TerminalUI

/// Keys reported by their code point: `CSI code : shifted ; modifiers : kind u`.
///
/// <https://sw.kovidgoyal.net/kitty/keyboard-protocol/>; modifyOtherKeys has the same parts.
enum KittyKey {
  /// Bits of the modifiers beyond shift, alt and control that make it no key of ours:
  /// super and hyper.
  private static let foreignBits = 8 | 16

  static func event(_ parameters: [[Int?]]) -> KeyEvent? {
    guard let code = parameters.first?.first ?? nil else { return nil }
    let second = parameters.count > 1 ? parameters[1] : []
    let isRelease = second.count > 1 && second[1] == 3
    let bits = max(0, ((second.first ?? nil) ?? 1) - 1)
    guard !isRelease, bits & foreignBits == 0 else { return nil }
    let modifiers = modifiers(bits)
    if let key = special(code) { return KeyEvent(key, modifiers: modifiers) }
    let shifted = parameters[0].count > 1 ? parameters[0][1] : nil
    return character(code, shifted: shifted, modifiers: modifiers)
  }

  private static func modifiers(_ bits: Int) -> KeyModifiers {
    var result: KeyModifiers = []
    if bits & 1 != 0 { result.insert(.shift) }
    if bits & (2 | 32) != 0 { result.insert(.alt) }
    if bits & 4 != 0 { result.insert(.control) }
    return result
  }

  /// A character key; shift is in the character, as in a plain report.
  private static func character(
    _ code: Int, shifted: Int?, modifiers: KeyModifiers
  ) -> KeyEvent? {
    guard let scalar = printable(code) else { return nil }
    guard modifiers.contains(.shift) else {
      return KeyEvent(.character(Character(scalar)), modifiers: modifiers)
    }
    let upper = shifted.flatMap(printable).map { String(Character($0)) } ?? uppercase(scalar)
    guard upper.count == 1, let character = upper.first, character != Character(scalar) else {
      return KeyEvent(.character(Character(scalar)), modifiers: modifiers)
    }
    return KeyEvent(.character(character), modifiers: modifiers.subtracting(.shift))
  }

  private static func uppercase(_ scalar: Unicode.Scalar) -> String {
    String(Character(scalar)).uppercased()
  }

  private static func printable(_ code: Int) -> Unicode.Scalar? {
    guard code >= 0x20, !(0x7f..<0xa0).contains(code), !(57344...63743).contains(code) else {
      return nil
    }
    return UInt32(exactly: code).flatMap(Unicode.Scalar.init)
  }

  private static func special(_ code: Int) -> Key? {
    switch code {
    case 9: .tab
    case 13, 57414: .enter
    case 27: .escape
    case 8, 127: .backspace
    case 57376...57398: .function(code - 57376 + 13)
    case 57399...57408: .character(Character(Unicode.Scalar(UInt8(code - 57399 + 0x30))))
    case 57409: .character(".")
    case 57410: .character("/")
    case 57411: .character("*")
    case 57412: .character("-")
    case 57413: .character("+")
    case 57415: .character("=")
    case 57417: .left
    case 57418: .right
    case 57419: .up
    case 57420: .down
    case 57421: .pageUp
    case 57422: .pageDown
    case 57423: .home
    case 57424: .end
    case 57425: .insert
    case 57426: .delete
    default: nil
    }
  }
}
