/// Facts about single lines of Markdown.
enum MarkdownLines {
  /// Bytes that stand for space within a line.
  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 32 || byte == 9 || byte == 13
  }

  /// The line without spaces around it.
  static func trimmed(_ line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    var start = line.lowerBound
    var end = line.upperBound
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// The end of the line that starts at an offset: its line feed, or the end of the text.
  static func end(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var position = start
    while position < bytes.count, bytes[position] != 10 { position += 1 }
    return position
  }

  /// The front matter at the start: `---`, lines, and `---` or `...`.
  static func frontMatter(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let first = end(from: 0, in: bytes)
    guard isRule(trimmedEnd(0..<first, in: bytes), UInt8(ascii: "-"), in: bytes) else {
      return nil
    }
    var start = first + 1
    while start < bytes.count {
      let lineEnd = end(from: start, in: bytes)
      let line = trimmedEnd(start..<lineEnd, in: bytes)
      if isRule(line, UInt8(ascii: "-"), in: bytes) || isRule(line, UInt8(ascii: "."), in: bytes) {
        return 0..<min(lineEnd + 1, bytes.count)
      }
      start = lineEnd + 1
    }
    return nil
  }

  /// The level and the title's range of an ATX heading (CommonMark 0.31, section 4.2).
  static func heading(
    _ line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (level: Int, title: Range<Int>)? {
    let hash = UInt8(ascii: "#")
    var position = line.lowerBound
    while position < line.upperBound, bytes[position] == hash { position += 1 }
    let level = position - line.lowerBound
    guard (1...6).contains(level),
      position == line.upperBound || isBlank(bytes[position])
    else { return nil }
    var title = trimmed(position..<line.upperBound, in: bytes)
    var end = title.upperBound
    while end > title.lowerBound, bytes[end - 1] == hash { end -= 1 }
    // Closing marks count only behind a space.
    if end < title.upperBound, end == title.lowerBound || isBlank(bytes[end - 1]) {
      title = trimmed(title.lowerBound..<end, in: bytes)
    }
    return (level, title)
  }

  /// Where the text of a list item starts, or nil when the line is none.
  static func listItem(
    _ line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var position = line.lowerBound
    guard position < line.upperBound else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): position += 1
    case 48...57:
      while position < line.upperBound, bytes[position] &- 48 < 10 { position += 1 }
      guard position < line.upperBound, position - line.lowerBound <= 9,
        bytes[position] == UInt8(ascii: ".") || bytes[position] == UInt8(ascii: ")")
      else { return nil }
      position += 1
    default: return nil
    }
    guard position == line.upperBound || isBlank(bytes[position]) else { return nil }
    while position < line.upperBound, isBlank(bytes[position]) { position += 1 }
    return position
  }

  /// Whether a task item starts here, and if so whether it is done.
  static func task(at start: Int, _ end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard start + 3 <= end, bytes[start] == UInt8(ascii: "["),
      bytes[start + 2] == UInt8(ascii: "]"), start + 3 == end || isBlank(bytes[start + 3])
    else { return nil }
    switch bytes[start + 1] {
    case 32: return false
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return true
    default: return nil
    }
  }

  private static func trimmedEnd(
    _ line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    line.lowerBound..<trimmed(line, in: bytes).upperBound
  }

  private static func isRule(
    _ line: Range<Int>, _ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    line.count == 3 && bytes[line].allSatisfy { $0 == byte }
  }
}
