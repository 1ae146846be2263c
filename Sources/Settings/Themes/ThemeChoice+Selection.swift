extension ThemeChoice {
  /// The name of the theme to show.
  ///
  /// `NO_COLOR`, when it is not empty, always means `mono` (<https://no-color.org>).
  ///
  /// - Parameters:
  ///   - background: The terminal's background as far as it is known.
  ///   - environment: The process's variables.
  /// - Returns: The theme's name.
  package func name(on background: TerminalBackground?, environment: [String: String]) -> String {
    if environment["NO_COLOR"]?.isEmpty == false { return "mono" }
    switch self {
    case .single(let name): return name
    case .adaptive(let light, let dark, let fallback):
      switch background ?? TerminalBackground(environment: environment) {
      case .light: return light
      case .dark: return dark
      case nil: return fallback
      }
    }
  }
}

extension TerminalBackground {
  /// Reads `COLORFGBG`, which rxvt, Konsole and others set; nil when it says nothing.
  ///
  /// It holds `foreground;background` or `foreground;default;background` in ANSI numbers; 7 and
  /// 9…15 are light.
  package init?(environment: [String: String]) {
    guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let color = Int(last),
      (0...15).contains(color)
    else { return nil }
    self = color == 7 || color > 8 ? .light : .dark
  }

  /// Reads the colour of a terminal's answer to OSC 11; nil when it is none.
  ///
  /// The form is `rgb:ffff/ffff/ffff` with one to four digits each. A relative luminance above
  /// 0.18, the middle grey of sight, is light.
  package init?(reportedColor text: String) {
    guard text.hasPrefix("rgb:") else { return nil }
    let parts = text.dropFirst(4).split(separator: "/").map { Self.component($0) }
    guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2],
      let luminance = ContrastLint.luminance(.rgb(red: red, green: green, blue: blue))
    else { return nil }
    self = luminance > 0.18 ? .light : .dark
  }

  private static func component(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.count), let value = Int(digits, radix: 16) else { return nil }
    return UInt8(value * 255 / ((1 << (4 * digits.count)) - 1))
  }
}
