/// Where the YAML block at the head of a text is: between two lines of three dashes.
package struct FrontMatterExtent: Hashable, Sendable {
  /// The YAML between the fences.
  package var yaml: Range<String.Index>
  /// Where the text after it begins.
  package var bodyStart: String.Index
  /// The lines up to there, fences included.
  package var lineCount: Int

  /// Front matter beyond this many bytes is taken for text.
  package static let maximumBytes = 64 << 10

  /// Finds the front matter: the first line is `---`, a later one `---` or `...`.
  ///
  /// A byte order mark before it is allowed. Nil when there is none, or no end of it.
  package init?(in text: String) {
    let bytes = text.utf8
    var start = bytes.startIndex
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { start = bytes.index(start, offsetBy: 3) }
    guard let first = Self.line(in: text, from: start),
      Self.isFence(text[first.line], allowsDots: false)
    else { return nil }
    var index = first.next
    var count = 1
    while let line = Self.line(in: text, from: index) {
      count += 1
      if Self.isFence(text[line.line], allowsDots: true) {
        (yaml, bodyStart, lineCount) = (first.next..<line.line.lowerBound, line.next, count)
        return
      }
      index = line.next
      guard bytes.distance(from: start, to: index) <= Self.maximumBytes else { return nil }
    }
    return nil
  }

  // MARK: - Lines

  private static func line(
    in text: String, from start: String.Index
  ) -> (line: Range<String.Index>, next: String.Index)? {
    let bytes = text.utf8
    guard start < bytes.endIndex else { return nil }
    let end = bytes[start...].firstIndex(of: 0x0a) ?? bytes.endIndex
    let next = end < bytes.endIndex ? bytes.index(after: end) : end
    return (start..<end, next)
  }

  private static func isFence(_ line: Substring, allowsDots: Bool) -> Bool {
    let trimmed = line.utf8.reversed().drop { $0 == 0x20 || $0 == 0x0d || $0 == 0x09 }
    let dashes = trimmed.count == 3 && trimmed.allSatisfy { $0 == UInt8(ascii: "-") }
    let dots = trimmed.count == 3 && trimmed.allSatisfy { $0 == UInt8(ascii: ".") }
    return dashes || (allowsDots && dots)
  }
}
