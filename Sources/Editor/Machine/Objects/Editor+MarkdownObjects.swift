import NoteMarkup

// MARK: - Headings, items, fenced blocks, links

extension Editor {
  /// The level of a heading line (ATX: `#`…`######`), or nil.
  func headingLevel(_ line: Int) -> Int? {
    let start = buffer.lineStart(line)
    let head = buffer.bytes(in: start..<min(buffer.lineRange(line).upperBound, start + 12))
    guard let level = MarkdownLine.headingLevel(head) else { return nil }
    var state = content.blocks.state(atLine: line, in: buffer)
    guard case .heading = state.read(lineAt: start, in: buffer).kind else { return nil }
    return level
  }

  /// The next heading above or below a line.
  mutating func heading(from line: Int, step: Int, level: Int = 6) -> Int? {
    var line = line + step
    while (0..<buffer.lineCount).contains(line), !meter.isSpent {
      meter.spend(1)
      if let found = headingLevel(line), found <= level { return line }
      line += step
    }
    return nil
  }

  /// A heading with all below it up to the next of its level; inner: without the heading's line.
  mutating func sectionObject(around: Bool) -> TextExtent? {
    let line = buffer.line(at: cursor)
    let level = headingLevel(line)
    guard let start = level != nil ? line : heading(from: line, step: -1) else { return nil }
    let own = headingLevel(start) ?? 1
    let next = heading(from: start, step: 1, level: own) ?? buffer.lineCount
    var (first, last) = (start, max(start, min(next, buffer.lastCountedLine + 1) - 1))
    if around { return extent(ofLines: first...last) }
    first += 1
    while last > first, buffer.isBlankLine(last) { last -= 1 }
    while first < last, buffer.isBlankLine(first) { first += 1 }
    return first <= last && first < buffer.lineCount ? extent(ofLines: first...last) : nil
  }

  /// An item of a list: with its marker and all that is nested in it (`al`), or its text (`il`).
  func itemObject(around: Bool) -> TextExtent? {
    var first = buffer.line(at: cursor)
    func prefix(_ line: Int) -> LinePrefix {
      LinePrefix(buffer.text(in: buffer.lineRange(line).prefixRange(of: 256, in: buffer)))
    }
    let indent = prefix(first).lead.utf8.count
    while first > 0, !prefix(first).isListItem, !buffer.isBlankLine(first) { first -= 1 }
    let item = prefix(first)
    guard item.isListItem, item.lead.utf8.count <= max(indent, item.lead.utf8.count) else {
      return nil
    }
    if !around {
      var last = first
      while last + 1 < buffer.lineCount, !buffer.isBlankLine(last + 1),
        !prefix(last + 1).isListItem
      { last += 1 }
      let start = buffer.lineStart(first) + item.contentStart
      return TextExtent(start..<max(start, buffer.lineRange(last).upperBound))
    }
    var last = first
    var line = first + 1
    while line < buffer.lineCount {
      if buffer.isBlankLine(line) {
        line += 1
        continue
      }
      let next = prefix(line)
      let isNested = next.lead.utf8.count > item.lead.utf8.count
      let isLazy = !next.isListItem && line == last + 1
      guard isNested || isLazy else { break }
      last = line
      line += 1
    }
    return extent(ofLines: first...last)
  }

  /// A fenced block with its fences (`ac`), or its lines (`ic`).
  func fenceObject(around: Bool) -> TextExtent? {
    let line = buffer.line(at: cursor)
    var first = line
    // On the opening line the state is still text; below, the block's.
    while first > 0, isFenced(first) { first -= 1 }
    guard MarkdownLine.hasFence(head(first)), first + 1 < buffer.lineCount, isFenced(first + 1)
    else { return nil }
    var last = first + 1
    while last + 1 < buffer.lineCount, isFenced(last + 1) { last += 1 }
    let isClosed = MarkdownLine.hasFence(head(last)) && last > first
    if around { return extent(ofLines: first...last) }
    let end = isClosed ? last - 1 : last
    guard first + 1 <= end else {
      let start = buffer.lineStart(last)
      return TextExtent(start..<start)
    }
    return extent(ofLines: first + 1...end)
  }

  private func isFenced(_ line: Int) -> Bool {
    content.blocks.state(atLine: line, in: buffer).isFence
  }

  private func head(_ line: Int) -> [UInt8] {
    let start = buffer.lineStart(line)
    return buffer.bytes(in: start..<min(buffer.lineRange(line).upperBound, start + 40))
  }

  /// A link as a whole (`ak`), or what a reader sees of it (`ik`).
  func linkObject(around: Bool) -> TextExtent? {
    guard let link = link(at: cursor), link.kind != .tag else { return nil }
    return TextExtent(around ? link.range : link.textRange)
  }

  /// The link or tag at an offset.
  public func link(at offset: Int) -> EditorLink? {
    let line = buffer.line(at: offset)
    var state = content.blocks.state(atLine: line, in: buffer)
    let segment = content.breaks.segment(of: buffer.lineRange(line), at: offset)
    let startsLine = buffer.isLineStart(segment.lowerBound)
    let read = state.read(lineAt: buffer.lineStart(line), in: buffer)
    guard let inlines = read.inlines else { return nil }
    let bytes = buffer.bytes(in: segment)
    let elements = InlineScanner.elements(
      in: String(decoding: bytes, as: UTF8.self), from: startsLine ? inlines.lowerBound : 0,
      startsLine: startsLine)
    return elements.lazy.compactMap { EditorLink($0, in: bytes, at: segment.lowerBound) }
      .first { $0.range.contains(offset) }
  }
}
