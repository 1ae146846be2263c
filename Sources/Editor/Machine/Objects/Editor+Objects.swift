// MARK: - Text objects

extension Editor {
  /// The text of an object around the cursor; nil when there is none.
  mutating func extent(of object: TextObject, count: Int) -> TextExtent? {
    let around = object.scope == .around
    meter.spend(5 + count / 8)
    if meter.isSpent { return nil }
    switch object.kind {
    case .word, .bigWord:
      return wordObject(big: object.kind == .bigWord, around: around, count: count)
    case .sentence:
      chargeSentences(around: buffer.line(at: cursor))
      return meter.isSpent ? nil : sentenceObject(around: around, count: count)
    case .paragraph: return paragraphObject(around: around, count: count)
    case .doubleQuotes, .singleQuotes, .backticks:
      return quoteObject(object.kind.quote, around: around)
    case .parentheses, .squareBrackets, .braces, .angleBrackets:
      return pairObject(object.kind.pair, around: around, count: count)
    case .section: return sectionObject(around: around)
    case .listItem: return itemObject(around: around)
    case .fencedBlock: return fenceObject(around: around)
    case .link: return linkObject(around: around)
    }
  }

  /// The next larger object around a selection that already holds one.
  func enclosing(_ object: TextObject, of range: Range<Int>) -> TextExtent? {
    var editor = self
    switch object.kind {
    case .parentheses, .squareBrackets, .braces, .angleBrackets:
      let pair = object.kind.pair
      guard let open = buffer.opening(pair, before: range.lowerBound),
        let close = buffer.closing(pair, from: open + 1)
      else { return nil }
      let found = content(from: open, to: close, around: object.scope == .around)
      guard object.scope == .inner, range.contains(found.range) else { return found }
      guard let outer = buffer.opening(pair, before: open),
        let end = buffer.closing(pair, from: close + 1)
      else { return nil }
      return content(from: outer, to: end, around: false)
    default:
      guard range.upperBound < buffer.byteCount else { return nil }
      editor.caret.place(at: range.upperBound)
      guard let next = editor.extent(of: object, count: 1) else { return nil }
      return TextExtent(
        range.lowerBound..<max(range.upperBound, next.range.upperBound), shape: next.shape)
    }
  }

  // MARK: Sentences and paragraphs

  private func sentenceObject(around: Bool, count: Int) -> TextExtent? {
    let line = buffer.line(at: cursor)
    if buffer.isBlankLine(line) {
      return extent(ofLines: buffer.paragraphLines(around: line))
    }
    let lines = buffer.paragraphLines(around: line)
    let starts = buffer.sentenceStarts(in: lines)
    let index = max(0, (starts.firstIndex { $0 > cursor } ?? starts.count) - 1)
    let last = min(index + count - 1, starts.count - 1)
    let start = starts[index]
    let full =
      last + 1 < starts.count ? starts[last + 1] : buffer.lineRange(lines.upperBound).upperBound
    if around, full > start, last + 1 < starts.count { return TextExtent(start..<full) }
    var end = full
    while end > start, isBlank(before: end) { end = buffer.offset(before: end) }
    var first = start
    if around, index > 0 {
      while first > starts[index - 1], isBlank(before: first) {
        first = buffer.offset(before: first)
      }
    }
    return TextExtent(first..<end)
  }

  func isBlank(before offset: Int) -> Bool {
    buffer.characterClass(at: buffer.offset(before: offset), big: true) == .blank
  }

  /// The lines of a paragraph, or of the blank lines between two; nil when there are fewer than
  /// asked.
  ///
  /// With `ip` each is a thing of its own; `ap` is a paragraph and the blank lines after it, or
  /// else those before it.
  private func paragraphObject(around: Bool, count: Int) -> TextExtent? {
    let line = buffer.line(at: cursor)
    var lines = buffer.paragraphLines(around: line)
    let things = around ? count * 2 : count
    for thing in 1..<things {
      guard lines.upperBound < buffer.lastCountedLine else {
        // Only the blank lines after the last paragraph may be missing.
        guard around, thing == things - 1, !buffer.isBlankLine(line) else { return nil }
        if thing == 1, lines.lowerBound > 0 {
          lines = buffer.paragraphLines(around: lines.lowerBound - 1).lowerBound...lines.upperBound
        }
        break
      }
      lines = lines.lowerBound...buffer.paragraphLines(around: lines.upperBound + 1).upperBound
    }
    return extent(ofLines: lines)
  }

  // MARK: Quotes and brackets

  private func quoteObject(_ quote: Character, around: Bool) -> TextExtent? {
    let line = buffer.lineRange(buffer.line(at: cursor))
    guard line.count <= LongLineBreaks.longest else { return nil }
    var quotes: [Int] = []
    var position = line.lowerBound
    var isEscaped = false
    for character in buffer.text(in: line) {
      if character == quote, !isEscaped { quotes.append(position) }
      isEscaped = character == "\\" && !isEscaped
      position += character.utf8.count
    }
    // Quotes pair up from the line's start; the first pair that ends at or after the cursor.
    for index in stride(from: 0, to: quotes.count - 1, by: 2) where quotes[index + 1] >= cursor {
      let (open, close) = (quotes[index], quotes[index + 1])
      guard around else { return TextExtent(open + 1..<close) }
      var end = close + 1
      while end < line.upperBound, buffer.byte(at: end) == 0x20 { end += 1 }
      return TextExtent(open..<end)
    }
    return nil
  }

  private mutating func pairObject(
    _ pair: (open: UInt8, close: UInt8), around: Bool, count: Int
  ) -> TextExtent? {
    var place = cursor
    var found: (open: Int, close: Int)?
    for turn in 0..<count {
      if meter.isSpent { return nil }
      let byte = buffer.byte(at: place)
      let open: Int?
      if turn == 0, byte == pair.open {
        open = place
      } else if turn == 0, byte == pair.close {
        open = buffer.opening(pair, before: place)
      } else {
        open =
          buffer.opening(pair, before: place)
          ?? (turn == 0 ? buffer.nextOpening(pair, from: place) : nil)
      }
      guard let open, let close = buffer.closing(pair, from: open + 1) else { return nil }
      meter.spend(5 + (close - open + place - open) >> 9)
      found = (open, close)
      place = open
    }
    return found.map { content(from: $0.open, to: $0.close, around: around) }
  }

  /// A pair of brackets, or what is between them: where each is on a line of its own, the lines
  /// between.
  private func content(from open: Int, to close: Int, around: Bool) -> TextExtent {
    if around { return TextExtent(open..<close + 1) }
    var start = open + 1
    let openLine = buffer.line(at: open)
    if start >= buffer.lineRange(openLine).upperBound, buffer.line(at: close) > openLine {
      start = buffer.lineStart(openLine + 1)
    }
    let closeLine = buffer.line(at: close)
    let isFirst = closeLine > openLine && buffer.firstNonBlank(ofLine: closeLine) == close
    return exclusive(start..<max(start, isFirst ? buffer.lineStart(closeLine) : close))
  }
}

extension TextObject.Kind {
  /// The mark of a quotation.
  fileprivate var quote: Character {
    switch self {
    case .singleQuotes: "'"
    case .backticks: "`"
    default: "\""
    }
  }

  /// The brackets.
  fileprivate var pair: (open: UInt8, close: UInt8) {
    switch self {
    case .squareBrackets: TextBuffer.brackets[1]
    case .braces: TextBuffer.brackets[2]
    case .angleBrackets: TextBuffer.brackets[3]
    default: TextBuffer.brackets[0]
    }
  }
}
