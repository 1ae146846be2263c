// MARK: - Words as objects

extension Editor {
  /// Words and the white space between them; nil when there are fewer than asked.
  ///
  /// With `iw` each run of either is a thing of its own; `aw` is a word and the white space after
  /// it, or white space, over line ends too, and the word after it. A second thing may be in the
  /// next line.
  func wordObject(big: Bool, around: Bool, count: Int) -> TextExtent? {
    guard !buffer.isEmpty else { return nil }
    let line = buffer.lineRange(buffer.line(at: cursor))
    let start = line.isEmpty ? cursor : runStart(from: cursor, big, within: line.lowerBound)
    let startsBlank = buffer.characterClass(at: cursor, big: big) == .blank
    var end = cursor
    for turn in 0..<count {
      if turn > 0, let line = nextLine(after: end) { end = buffer.lineStart(line) }
      guard turn == 0 || end < buffer.lineRange(buffer.lastCountedLine).upperBound,
        let next = around ? aroundEnd(from: end, big) : runEnd(from: end, big)
      else { return nil }
      end = next
    }
    let endsBlank = end > start && isBlank(before: end)
    guard around, !startsBlank, !endsBlank, start > line.lowerBound else {
      return TextExtent(start..<end)
    }
    // Without white space after, the white space before goes along, but not the indentation.
    let before = runStart(from: buffer.offset(before: start), big, within: line.lowerBound)
    let isBlank = buffer.characterClass(at: before, big: big) == .blank
    return TextExtent((isBlank && before > line.lowerBound ? before : start)..<end)
  }

  /// The line below, if an offset is at the end of one.
  private func nextLine(after offset: Int) -> Int? {
    let line = buffer.line(at: offset)
    return offset == buffer.lineRange(line).upperBound && line < buffer.lastCountedLine
      ? line + 1 : nil
  }

  private func aroundEnd(from offset: Int, _ big: Bool) -> Int? {
    var end = offset
    if buffer.characterClass(at: end, big: big) != .blank {
      end = runEnd(from: end, big)
      return buffer.characterClass(at: end, big: big) == .blank ? runEnd(from: end, big) : end
    }
    while end < buffer.byteCount, end - offset < TextBuffer.longestRun,
      buffer.characterClass(at: end, big: big) == .blank
    {
      end = buffer.offset(after: end)
    }
    return end < buffer.byteCount ? runEnd(from: end, big) : nil
  }

  /// Where a run of a word, or of white space, ends in its line.
  private func runEnd(from offset: Int, _ big: Bool) -> Int {
    let kind = buffer.characterClass(at: offset, big: big)
    let lineEnd = buffer.lineRange(buffer.line(at: offset)).upperBound
    let end = min(lineEnd, offset + TextBuffer.longestRun)
    var position = offset
    while position < end, buffer.characterClass(at: position, big: big) == kind {
      position = buffer.offset(after: position)
    }
    return position
  }

  private func runStart(from offset: Int, _ big: Bool, within start: Int) -> Int {
    let kind = buffer.characterClass(at: offset, big: big)
    var position = offset
    while position > max(start, offset - TextBuffer.longestRun) {
      let previous = buffer.offset(before: position)
      guard buffer.characterClass(at: previous, big: big) == kind else { break }
      position = previous
    }
    return position
  }
}
