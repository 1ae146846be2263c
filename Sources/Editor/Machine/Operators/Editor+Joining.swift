// MARK: - Making lines one

extension Editor {
  /// Makes a number of lines one, from the cursor's downwards.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - asTheyAre: Whether white space stays and none is added (`gJ`).
  mutating func joinLines(count: Int, asTheyAre: Bool = false) {
    let line = buffer.line(at: cursor)
    guard line < buffer.lastCountedLine else { return fail() }
    let lines = line...min(line + count - 1, buffer.lastCountedLine)
    guard asTheyAre else { return join(lines) }
    for _ in lines.dropFirst() where !meter.isSpent {
      let end = buffer.lineRange(line).upperBound
      change(end..<buffer.lineStart(line + 1), "")
      moveCursor(to: end)
    }
  }

  /// Makes lines one, with a space where they meet; quote marks of the lower ones are dropped.
  mutating func join(_ lines: ClosedRange<Int>) {
    let lines = lines.clamped(to: 0...buffer.lastCountedLine)
    guard lines.count > 1 else { return fail() }
    let first = lines.lowerBound
    let isQuote = prefix(ofLine: first).isQuote
    var joint = cursor
    for _ in lines.dropFirst() where !meter.isSpent {
      let end = buffer.lineRange(first).upperBound
      var next = buffer.firstNonBlank(ofLine: first + 1)
      let below = prefix(ofLine: first + 1)
      if isQuote, below.isQuote {
        next = buffer.lineStart(first + 1) + below.lead.utf8.count
      }
      let isEmpty = next >= buffer.lineRange(first + 1).upperBound
      let hasSpace = end == buffer.lineStart(first) || buffer.byte(at: end - 1) == 0x20
      let glue = isEmpty || hasSpace || buffer.byte(at: next) == UInt8(ascii: ")") ? "" : " "
      change(end..<next, glue)
      joint = glue.isEmpty && isEmpty ? max(buffer.lineStart(first), end - 1) : end
    }
    moveCursor(to: joint)
  }
}

extension Editor {
  /// What a line begins with.
  func prefix(ofLine line: Int) -> LinePrefix {
    LinePrefix(buffer.text(in: buffer.lineRange(line).prefixRange(of: 256, in: buffer)))
  }
}
