/// Facts about single lines of Markdown, given as ranges of UTF-8 bytes.
enum MarkdownLines {
  /// Whether a byte is white space within a line.
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
    // Closing marks count only after a space.
    if end < title.upperBound, end == title.lowerBound || isBlank(bytes[end - 1]) {
      title = trimmed(title.lowerBound..<end, in: bytes)
    }
    return (level, title)
  }

  /// The run of three or more backticks or tildes that a line begins with (section 4.5).
  ///
  /// - Returns: The mark, how many there are, and whether nothing follows them; nil when the line
  ///   can neither open nor close a fenced block.
  static func fence(
    _ content: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (mark: UInt8, length: Int, isAlone: Bool)? {
    guard let first = content.first else { return nil }
    let mark = bytes[first]
    guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
    var end = first
    while end < content.upperBound, bytes[end] == mark { end += 1 }
    guard end - first >= 3 else { return nil }
    if mark == UInt8(ascii: "`"), bytes[end..<content.upperBound].contains(mark) { return nil }
    return (mark, end - first, trimmed(end..<content.upperBound, in: bytes).isEmpty)
  }

  /// The level of the heading that a line of `=` or `-` makes of the paragraph above (section 4.3).
  static func underline(_ content: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = content.first.map({ bytes[$0] }),
      first == UInt8(ascii: "=") || first == UInt8(ascii: "-"),
      bytes[content].allSatisfy({ $0 == first })
    else { return nil }
    return first == UInt8(ascii: "=") ? 1 : 2
  }

  /// Whether a line is a thematic break: three or more of one mark, and spaces (section 4.1).
  static func isRule(_ content: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let mark = content.first.map({ bytes[$0] }),
      mark == UInt8(ascii: "-") || mark == UInt8(ascii: "*") || mark == UInt8(ascii: "_")
    else { return false }
    var count = 0
    for byte in bytes[content] {
      if byte == mark { count += 1 } else if !isBlank(byte) { return false }
    }
    return count >= 3
  }

  /// Whether a line ends front matter: `---` or `...`.
  static func endsFrontMatter(_ line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    isThree(UInt8(ascii: "-"), line, bytes) || isThree(UInt8(ascii: "."), line, bytes)
  }

  /// Whether a line is three of a byte, and white space after them.
  static func isThree(
    _ byte: UInt8, _ line: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard line.count >= 3 else { return false }
    let marks = line.lowerBound..<line.lowerBound + 3
    return bytes[marks].allSatisfy { $0 == byte }
      && bytes[marks.upperBound..<line.upperBound].allSatisfy(isBlank)
  }
}
