/// Where the YAML block at the head of a text is: between two lines of three dashes.
package struct FrontMatterExtent: Hashable, Sendable {
  /// The YAML between the fences.
  package var yaml: Range<String.Index>
  /// Where the text after it begins.
  package var bodyStart: String.Index
  /// The lines up to there, fences included.
  package var lineCount: Int

  /// The most bytes that front matter may have, fences included; longer, it is taken for text.
  package static let maximumBytes = 64 << 10

  /// Finds the front matter: the first line is `---`, a later one `---` or `...`.
  ///
  /// A byte order mark before it is allowed. Nil when there is none, or no end of it. Costs at most
  /// a reading of `maximumBytes`.
  package init?(in text: String) {
    // Enough for the longest that is taken, and never the whole of a long text.
    var head = String(decoding: text.utf8.prefix(Self.maximumBytes + 8), as: UTF8.self)
    guard let found = head.withUTF8({ Self.find(in: $0) }) else { return nil }
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: found.yaml.lowerBound)
    yaml = start..<bytes.index(start, offsetBy: found.yaml.count)
    bodyStart = bytes.index(bytes.startIndex, offsetBy: found.end)
    lineCount = found.lineCount
  }

  /// The front matter in the UTF-8 bytes of a text, or in its first `maximumBytes`.
  ///
  /// - Returns: The YAML, the end after the closing fence's line feed, and how many lines there are
  ///   up to it; nil when there is no front matter.
  package static func find(
    in bytes: UnsafeBufferPointer<UInt8>
  ) -> (yaml: Range<Int>, end: Int, lineCount: Int)? {
    let hasMark = bytes.count >= 3 && (bytes[0], bytes[1], bytes[2]) == (0xef, 0xbb, 0xbf)
    let first = hasMark ? 3 : 0
    let firstEnd = MarkdownLines.end(from: first, in: bytes)
    guard MarkdownLines.isThree(UInt8(ascii: "-"), first..<firstEnd, bytes) else { return nil }
    var start = firstEnd + 1
    var lineCount = 1
    while start < bytes.count, start - first <= maximumBytes {
      let end = MarkdownLines.end(from: start, in: bytes)
      lineCount += 1
      if MarkdownLines.endsFrontMatter(start..<end, in: bytes) {
        return (firstEnd + 1..<start, min(end + 1, bytes.count), lineCount)
      }
      start = end + 1
    }
    return nil
  }
}
