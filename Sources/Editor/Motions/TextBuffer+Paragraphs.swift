// MARK: - Paragraphs and sentences

extension TextBuffer {
  /// Whether a line holds nothing but white space.
  func isBlankLine(_ line: Int) -> Bool {
    visitChunks(in: lineRange(line)) { chunk in
      chunk.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
    }
  }

  /// The first line at or below one that is blank, or is not; `lineCount` if there is none.
  ///
  /// Linear in the text between.
  private func firstLine(from line: Int, isBlank: Bool) -> Int {
    var (found, isSoFar, isFound) = (line, true, false)
    visitChunks(in: lineStart(line)..<byteCount) { chunk in
      for byte in chunk {
        if byte == 0x0a {
          isFound = isSoFar == isBlank
          if isFound { return false }
          found += 1
          isSoFar = true
        } else if byte != 0x20, byte != 0x09, byte != 0x0d {
          isSoFar = false
        }
      }
      return true
    }
    return isFound || isSoFar == isBlank ? found : lineCount
  }

  /// The last line at or above one that is blank, or is not; -1 if there is none.
  ///
  /// Linear in the text between.
  private func lastLine(upTo line: Int, isBlank: Bool) -> Int {
    var (found, isSoFar) = (line, true)
    var end = lineRange(line).upperBound
    while end > 0 {
      let start = max(0, end - 1 << 14)
      for byte in bytes(in: start..<end).reversed() {
        if byte == 0x0a {
          if isSoFar == isBlank { return found }
          found -= 1
          isSoFar = true
        } else if byte != 0x20, byte != 0x09, byte != 0x0d {
          isSoFar = false
        }
      }
      end = start
    }
    return isSoFar == isBlank ? found : -1
  }

  /// The first blank line after the paragraph at or below a line; the last line if there is none.
  func paragraphEnd(below line: Int) -> Int {
    let start = firstLine(from: line, isBlank: false)
    return start < lineCount
      ? min(firstLine(from: start, isBlank: true), lineCount - 1) : lineCount - 1
  }

  /// The blank line before the paragraph at or above a line; 0 if there is none.
  func paragraphStart(above line: Int) -> Int {
    let end = lastLine(upTo: line, isBlank: false)
    return end > 0 ? max(0, lastLine(upTo: end, isBlank: true)) : 0
  }

  /// The lines of the paragraph, or of the run of blank lines, around a line.
  func paragraphLines(around line: Int) -> ClosedRange<Int> {
    let isBlank = isBlankLine(line)
    let first = lastLine(upTo: line, isBlank: !isBlank) + 1
    let last = firstLine(from: line, isBlank: !isBlank) - 1
    return first...max(line, min(last, lastCountedLine))
  }

  /// Where the next sentence or paragraph starts or a paragraph ends; or the last line's end.
  func sentenceStart(after offset: Int) -> Int {
    var line = line(at: offset)
    if !isBlankLine(line) {
      let lines = paragraphLines(around: line)
      if let start = sentenceStarts(in: lines).first(where: { $0 > offset }) { return start }
      line = lines.upperBound + 1
      return line <= lastCountedLine ? lineStart(line) : lineEnd(lastCountedLine)
    }
    while line <= lastCountedLine, isBlankLine(line) { line += 1 }
    return line <= lastCountedLine ? firstNonBlank(ofLine: line) : lineEnd(lastCountedLine)
  }

  /// Where the sentence before an offset starts.
  func sentenceStart(before offset: Int) -> Int {
    var line = line(at: offset)
    if !isBlankLine(line) {
      let lines = paragraphLines(around: line)
      if let start = sentenceStarts(in: lines).last(where: { $0 < offset }) { return start }
      guard lines.lowerBound > 0 else { return 0 }
      return lineStart(lines.lowerBound - 1)
    }
    while line > 0, isBlankLine(line) { line -= 1 }
    if isBlankLine(line) { return 0 }
    return sentenceStarts(in: paragraphLines(around: line)).last ?? lineStart(line)
  }

  /// The starts of the sentences of a paragraph, in order; at least one.
  ///
  /// A sentence ends at `.`, `!`, `?` or their full-width forms, closing brackets and quotation
  /// marks after it, and white space (none is needed after the full-width forms).
  func sentenceStarts(in lines: ClosedRange<Int>) -> [Int] {
    let first = firstNonBlank(ofLine: lines.lowerBound)
    var starts = [first]
    var state = SentenceState.inside
    var position = first
    for character in text(in: first..<lineRange(lines.upperBound).upperBound) {
      if state == .between, !character.isWhitespace {
        starts.append(position)
        state = .inside
      }
      state = state.next(after: character)
      position += character.utf8.count
    }
    return starts
  }
}

/// Where a reader of sentences is.
private enum SentenceState {
  /// In a sentence.
  case inside
  /// After its closing mark, which ends it if white space follows.
  case closing
  /// After it: the next visible cluster starts another.
  case between

  func next(after character: Character) -> SentenceState {
    switch self {
    case _ where "。！？".contains(character): .between
    case .inside, .closing:
      if ".!?".contains(character) {
        .closing
      } else if self == .closing, ")]\"'”’".contains(character) {
        .closing
      } else {
        self == .closing && character.isWhitespace ? .between : .inside
      }
    case .between: .between
    }
  }
}
