import TerminalUI

/// Which key a control sequence means.
enum KeyTable {
  /// The key of `CSI parameters final`, or nil when it is none.
  static func event(parameters: [[Int?]], final: UInt8) -> KeyEvent? {
    switch final {
    case UInt8(ascii: "~"): tilde(parameters, extra: [])
    case UInt8(ascii: "^"): tilde(parameters, extra: .control)
    case UInt8(ascii: "@"): tilde(parameters, extra: [.control, .shift])
    case UInt8(ascii: "u"): KittyKey.event(parameters)
    case UInt8(ascii: "Z"): KeyEvent(.tab, modifiers: .shift)
    case UInt8(ascii: "R"): functionThree(parameters)
    default: letter(final, parameters)
    }
  }

  /// The key of `ESC O parameters final`.
  static func singleShift(_ final: UInt8, parameters: [UInt8]) -> KeyEvent? {
    let numbers = parameters.split(separator: UInt8(ascii: ";")).compactMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
    let modifiers = modifiers(numbers.last)
    switch final {
    case UInt8(ascii: "M"): return KeyEvent(.enter, modifiers: modifiers)
    case UInt8(ascii: "I"): return KeyEvent(.tab, modifiers: modifiers)
    case UInt8(ascii: "X"): return KeyEvent(.character("="), modifiers: modifiers)
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return arrow(final - 0x20).map { KeyEvent($0, modifiers: modifiers.union(.control)) }
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      let sign = Character(Unicode.Scalar(final - 0x40))
      return KeyEvent(.character(sign), modifiers: modifiers)
    default: return key(final).map { KeyEvent($0, modifiers: modifiers) }
    }
  }

  /// Modifiers as xterm counts them: 1 + shift 1 + alt 2 + control 4 + meta 8.
  static func modifiers(_ parameter: Int?) -> KeyModifiers {
    guard let parameter, (2...16).contains(parameter) else { return [] }
    let bits = parameter - 1
    var result: KeyModifiers = []
    if bits & 1 != 0 { result.insert(.shift) }
    if bits & 0b1010 != 0 { result.insert(.alt) }
    if bits & 4 != 0 { result.insert(.control) }
    return result
  }

  // MARK: - Forms

  private static func letter(_ final: UInt8, _ parameters: [[Int?]]) -> KeyEvent? {
    // Kitty's protocol adds the kind of event as a sub-parameter: 3 is a release.
    if let event = parameters.dropFirst().first, event.count > 1, event[1] == 3 { return nil }
    if (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(final), parameters.isEmpty {
      return arrow(final - 0x20).map { KeyEvent($0, modifiers: .shift) }
    }
    return key(final).map { KeyEvent($0, modifiers: modifiers(second(parameters))) }
  }

  /// `CSI 1 ; modifiers R` is F3; with another first number it says where the cursor is.
  private static func functionThree(_ parameters: [[Int?]]) -> KeyEvent? {
    guard parameters.isEmpty || (parameters.count == 2 && parameters[0].first == 1),
      second(parameters) ?? 1 <= 16
    else { return nil }
    return KeyEvent(.function(3), modifiers: modifiers(second(parameters)))
  }

  private static func tilde(_ parameters: [[Int?]], extra: KeyModifiers) -> KeyEvent? {
    guard let code = parameters.first?.first ?? nil else { return nil }
    if code == 27, parameters.count == 3 {
      // modifyOtherKeys: CSI 27 ; modifiers ; code ~
      return KittyKey.event([parameters[2], parameters[1]])
    }
    if let event = parameters.dropFirst().first, event.count > 1, event[1] == 3 { return nil }
    return numbered(code).map {
      KeyEvent($0, modifiers: modifiers(second(parameters)).union(extra))
    }
  }

  private static func second(_ parameters: [[Int?]]) -> Int? {
    parameters.count > 1 ? parameters[1].first ?? nil : nil
  }

  // MARK: - Tables

  private static func arrow(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    default: nil
    }
  }

  private static func key(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4f)
    default: arrow(final)
    }
  }

  private static func numbered(_ code: Int) -> Key? {
    switch code {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(code - 10)
    case 17...21: .function(code - 11)
    case 23...26: .function(code - 12)
    case 28, 29: .function(code - 13)
    case 31...34: .function(code - 14)
    default: nil
    }
  }
}
