// MARK: - Lines

extension TextBuffer {
  /// The line that holds an offset, 0…`lineCount - 1`; a line feed belongs to the line it ends.
  public func line(at offset: Int) -> Int {
    precondition(offset >= 0 && offset <= byteCount, "An offset is inside the text.")
    return root.newlines(before: offset)
  }

  /// Where a line starts.
  ///
  /// - Precondition: The line is 0…`lineCount`; `lineCount` gives the end of the text.
  public func lineStart(_ line: Int) -> Int {
    if line <= 0 { return 0 }
    if line >= lineCount { return byteCount }
    return offsetAfterNewline(line)
  }

  /// Where a line's text ends: before its line feed, and before a carriage return in front of it.
  public func lineEnd(_ line: Int) -> Int {
    guard line + 1 < lineCount else { return byteCount }
    let feed = lineStart(line + 1) - 1
    return feed > 0 && byte(at: feed - 1) == 0x0d ? feed - 1 : feed
  }

  /// A line's text without what ends it.
  public func lineRange(_ line: Int) -> Range<Int> {
    let start = lineStart(line)
    return start..<max(start, lineEnd(line))
  }

  /// Where the line that holds an offset starts; cheaper than by its number.
  func lineStart(around offset: Int) -> Int { root.newline(before: offset).map { $0 + 1 } ?? 0 }

  /// The line that holds an offset, without what ends it; cheaper than by its number.
  package func lineRange(around offset: Int) -> Range<Int> {
    let start = lineStart(around: offset)
    guard let feed = root.newline(from: offset) else { return start..<byteCount }
    return start..<(feed > start && byte(at: feed - 1) == 0x0d ? feed - 1 : feed)
  }

  /// Where the line after the one that holds an offset starts, or the end of the text.
  package func nextLineStart(after offset: Int) -> Int {
    root.newline(from: offset).map { $0 + 1 } ?? byteCount
  }

  /// A line's text without what ends it.
  public func lineText(_ line: Int) -> String { text(in: lineRange(line)) }

  /// The last line that a person counts: an empty one after a final line feed is left out.
  public var lastCountedLine: Int {
    let last = lineCount - 1
    return last > 0 && lineStart(last) == byteCount ? last - 1 : last
  }

  /// What ends a line there: a carriage return and line feed where the line has them.
  func newline(forLine line: Int) -> String {
    let near = line + 1 < lineCount ? line : line - 1
    guard near >= 0, near + 1 < lineCount else { return "\n" }
    let feed = lineStart(near + 1) - 1
    return feed > 0 && byte(at: feed - 1) == 0x0d ? "\r\n" : "\n"
  }

  private func offsetAfterNewline(_ count: Int) -> Int {
    var node = root
    var left = count
    var offset = 0
    while !node.isLeaf {
      for child in node.children {
        if left <= child.summary.newlines {
          node = child
          break
        }
        left -= child.summary.newlines
        offset += child.summary.bytes
      }
    }
    let end = node.bytes.withUnsafeBufferPointer { bytes in
      var end = 0
      while left > 0, let feed = bytes[end...].firstIndex(of: 0x0a) {
        end = feed + 1
        left -= 1
      }
      return end
    }
    return left == 0 ? offset + end : byteCount
  }
}

// MARK: - Scalars and bytes

extension TextBuffer {
  /// The number of Unicode scalars before an offset.
  public func scalarOffset(at offset: Int) -> Int { prefix(to: offset).scalars }

  /// The offset in bytes of a Unicode scalar, 0…`scalarCount`.
  public func offset(ofScalar scalar: Int) -> Int {
    guard scalar > 0 else { return 0 }
    guard scalar < scalarCount else { return byteCount }
    var node = root
    var left = scalar
    var offset = 0
    while !node.isLeaf {
      for child in node.children {
        if left < child.summary.scalars {
          node = child
          break
        }
        left -= child.summary.scalars
        offset += child.summary.bytes
      }
    }
    for (index, byte) in node.bytes.enumerated() where byte & 0xc0 != 0x80 {
      if left == 0 { return offset + index }
      left -= 1
    }
    return byteCount
  }

  /// The byte at an offset, or nil at the end.
  func byte(at offset: Int) -> UInt8? {
    offset >= 0 && offset < byteCount ? root.byte(at: offset) : nil
  }

  /// The counts of the text before an offset.
  func prefix(to offset: Int) -> TextSummary {
    precondition(offset >= 0 && offset <= byteCount, "An offset is inside the text.")
    var result = TextSummary.zero
    var node = root
    var local = offset
    while !node.isLeaf {
      let (index, start) = node.child(containing: local)
      for child in node.children[..<index] { result += child.summary }
      node = node.children[index]
      local -= start
    }
    result += node.bytes.withUnsafeBufferPointer {
      TextSummary(of: UnsafeBufferPointer(rebasing: $0[..<local]))
    }
    return result
  }
}
