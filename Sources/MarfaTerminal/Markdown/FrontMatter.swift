/// The YAML block at the head of a Markdown file, between two lines of three dashes.
package struct FrontMatter: Hashable, Sendable {
  /// The entries in order.
  package var entries: [YAMLValue.Entry]

  /// Where a text's front matter is.
  package struct Extent: Hashable, Sendable {
    /// The YAML between the fences.
    package var yaml: Range<String.Index>
    /// Where the text after it begins.
    package var bodyStart: String.Index
    /// The lines up to there, fences included.
    package var lineCount: Int
  }

  /// A text parted into front matter and body.
  package struct Parting: Hashable, Sendable {
    /// The entries, or nil when there are none that can be read.
    package var frontMatter: FrontMatter?
    /// The text after the front matter; all of it when that cannot be read.
    package var body: String
    /// What is wrong with the front matter, or nil.
    package var problem: Diagnostic?
  }

  /// Front matter beyond this many bytes is taken for text.
  package static let maximumBytes = 64 << 10

  /// Finds the front matter: the first line is `---`, a later one `---` or `...`.
  ///
  /// A byte order mark before it is allowed. Nil when there is none, or no end of it.
  package static func extent(in text: String) -> Extent? {
    let bytes = text.utf8
    var start = bytes.startIndex
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { start = bytes.index(start, offsetBy: 3) }
    guard let first = line(in: text, from: start), isFence(text[first.line], allowsDots: false)
    else { return nil }
    var index = first.next
    var count = 1
    while let line = line(in: text, from: index) {
      count += 1
      if isFence(text[line.line], allowsDots: true) {
        return Extent(
          yaml: first.next..<line.line.lowerBound, bodyStart: line.next, lineCount: count)
      }
      index = line.next
      guard bytes.distance(from: start, to: index) <= maximumBytes else { return nil }
    }
    return nil
  }

  /// Parts a text.
  ///
  /// - Parameters:
  ///   - text: The whole file.
  ///   - file: Its name for remarks.
  /// - Returns: The parts; when the front matter cannot be read, nothing is taken from the text.
  package static func part(_ text: String, file: String) -> Parting {
    guard let extent = extent(in: text) else { return Parting(frontMatter: nil, body: text) }
    do {
      let yaml = String(text[extent.yaml])
      let root = try YAMLDocument.parse(yaml, file: file, firstLine: 2)
      let body = String(text[extent.bodyStart...])
      if root.isNull { return Parting(frontMatter: FrontMatter(entries: []), body: body) }
      guard let entries = root.mapping else {
        // Two rules around a paragraph look like front matter and are not.
        return Parting(frontMatter: nil, body: text)
      }
      return Parting(frontMatter: FrontMatter(entries: entries), body: body)
    } catch {
      return Parting(frontMatter: nil, body: text, problem: error.diagnostic)
    }
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
