import TerminalUI

/// A quote that begins with `[!type]`, and is shown as a box with a title.
struct Callout: Hashable {
  /// What follows the mark: nothing, `-` or `+`.
  enum Folding: Hashable {
    case fixed, foldable(isFolded: Bool)
  }

  /// The type's name with a capital, which is the title when there is no other.
  var name: String
  /// Whether it can be folded.
  var folding: Folding
  /// The style of its frame and title.
  var style: Style
  /// The line of the note's text, from 1.
  var sourceLine: Int
  /// How many characters the mark has, with the space after it.
  var markLength: Int
  /// Whether a frame was drawn, which has a foot.
  var isBox = false

  /// Reads the text that a quote begins with; nil when it is no callout.
  init?(_ text: String, sourceLine: Int, styles: MarkdownStyles) {
    guard
      let match = text.prefixMatch(
        of: #/\[!([A-Za-z][A-Za-z0-9_\-]*)(?:\|[^\]]*)?\]([+\-]?)[ \t]*/#)
    else { return nil }
    let type = match.1.lowercased()
    name = type.prefix(1).uppercased() + type.dropFirst()
    style = Self.style(of: type, styles)
    folding =
      switch match.2 {
      case "-": .foldable(isFolded: true)
      case "+": .foldable(isFolded: false)
      default: .fixed
      }
    self.sourceLine = sourceLine
    markLength = match.0.count
  }

  private static func style(of type: String, _ styles: MarkdownStyles) -> Style {
    switch type {
    case "tip", "hint", "important", "success", "check", "done": styles.calloutTip
    case "warning", "caution", "attention", "question", "help", "faq": styles.calloutWarning
    case "danger", "error", "failure", "fail", "missing", "bug": styles.calloutDanger
    case "example": styles.calloutExample
    case "quote", "cite": styles.calloutQuote
    default: styles.calloutNote
    }
  }
}
