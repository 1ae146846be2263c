import NoteReading
import TerminalUI

/// Text for a person in pieces of one style each.
struct PaintedText: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The pieces in order; they may hold anything, and are made harmless when they are printed.
  private(set) var runs: [StyledRun] = []

  /// Nothing.
  init() {}

  /// Text of one style.
  init(_ text: String, _ style: Style = .plain) { runs = [StyledRun(text, style: style)] }

  init(stringLiteral text: String) { self.init(text) }

  /// A line that is laid out.
  init(_ line: RenderedLine) { runs = line.runs }

  /// The text without styles.
  var text: String { runs.map(\.text).joined() }

  /// Both one after the other.
  static func + (left: PaintedText, right: PaintedText) -> PaintedText {
    var result = left
    result.runs += right.runs
    return result
  }

  /// Adds text.
  static func += (left: inout PaintedText, right: PaintedText) { left.runs += right.runs }

  /// The parts with a text between them; empty parts are left out.
  static func joined(_ parts: [PaintedText], by separator: String) -> PaintedText {
    parts.filter { !$0.runs.allSatisfy(\.text.isEmpty) }.reduce(into: PaintedText()) {
      result, part in
      if !result.runs.isEmpty { result += PaintedText(separator) }
      result += part
    }
  }
}

/// The styles of what commands list: the 16 colours on the terminal's own, as git has them.
enum ListStyle {
  static let id = Style(foreground: .ansi(3))
  static let date = Style(modifiers: .dim)
  static let notebook = Style(foreground: .ansi(4))
  static let tag = Style(foreground: .ansi(2))
  static let title = Style(modifiers: .bold)
  static let quiet = Style(modifiers: .dim)
  static let added = Style(foreground: .ansi(2))
  static let removed = Style(foreground: .ansi(1))
  static let removedWord = Style(foreground: .ansi(1), modifiers: .strikethrough)
  static let place = Style(foreground: .ansi(6))
  static let match = Style(modifiers: .bold)
  static let good = Style(foreground: .ansi(2))
  static let warning = Style(foreground: .ansi(3))
  static let bad = Style(foreground: .ansi(1), modifiers: .bold)
}
