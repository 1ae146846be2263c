import TerminalUI

/// A piece of running text before it is wrapped.
struct InlineSpan: Hashable {
  /// What a piece is.
  enum Content: Hashable {
    /// Text free of line breaks, as written; not yet safe to draw.
    case text(String)
    /// A line break that stays.
    case lineBreak
  }

  var content: Content
  var style: Style
  /// The link it belongs to, as an index into the document's references.
  var reference: Int?
  /// The line of the note's text, from 1.
  var sourceLine: Int
  /// Whether signs in it mean themselves, as in code.
  var isLiteral = false
}
