/// Goes over the lines of a text and hands those that are not code to the inline scanner.
struct MarkdownBlockScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var fence: (byte: UInt8, count: Int)?
  private var isInList = false
  private var isAfterBlank = true
  /// The line before, if a rule below it would make it a heading.
  private var paragraph: (line: Int, range: Range<Int>)?

  init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  mutating func scan(into result: inout MarkdownScan) {
    result.frontMatter = MarkdownLines.frontMatter(in: bytes)
    var start = result.frontMatter?.upperBound ?? 0
    var line = bytes[..<start].count { $0 == 10 }
    result.wordCount = wordCount(from: start)
    while start < bytes.count {
      let end = MarkdownLines.end(from: start, in: bytes)
      scanLine(start..<end, line, into: &result)
      start = end + 1
      line += 1
    }
  }

  private mutating func scanLine(
    _ line: Range<Int>, _ number: Int, into result: inout MarkdownScan
  ) {
    let content = MarkdownLines.trimmed(line, in: bytes)
    if closesOrOpensFence(line, content) {
      result.hasCode = true
      return endParagraph()
    }
    guard fence == nil else { return }
    guard !content.isEmpty else {
      isAfterBlank = true
      paragraph = nil
      return
    }
    let indent = indent(line)
    if indent >= 4, isAfterBlank, !isInList {
      // Stays "after a blank" so that the next indented line is code as well.
      result.hasCode = true
      return
    }
    isAfterBlank = false
    scanContent(content, line, number, indent, into: &result)
  }

  private mutating func scanContent(
    _ content: Range<Int>, _ line: Range<Int>, _ number: Int, _ indent: Int,
    into result: inout MarkdownScan
  ) {
    if indent < 4, let heading = MarkdownLines.heading(content, in: bytes) {
      result.headings.append(
        .init(
          level: heading.level, title: text(heading.title), line: number,
          offset: line.lowerBound))
      isInList = false
      endParagraph()
    } else if indent < 4, let level = underline(content), let paragraph {
      result.headings.append(
        .init(
          level: level, title: text(paragraph.range), line: paragraph.line,
          offset: paragraph.range.lowerBound))
      return endParagraph()
    } else if let item = MarkdownLines.listItem(content, in: bytes) {
      isInList = true
      paragraph = nil
      if let isDone = MarkdownLines.task(at: item, content.upperBound, in: bytes) {
        if isDone { result.doneTasks += 1 } else { result.openTasks += 1 }
      }
    } else {
      if indent == 0 { isInList = isInList && paragraph != nil }
      paragraph = bytes[content.lowerBound] == UInt8(ascii: ">") ? nil : (number, content)
    }
    var inline = MarkdownInlineScanner(bytes: bytes, range: content)
    inline.scan(into: &result)
  }

  private mutating func endParagraph() {
    isAfterBlank = false
    paragraph = nil
  }

  /// Follows fences of three or more backticks or tildes (CommonMark 0.31, section 4.5).
  private mutating func closesOrOpensFence(_ line: Range<Int>, _ content: Range<Int>) -> Bool {
    guard let byte = content.first.map({ bytes[$0] }),
      byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~")
    else { return false }
    var end = content.lowerBound
    while end < content.upperBound, bytes[end] == byte { end += 1 }
    let count = end - content.lowerBound
    if let fence {
      guard byte == fence.byte, count >= fence.count, end == content.upperBound else {
        return false
      }
      self.fence = nil
      return true
    }
    let rest = bytes[end..<content.upperBound]
    guard count >= 3, byte == UInt8(ascii: "~") || !rest.contains(byte),
      isInList || indent(line) < 4
    else { return false }
    fence = (byte, count)
    return true
  }

  /// 1 below a line of `=`, 2 below a line of `-`.
  private func underline(_ content: Range<Int>) -> Int? {
    let first = bytes[content.lowerBound]
    guard first == UInt8(ascii: "=") || first == UInt8(ascii: "-"),
      bytes[content].allSatisfy({ $0 == first })
    else { return nil }
    return first == UInt8(ascii: "=") ? 1 : 2
  }

  private func indent(_ line: Range<Int>) -> Int {
    var columns = 0
    for byte in bytes[line] {
      if byte == 32 {
        columns += 1
      } else if byte == 9 {
        columns += 4 - columns % 4
      } else {
        break
      }
    }
    return columns
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
