/// Finds the parts of a line to be styled.
enum MarkdownHighlighter {
  /// The spans of a line (or of a part of a long one), later ones laid over earlier ones.
  ///
  /// - Parameters:
  ///   - text: The line without its end.
  ///   - state: The block in which the line stands.
  ///   - isLineStart: Whether the text begins the line.
  ///   - isFirstLine: Whether the line is the note's first.
  /// - Returns: Ranges in UTF-8 bytes of the text, with what they are.
  static func spans(
    in text: String, state: BlockState, isLineStart: Bool, isFirstLine: Bool
  ) -> [(range: Range<Int>, scope: MarkupScope)] {
    let whole = 0..<text.utf8.count
    if whole.isEmpty { return [] }
    let head = Array(text.utf8.prefix(LineHead.length))
    switch state {
    case .frontMatter: return [(whole, .frontMatter)]
    case .fence: return [(whole, .codeBlock)]
    case .text: break
    }
    guard isLineStart else { return InlineScanner.scan(text).spans }
    let isOpening = state.after(head, isFirstLine: isFirstLine)
    if isOpening == .frontMatter { return [(whole, .frontMatter)] }
    if isOpening != .text { return [(whole, .codeBlock)] }
    if isRule(head), whole.count <= LineHead.length { return [(whole, .rule)] }
    if let level = headingLevel(head) {
      return [(whole, .heading(level))] + InlineScanner.scan(text, from: level).spans
    }
    return prefixed(text, whole)
  }

  private static func prefixed(
    _ text: String, _ whole: Range<Int>
  ) -> [(range: Range<Int>, scope: MarkupScope)] {
    var spans: [(range: Range<Int>, scope: MarkupScope)] = []
    let prefix = LinePrefix(text)
    if prefix.isQuote { spans.append((whole, .quote)) }
    if prefix.isListItem { spans.append((prefix.markerRange, .listMark)) }
    if let isChecked = prefix.isChecked {
      spans.append((prefix.boxRange, isChecked ? .taskDone : .taskOpen))
      if isChecked, prefix.contentStart < whole.upperBound {
        spans.append((prefix.contentStart..<whole.upperBound, .taskDoneText))
      }
    }
    return spans + InlineScanner.scan(text, from: prefix.contentStart).spans
  }

  /// The level of a line that begins with up to three spaces, one to six `#` and a space.
  static func headingLevel(_ head: [UInt8]) -> Int? {
    let rest = head.drop { $0 == 0x20 }
    guard head.count - rest.count <= 3 else { return nil }
    let level = rest.prefix { $0 == UInt8(ascii: "#") }.count
    guard (1...6).contains(level) else { return nil }
    let next = rest.dropFirst(level).first
    return next == nil || next == 0x20 || next == 0x09 ? level : nil
  }

  private static func isRule(_ head: [UInt8]) -> Bool {
    let marks = head.filter { $0 != 0x20 && $0 != 0x09 }
    guard marks.count >= 3, let mark = marks.first else { return false }
    return "-*_".utf8.contains(mark) && marks.allSatisfy { $0 == mark }
  }
}

/// How much of a line decides what block it is.
private enum LineHead {
  static let length = 80
}
