/// A short piece of a document in which the matches are marked.
///
/// The marks in SQL are the control characters STX and ETX, which no markup of a document can
/// be mistaken for; text that holds them itself can only misplace a mark. The pieces are as
/// untrusted as the document: escape them before you draw them.
public struct FullTextSnippet: Hashable, Sendable {
  /// A piece of the snippet, all of it matching or none.
  public struct Piece: Hashable, Sendable {
    /// The text, without marks.
    public let text: String
    /// Whether the text matched the pattern.
    public let isMatch: Bool

    /// Takes a piece of text and whether it matched.
    public init(text: String, isMatch: Bool) {
      self.text = text
      self.isMatch = isMatch
    }
  }

  /// What opens a match: STX, U+0002.
  public static let openMark: Character = "\u{2}"
  /// What closes a match: ETX, U+0003.
  public static let closeMark: Character = "\u{3}"

  /// The pieces, in order; none is empty.
  public let pieces: [Piece]

  /// Reads a text with marks, however they are balanced.
  public init(marked: String) {
    var pieces: [Piece] = []
    var text = ""
    var isMatch = false
    func close(_ next: Bool) {
      if !text.isEmpty { pieces.append(Piece(text: text, isMatch: isMatch)) }
      text = ""
      isMatch = next
    }
    // By scalar: a mark next to a combining character would be one Character with it.
    for scalar in marked.unicodeScalars {
      switch Character(scalar) {
      case Self.openMark: close(true)
      case Self.closeMark: close(false)
      default: text.unicodeScalars.append(scalar)
      }
    }
    close(false)
    self.pieces = pieces
  }

  /// The text without marks.
  public var text: String { pieces.map(\.text).joined() }

  /// The SQL expression of a snippet.
  ///
  /// - Parameters:
  ///   - table: The full-text table.
  ///   - column: The index of the column, or -1 for the one that matches best.
  ///   - tokens: The most tokens, 1...64.
  /// - Returns: A call of `snippet()`.
  public static func sql(table: String, column: Int = -1, tokens: Int = 16) -> String {
    "snippet(\(table), \(column), char(2), char(3), '…', \(min(max(tokens, 1), 64)))"
  }
}
