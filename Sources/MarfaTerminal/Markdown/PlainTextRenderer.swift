import TerminalUI

/// Shows a text as it is, wrapped at the width: for notes too large for Markdown.
enum PlainTextRenderer {
  /// Wraps a whole text.
  static func render(_ text: String, options: RenderOptions) -> RenderedDocument {
    var document = RenderedDocument()
    var lines = SourceLines(text)
    while let line = lines.next() {
      guard append(line.text, number: line.number, to: &document, options) else { break }
    }
    document.isPlain = true
    return document
  }

  /// Adds the rows of one source line; false when the lines asked for are there.
  static func append(
    _ text: Substring, number: Int, to document: inout RenderedDocument, _ options: RenderOptions
  ) -> Bool {
    let width = options.width
    let isShort = text.utf8.count <= width && SafeText.isPlain(text)
    let rows =
      isShort
      ? [String(text)]
      : SafeText.chunks(SafeText.visible(String(text)), columns: width, first: width)
    for row in rows {
      if let limit = options.maximumLines, document.lines.count >= limit {
        document.isTruncated = true
        return false
      }
      document.lines.append(
        RenderedLine(runs: row.isEmpty ? [] : [StyledRun(row)], sourceLine: number))
    }
    return true
  }
}

/// The lines of a text one by one; a carriage return before a line feed belongs to the break.
struct SourceLines {
  private var rest: Substring
  private var number = 0
  private var isAtEnd = false

  init(_ text: String) { rest = text[...] }

  mutating func next() -> (text: Substring, number: Int)? {
    guard !isAtEnd, !(rest.isEmpty && number > 0) else { return nil }
    number += 1
    let bytes = rest.utf8
    guard let end = bytes.firstIndex(of: 0x0a) else {
      isAtEnd = true
      return (rest, number)
    }
    var line = rest[..<end]
    rest = rest[bytes.index(after: end)...]
    if line.utf8.last == 0x0d { line = Substring(line.utf8.dropLast()) }
    return (line, number)
  }
}
