// MARK: - Words

extension TextBuffer {
  /// The longest run of one kind of clusters that is taken as one, in bytes.
  static let longestRun = 64 << 10

  /// What stops a motion over words.
  enum WordStop {
    /// Nothing but the next word.
    case word
    /// The end of the line too: `dw` on a line's last word leaves the line alone.
    case lineEnd
  }

  /// Where the next word starts, or the end of the text; an empty line counts as a word.
  func wordStart(after offset: Int, big: Bool, stop: WordStop = .word) -> Int {
    var position = offset
    let start = characterClass(at: position, big: big)
    if start != .blank {
      while position < byteCount, position - offset < TextBuffer.longestRun,
        characterClass(at: position, big: big) == start
      {
        position = self.offset(after: position)
      }
    }
    while position < byteCount, position - offset < 2 * TextBuffer.longestRun,
      characterClass(at: position, big: big) == .blank
    {
      let isBreak = isLineBreak(at: position)
      if isBreak, stop == .lineEnd { return position }
      if isBreak, position != offset, isLineStart(position) { return position }
      position = self.offset(after: position)
    }
    return position
  }

  /// The last cluster of the word at or after an offset.
  ///
  /// - Parameters:
  ///   - offset: Where to look from.
  ///   - big: Whether all that is not blank is one word.
  ///   - staying: Whether the cluster at the offset itself may be the end (`cw`).
  /// - Returns: The start of that cluster.
  func wordEnd(after offset: Int, big: Bool, staying: Bool = false) -> Int {
    var position = staying ? offset : self.offset(after: offset)
    while position < byteCount, position - offset < TextBuffer.longestRun,
      characterClass(at: position, big: big) == .blank
    {
      position = self.offset(after: position)
    }
    guard position < byteCount else { return self.offset(before: byteCount) }
    let kind = characterClass(at: position, big: big)
    while true {
      let next = self.offset(after: position)
      guard next < byteCount, next - offset < 2 * TextBuffer.longestRun,
        characterClass(at: next, big: big) == kind
      else { return position }
      position = next
    }
  }

  /// Where the word before an offset starts.
  func wordStart(before offset: Int, big: Bool) -> Int {
    var position = self.offset(before: offset)
    while position > 0, offset - position < TextBuffer.longestRun,
      characterClass(at: position, big: big) == .blank
    {
      if isLineBreak(at: position), isLineStart(position) { return position }
      position = self.offset(before: position)
    }
    let kind = characterClass(at: position, big: big)
    while position > 0, offset - position < 2 * TextBuffer.longestRun {
      let previous = self.offset(before: position)
      guard characterClass(at: previous, big: big) == kind else { break }
      position = previous
    }
    return position
  }

  /// The last cluster of the word before the one at an offset.
  func wordEnd(before offset: Int, big: Bool) -> Int {
    var position = offset
    let kind = characterClass(at: position, big: big)
    if kind != .blank {
      while position > 0, offset - position < TextBuffer.longestRun,
        characterClass(at: position, big: big) == kind
      {
        position = self.offset(before: position)
      }
      if position == 0 { return 0 }
    } else {
      position = self.offset(before: position)
    }
    while position > 0, offset - position < TextBuffer.longestRun,
      characterClass(at: position, big: big) == .blank
    {
      if isLineBreak(at: position), isLineStart(position) { return position }
      position = self.offset(before: position)
    }
    return position
  }

  /// The kind of the cluster at an offset; the end of the text is blank.
  func characterClass(at offset: Int, big: Bool) -> CharacterClass {
    character(at: offset).map { CharacterClass($0, big: big) } ?? .blank
  }

  /// Whether a line feed, or a carriage return and line feed, is at an offset.
  func isLineBreak(at offset: Int) -> Bool {
    switch byte(at: offset) {
    case 0x0a: true
    case 0x0d: byte(at: offset + 1) == 0x0a
    default: false
    }
  }

  /// Whether a line starts at an offset.
  func isLineStart(_ offset: Int) -> Bool { offset == 0 || byte(at: offset - 1) == 0x0a }

  /// The first cluster of a line that is not white space, or the line's end.
  func firstNonBlank(ofLine line: Int) -> Int {
    let range = lineRange(line)
    var position = range.lowerBound
    visitChunks(in: range) { chunk in
      let blanks = chunk.prefix { $0 == 0x20 || $0 == 0x09 }.count
      position += blanks
      return blanks == chunk.count
    }
    // The last of them may carry an accent, and is not blank then.
    if position > range.lowerBound { position = clusterStart(at: position - 1) }
    let limit = position + TextBuffer.longestRun
    while position < min(limit, range.upperBound),
      characterClass(at: position, big: true) == .blank
    {
      position = offset(after: position)
    }
    return min(position, range.upperBound)
  }

  /// The last place a cursor of normal mode takes in a line: its last cluster, or its start.
  func lastPosition(ofLine line: Int) -> Int {
    let range = lineRange(line)
    return range.isEmpty ? range.lowerBound : offset(before: range.upperBound)
  }
}
