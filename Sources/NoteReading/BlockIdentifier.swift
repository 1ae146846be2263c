import TerminalUI

/// The `^name` at the end of a paragraph or item, which links of other notes lead to.
enum BlockIdentifier {
  /// A span that ends a block, with such a name in a part of its own.
  ///
  /// - Parameters:
  ///   - span: The last span of a block.
  ///   - style: What the name gets.
  /// - Returns: One span, or two.
  static func dimmed(in span: InlineSpan, style: Style) -> [InlineSpan] {
    guard case .text(let text) = span.content, !span.isLiteral, span.reference == nil,
      let mark = text.lastIndex(of: "^"), isName(text[mark...].dropFirst()),
      mark == text.startIndex || text[text.index(before: mark)] == " "
    else { return [span] }
    var (before, name) = (span, span)
    before.content = .text(String(text[..<mark]))
    name.content = .text(String(text[mark...]))
    name.style = span.style.overlaid(with: style)
    return mark == text.startIndex ? [name] : [before, name]
  }

  /// Letters, digits and hyphens, with a letter: `^2` is more often a power than a name.
  private static func isName(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "-") || Character(Unicode.Scalar(byte)).isLetterOrDigit
    } && text.contains(where: \.isLetter)
  }
}

extension Character {
  fileprivate var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
