import Foundation
import TerminalUI

/// Finds places of a theme that cannot be read or look like their surroundings.
package enum ContrastLint {
  /// The least ratio of luminances that counts as readable (WCAG 2.2, 1.4.11: 3:1).
  package static let minimumRatio = 3.0
  /// The scopes that must be readable: prompts, errors, selections, the status line.
  package static let checkedScopes = [
    "ui.text", "ui.selection", "ui.selection.inactive", "ui.prompt", "ui.message",
    "ui.message.warning", "ui.message.error", "ui.statusline", "ui.popup", "ui.help.key",
    "editor.selection", "sync.error",
  ]
  /// The scopes that must differ from plain text at all.
  package static let distinctScopes = ["ui.selection", "editor.selection"]

  /// A scope with what is wrong with it.
  package struct Finding: Hashable, Sendable {
    /// The scope.
    package let scope: String
    /// What is wrong, to be put after the scope's name.
    package let problem: String
  }

  /// The findings of a theme, in the order of the scopes.
  package static func findings(in theme: Theme) -> [Finding] {
    checkedScopes.compactMap { scope in
      problem(with: scope, in: theme).map { Finding(scope: scope, problem: $0) }
    }
  }

  private static func problem(with scope: String, in theme: Theme) -> String? {
    let text = theme.style(for: "ui.text")
    let base = scope.hasPrefix("ui.popup") ? theme.style(for: "ui.popup") : text
    let style = text.overlaid(with: base).overlaid(with: theme.style(for: scope))
    if distinctScopes.contains(scope), style == text { return "looks like plain text" }
    guard let ratio = ratio(style.foreground, style.background), ratio < minimumRatio else {
      return nil
    }
    return "has a contrast of \(String(format: "%.1f", ratio)):1, below 3:1"
  }

  /// The contrast ratio of two colours, 1…21, or nil when the terminal decides one of them.
  package static func ratio(_ first: Color?, _ second: Color?) -> Double? {
    guard let first, let second, let a = luminance(first), let b = luminance(second) else {
      return nil
    }
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Relative luminance by WCAG 2.2, 0…1; nil for colours that the terminal's palette decides.
  package static func luminance(_ color: Color) -> Double? {
    guard let (red, green, blue) = components(color) else { return nil }
    func linear(_ value: UInt8) -> Double {
      let part = Double(value) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The components of colours that are the same everywhere: 24-bit, and 16…255 of xterm's palette
  /// (a 6×6×6 cube, then 24 greys).
  private static func components(_ color: Color) -> (UInt8, UInt8, UInt8)? {
    switch color {
    case .terminalDefault, .ansi: return nil
    case .rgb(let red, let green, let blue): return (red, green, blue)
    case .indexed(let index) where index < 16: return nil
    case .indexed(let index) where index >= 232:
      let grey = 8 + 10 * (index - 232)
      return (grey, grey, grey)
    case .indexed(let index):
      let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
      let cube = Int(index) - 16
      return (steps[cube / 36], steps[cube / 6 % 6], steps[cube % 6])
    }
  }
}
