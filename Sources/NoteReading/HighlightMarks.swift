import TerminalUI

/// Finds `==text==` in the running text of a block, over emphasis and links, but not in code.
enum HighlightMarks {
  /// A `==` in a span.
  private struct Mark {
    var span: Int
    /// In UTF-8 bytes of the span's text.
    var offset: Int
    var canOpen: Bool
    var canClose: Bool
  }

  /// The spans without the marks that have a partner; what is between is in the style.
  static func applied(to spans: [InlineSpan], style: Style) -> [InlineSpan] {
    let pairs = pairs(of: marks(in: spans))
    guard !pairs.isEmpty else { return spans }
    var result: [InlineSpan] = []
    var next = 0
    for (index, span) in spans.enumerated() {
      guard case .text(let text) = span.content else {
        result.append(span)
        continue
      }
      var start = 0
      while next < pairs.count, pairs[next].span == index {
        add(text, start..<pairs[next].offset, of: span, next % 2 == 1 ? style : .plain, to: &result)
        start = pairs[next].offset + 2
        next += 1
      }
      let end = text.utf8.count
      add(text, start..<end, of: span, next % 2 == 1 ? style : .plain, to: &result)
    }
    return result
  }

  private static func add(
    _ text: String, _ range: Range<Int>, of span: InlineSpan, _ style: Style,
    to result: inout [InlineSpan]
  ) {
    guard !range.isEmpty else { return }
    var part = span
    let bytes = Array(text.utf8)[range]
    part.content = .text(String(decoding: bytes, as: UTF8.self))
    part.style = span.style.overlaid(with: style)
    result.append(part)
  }

  private static func marks(in spans: [InlineSpan]) -> [Mark] {
    var marks: [Mark] = []
    for (index, span) in spans.enumerated() where !span.isLiteral {
      guard case .text(let text) = span.content, text.utf8.contains(UInt8(ascii: "=")) else {
        continue
      }
      marks += self.marks(in: Array(text.utf8), span: index)
    }
    return marks
  }

  /// Runs of exactly two signs: one opens before what is no space, and closes after it.
  private static func marks(in bytes: [UInt8], span: Int) -> [Mark] {
    var marks: [Mark] = []
    var position = 0
    while position < bytes.count {
      let run = bytes[position...].prefix { $0 == UInt8(ascii: "=") }.count
      if run == 2 {
        let after = position + 2 < bytes.count ? bytes[position + 2] : UInt8(ascii: "x")
        let before = position > 0 ? bytes[position - 1] : UInt8(ascii: "x")
        marks.append(
          Mark(span: span, offset: position, canOpen: after > 0x20, canClose: before > 0x20))
      }
      position += max(1, run)
    }
    return marks
  }

  /// Marks that open and close in turn; the last is left out if nothing closes it.
  private static func pairs(of marks: [Mark]) -> [Mark] {
    var pairs: [Mark] = []
    for mark in marks {
      let isOpen = pairs.count % 2 == 1
      if isOpen ? mark.canClose : mark.canOpen { pairs.append(mark) }
    }
    if pairs.count % 2 == 1 { pairs.removeLast() }
    return pairs
  }
}
