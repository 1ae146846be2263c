/// The block in which a line begins, carried from line to line.
///
/// Follows CommonMark 0.31 (<https://spec.commonmark.org/0.31.2/>) for fences, indented code,
/// headings, rules, quotes and list items, as far as code must be told from text.
package struct BlockState: Hashable, Sendable {
  /// A fenced block.
  private struct Fence: Hashable {
    var mark: UInt8
    var length: Int
    /// The quotes that the block is in; it ends with them.
    var quoteDepth: Int
    /// The indentation without which the block's list item ends, and the block with it.
    var indent: Int
  }

  private enum Block: Hashable {
    case text, frontMatterStart, frontMatter
    case fence(Fence)
  }

  /// The paragraph that the line before belongs to.
  private enum Paragraph: Hashable { case none, plain, item }

  private var block: Block
  private var paragraph = Paragraph.none
  private var quoteDepth = 0
  /// The column of the outermost list item's text, outside of quotes and within.
  private var listIndent: Int?
  private var quotedListIndent: Int?

  private init(_ block: Block) { self.block = block }

  /// Before a text without front matter.
  package static let text = BlockState(.text)
  /// Before the first fence of front matter that has an end.
  package static let frontMatterStart = BlockState(.frontMatterStart)

  /// The state with what only the lines close above tell forgotten: paragraph and list.
  ///
  /// To go on reading from a remembered line. Until the next item, or paragraph after a blank
  /// line, indented lines are then taken for text.
  package var remembered: BlockState {
    var state = BlockState(block)
    state.listIndent = 2
    return state
  }

  /// Whether the next line is not in front matter or a fenced block.
  package var isText: Bool { block == .text }

  /// Whether the next line is in a fenced block.
  package var isFence: Bool {
    if case .fence = block { true } else { false }
  }

  // MARK: - Reading

  /// Reads a line, given as bytes of its own.
  ///
  /// - Parameter head: The line without its end, or its first bytes.
  /// - Returns: What the line is; offsets are those of `head`.
  package mutating func read(_ head: [UInt8]) -> MarkdownLine {
    head.withUnsafeBufferPointer { read(0..<$0.count, in: $0) }
  }

  /// Reads a line and goes on to the state after it.
  ///
  /// - Parameters:
  ///   - line: The line without its end.
  ///   - bytes: The buffer in which the line is.
  /// - Returns: What the line is; offsets are those of the buffer.
  package mutating func read(
    _ line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> MarkdownLine {
    switch block {
    case .text: break
    case .frontMatterStart:
      block = .frontMatter
      return MarkdownLine(.frontMatter)
    case .frontMatter:
      if MarkdownLines.endsFrontMatter(line, in: bytes) { block = .text }
      return MarkdownLine(.frontMatter)
    case .fence(let fence):
      if let read = readFenced(line, fence, bytes) { return read }
      block = .text
    }
    return readText(line, bytes)
  }

  /// Reads a line of a fenced block; nil when the quote or the item around the block has ended.
  private mutating func readFenced(
    _ line: Range<Int>, _ fence: Fence, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> MarkdownLine? {
    var start = line.lowerBound
    for _ in 0..<fence.quoteDepth {
      let rest = MarkdownLines.trimmed(start..<line.upperBound, in: bytes)
      guard let first = rest.first, bytes[first] == UInt8(ascii: ">") else { return nil }
      start = first + 1
    }
    let content = MarkdownLines.trimmed(start..<line.upperBound, in: bytes)
    if content.isEmpty { return MarkdownLine(.code) }
    if fence.indent > 0, content.lowerBound - start < fence.indent { return nil }
    guard let found = MarkdownLines.fence(content, in: bytes), found.mark == fence.mark,
      found.length >= fence.length, found.isAlone
    else { return MarkdownLine(.code) }
    block = .text
    paragraph = .none
    return MarkdownLine(.fence)
  }

  private mutating func readText(
    _ line: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> MarkdownLine {
    let marks = LineMarks(line, in: bytes)
    let content = MarkdownLines.trimmed(marks.leadEnd..<line.upperBound, in: bytes)
    if marks.quoteDepth > quoteDepth { paragraph = .none }
    guard !content.isEmpty else {
      paragraph = .none
      enter(marks.quoteDepth)
      return MarkdownLine(.blank, marks)
    }
    let list = marks.quoteDepth > 0 ? quotedListIndent : listIndent
    if paragraph == .none, isIndentedCode(marks) { return MarkdownLine(.code) }
    if marks.innerIndent < 4 || list != nil, let read = readMarked(content, marks, bytes) {
      return read
    }
    if paragraph == .none {
      enter(marks.quoteDepth)
      endList(before: marks)
      paragraph = .plain
    }
    return MarkdownLine(.text, marks, inlines: content)
  }

  private func isIndentedCode(_ marks: LineMarks) -> Bool {
    if listIndent == nil, marks.indent >= 4 { return true }
    return marks.quoteDepth > 0 && quotedListIndent == nil && marks.innerIndent >= 4
  }

  /// Reads a line that is something by its own marks; nil for plain text.
  private mutating func readMarked(
    _ content: Range<Int>, _ marks: LineMarks, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> MarkdownLine? {
    if let found = MarkdownLines.fence(content, in: bytes) {
      begin(marks)
      block = .fence(
        Fence(mark: found.mark, length: found.length, quoteDepth: marks.quoteDepth, indent: 0))
      return MarkdownLine(.fence, marks)
    }
    if let heading = MarkdownLines.heading(content, in: bytes) {
      begin(marks)
      return MarkdownLine(
        .heading(heading.level, title: heading.title), marks, inlines: heading.title)
    }
    if paragraph == .plain, quoteDepth == marks.quoteDepth, marks.innerIndent < 4,
      let level = MarkdownLines.underline(content, in: bytes)
    {
      begin(marks)
      return MarkdownLine(.underline(level), marks)
    }
    if MarkdownLines.isRule(content, in: bytes) {
      begin(marks)
      return MarkdownLine(.rule, marks)
    }
    return marks.marker == nil ? nil : readItem(content, marks, bytes)
  }

  private mutating func readItem(
    _ content: Range<Int>, _ marks: LineMarks, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> MarkdownLine? {
    let text = min(marks.contentStart, content.upperBound)..<content.upperBound
    if paragraph == .plain {
      // What interrupts a paragraph has text, and counts from 1.
      if case .number(let number, _) = marks.marker, number != 1 { return nil }
      if text.isEmpty, marks.boxRange.isEmpty { return nil }
    }
    let outer = marks.quoteDepth > 0 ? quotedListIndent : listIndent
    enter(marks.quoteDepth)
    let isNested = outer.map { marks.innerIndent >= $0 } ?? false
    setList(isNested ? outer : marks.itemIndent, marks.quoteDepth)
    paragraph = .none
    if let found = MarkdownLines.fence(text, in: bytes) {
      block = .fence(
        Fence(
          mark: found.mark, length: found.length, quoteDepth: marks.quoteDepth,
          indent: marks.quoteDepth > 0 ? 0 : marks.itemIndent))
      return MarkdownLine(.fence, marks)
    }
    if let heading = MarkdownLines.heading(text, in: bytes), marks.isChecked == nil {
      return MarkdownLine(
        .heading(heading.level, title: heading.title), marks, inlines: heading.title)
    }
    paragraph = text.isEmpty ? .none : .item
    return MarkdownLine(.item, marks, inlines: text)
  }

  // MARK: - Containers

  /// Ends the paragraph before a line of its own kind.
  private mutating func begin(_ marks: LineMarks) {
    enter(marks.quoteDepth)
    endList(before: marks)
    paragraph = .none
  }

  private mutating func enter(_ depth: Int) {
    if depth == 0 { quotedListIndent = nil }
    quoteDepth = depth
  }

  /// Ends the list when a line is indented less than its items' text.
  private mutating func endList(before marks: LineMarks) {
    if let list = listIndent, marks.indent < list { listIndent = nil }
    guard marks.quoteDepth > 0, let list = quotedListIndent else { return }
    if marks.innerIndent < list { quotedListIndent = nil }
  }

  private mutating func setList(_ indent: Int?, _ depth: Int) {
    if depth > 0 { quotedListIndent = indent } else { listIndent = indent }
  }
}
