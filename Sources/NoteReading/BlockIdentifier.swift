import NoteMarkup
import TerminalUI

/// The `^name` at the end of a paragraph or item, which links of other notes lead to; nobody reads
/// it.
enum BlockIdentifier {
  /// The spans of a block without such a name at its end.
  static func hidden(in spans: [InlineSpan]) -> [InlineSpan] {
    guard var last = spans.last, case .text(let text) = last.content, !last.isLiteral,
      last.reference == nil, let mark = BlockName.start(in: text)
    else { return spans }
    var left = spans
    left.removeLast()
    var before = text[..<mark]
    while before.last == " " { before.removeLast() }
    if !before.isEmpty {
      last.content = .text(String(before))
      left.append(last)
    } else if case .lineBreak? = left.last?.content {
      left.removeLast()
    }
    return left
  }
}
