import TerminalUI

/// A picture as coloured half blocks, made by chafa(1) where it is installed.
///
/// What the program writes is untrusted: only half blocks, spaces and colours are taken.
package struct CellPicture: Hashable, Sendable {
  /// How many colours the terminal shows.
  package enum Colors: String, Hashable, Sendable {
    case sixteen = "16"
    case indexed = "256"
    case all = "full"
  }

  private static let glyphs: Set<Character> = [" ", "▀", "▄", "█", "▌", "▐"]

  /// The rows of cells from the top.
  package private(set) var rows: [StyledText] = []

  /// Asks chafa for a picture.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the image.
  ///   - columns: The cells of each row.
  ///   - rows: The rows.
  ///   - colors: The colours that the terminal shows.
  ///   - environment: The process's variables, `PATH` among them.
  /// - Returns: The picture; nil without chafa, or when it cannot read the image.
  package static func make(
    of path: String, columns: Int, rows: Int, colors: Colors, environment: [String: String]
  ) async -> CellPicture? {
    await Chafa(path: path, environment: environment)?.draw(
      "--format=symbols --symbols=half+solid+space --colors=\(colors.rawValue)", columns, rows
    ).flatMap { CellPicture($0) }
  }

  /// Reads what chafa writes: half blocks, line breaks, and sequences for colours (SGR of ECMA-48,
  /// with 256 and with all colours); nil for anything else.
  package init?(_ output: String) {
    var style = CellStyle()
    var (spans, rest) = ([StyledText.Span](), output[...])
    while let character = rest.popFirst() {
      switch character {
      case "\n", "\r\n":
        rows.append(StyledText(spans))
        spans = []
      case "\u{1b}":
        guard rest.popFirst() == "[", let end = rest.firstIndex(where: \.isLetter) else {
          return nil
        }
        let parameters = rest[..<end]
        switch rest[end] {
        case "m": guard style.apply(parameters) else { return nil }
        // The cursor is hidden while it draws.
        case "h", "l": guard parameters == "?25" else { return nil }
        default: return nil
        }
        rest = rest[rest.index(after: end)...]
      case _ where Self.glyphs.contains(character):
        if spans.last?.style == style.value {
          spans[spans.count - 1].text.append(character)
        } else {
          spans.append(.init(String(character), style: style.value))
        }
      default: return nil
      }
    }
    if !spans.isEmpty { rows.append(StyledText(spans)) }
    if rows.isEmpty { return nil }
  }
}

/// The colours that a terminal would draw in now.
private struct CellStyle {
  private var foreground = Color.terminalDefault
  private var background = Color.terminalDefault
  private var isReversed = false

  var value: Style {
    isReversed
      ? Style(foreground: foreground, background: background, modifiers: .reversed)
      : Style(foreground: foreground, background: background)
  }

  /// Takes the parameters of SGR.
  ///
  /// - Returns: Whether they could be read.
  mutating func apply(_ parameters: Substring) -> Bool {
    var numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? 0 : UInt8($0) }[...]
    while let number = numbers.popFirst() {
      guard let number else { return false }
      switch number {
      case 0: self = CellStyle()
      case 7: isReversed = true
      case 27: isReversed = false
      case 30...37: foreground = .ansi(number - 30)
      case 90...97: foreground = .ansi(number - 82)
      case 40...47: background = .ansi(number - 40)
      case 100...107: background = .ansi(number - 92)
      case 39: foreground = .terminalDefault
      case 49: background = .terminalDefault
      case 38, 48:
        guard let color = Self.color(&numbers) else { return false }
        if number == 38 { foreground = color } else { background = color }
      default: return false
      }
    }
    return true
  }

  private static func color(_ numbers: inout ArraySlice<UInt8?>) -> Color? {
    switch numbers.popFirst() {
    case 5:
      guard let index = numbers.popFirst() ?? nil else { return nil }
      return .indexed(index)
    case 2:
      guard let red = numbers.popFirst() ?? nil, let green = numbers.popFirst() ?? nil,
        let blue = numbers.popFirst() ?? nil
      else { return nil }
      return .rgb(red: red, green: green, blue: blue)
    default: return nil
    }
  }
}
