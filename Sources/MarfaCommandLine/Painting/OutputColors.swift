import TerminalDriver
import TerminalUI

/// Writes styles for a terminal, or leaves them out.
struct OutputColors: Hashable, Sendable {
  /// How many colours are shown; nil writes no styles at all.
  let depth: ColorDepth?

  /// What the environment asks for.
  ///
  /// - Parameters:
  ///   - environment: `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE`, `TERM` and `COLORTERM` are read.
  ///   - isTerminal: Whether the output is a terminal.
  init(environment: [String: String], isTerminal: Bool) {
    guard
      ColorPolicy.colorsOutput(
        choice: .automatic, environment: environment, isTerminal: isTerminal)
    else {
      depth = nil
      return
    }
    if ["truecolor", "24bit"].contains(environment["COLORTERM"]) {
      depth = .trueColor
    } else {
      depth = environment["TERM"]?.contains("256color") == true ? .indexed256 : .ansi16
    }
  }

  /// The text with its styles as SGR sequences (ECMA-48, 8.3.117).
  ///
  /// - Parameters:
  ///   - painted: The text.
  ///   - plain: Makes the text of a piece ready for the output.
  /// - Returns: The text to be written as it is.
  func text(_ painted: PaintedText, _ plain: (String) -> String) -> String {
    painted.runs.reduce(into: "") { result, run in
      let parameters = parameters(of: run.style)
      let text = plain(run.text)
      if parameters.isEmpty || text.isEmpty {
        result += text
      } else {
        let list = parameters.map { String($0) }.joined(separator: ";")
        result += "\u{1b}[\(list)m\(text)\u{1b}[m"
      }
    }
  }

  private static let modifiers: [(TextModifiers, Int)] = [
    (.bold, 1), (.dim, 2), (.italic, 3), (.underlined, 4), (.reversed, 7), (.strikethrough, 9),
  ]

  private func parameters(of style: Style) -> [Int] {
    guard let depth else { return [] }
    let modes = Self.modifiers.filter { style.modifiers.contains($0.0) }.map(\.1)
    return modes + (style.foreground.map { color($0, depth, shift: 0) } ?? [])
      + (style.background.map { color($0, depth, shift: 10) } ?? [])
  }

  private func color(_ color: Color, _ depth: ColorDepth, shift: Int) -> [Int] {
    switch PaintedColor(color, depth: depth, terminalColors: 16) {
    case .terminalDefault: []
    case .index(let index, _) where index < 8: [30 + shift + Int(index)]
    case .index(let index, _) where index < 16: [82 + shift + Int(index)]
    case .index(let index, _): [38 + shift, 5, Int(index)]
    case .rgb(let red, let green, let blue): [38 + shift, 2, Int(red), Int(green), Int(blue)]
    }
  }
}
