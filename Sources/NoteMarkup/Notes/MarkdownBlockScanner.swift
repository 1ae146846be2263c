/// Reads a text line by line, and collects what its lines say.
struct MarkdownBlockScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var state = BlockState.text
  /// The paragraph that the line before belongs to: its first line, and all of it so far.
  private var paragraph: (line: Int, range: Range<Int>)?

  private let detail: InlineScanner.Detail

  init(bytes: UnsafeBufferPointer<UInt8>, detail: InlineScanner.Detail = .references) {
    self.bytes = bytes
    self.detail = detail
  }

  mutating func scan(into result: inout MarkdownScan) {
    var start = result.frontMatter?.upperBound ?? 0
    var number = bytes[..<start].count { $0 == 10 }
    result.wordCount = wordCount(from: start)
    while start < bytes.count {
      let end = MarkdownLines.end(from: start, in: bytes)
      take(start..<end, number, &result)
      start = end + 1
      number += 1
    }
  }

  private mutating func take(_ range: Range<Int>, _ number: Int, _ result: inout MarkdownScan) {
    let line = state.read(range, in: bytes)
    var continued: (line: Int, range: Range<Int>)?
    switch line.kind {
    case .fence, .code: result.hasCode = true
    case .heading(let level, let title):
      result.headings.append(
        .init(level: level, title: text(title), line: number, offset: range.lowerBound))
    case .underline(let level):
      if let paragraph { result.headings.append(heading(level, paragraph)) }
    case .item:
      if let isDone = line.isTaskDone {
        if isDone { result.doneTasks += 1 } else { result.openTasks += 1 }
      }
    case .text:
      guard let inlines = line.inlines else { break }
      let first = paragraph ?? (number, inlines)
      continued = (first.line, first.range.lowerBound..<inlines.upperBound)
    case .frontMatter, .blank, .rule: break
    }
    paragraph = continued
    if let inlines = line.inlines { read(inlines, &result) }
  }

  /// The heading that an underline makes of a paragraph; its lines are joined.
  private func heading(
    _ level: Int, _ paragraph: (line: Int, range: Range<Int>)
  ) -> MarkdownScan.Heading {
    let lines = text(paragraph.range).split(separator: "\n").map { line in
      line.drop { $0 == " " || $0 == "\t" || $0 == ">" }
    }
    return MarkdownScan.Heading(
      level: level, title: lines.joined(separator: " "), line: paragraph.line,
      offset: paragraph.range.lowerBound)
  }

  private func read(_ inlines: Range<Int>, _ result: inout MarkdownScan) {
    var scanner = InlineScanner(bytes: bytes, range: inlines, detail: detail)
    while let element = scanner.next() {
      switch element.kind {
      case .code: result.hasCode = true
      case .wikiLink(let parts):
        result.wikiLinks.append(
          .init(
            range: element.range, targetRange: parts.target, target: text(parts.target),
            heading: parts.heading.map(text), label: parts.label.map(text),
            isEmbed: parts.isEmbed))
      case .link(let label, let destination, let isImage):
        result.links.append(
          .init(
            range: element.range, destinationRange: destination, destination: text(destination),
            label: text(label), isImage: isImage))
      case .tag:
        let name = element.range.dropFirst()
        result.tags.append(.init(range: element.range, name: text(name)))
      case .address: result.hasAddress = true
      case .emphasis, .strong, .strikethrough: break
      }
    }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private func wordCount(from start: Int) -> Int {
    var count = 0
    var isCounted = false
    for byte in bytes[start...] {
      if MarkdownLines.isBlank(byte) || byte == 10 {
        isCounted = false
      } else if !isCounted, byte >= 128 || (byte | 32) &- 97 < 26 || byte &- 48 < 10 {
        isCounted = true
        count += 1
      }
    }
    return count
  }
}
