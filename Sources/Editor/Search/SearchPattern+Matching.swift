// MARK: - Matches

extension SearchPattern {
  /// Visits the matches that start in a range, in order and without overlap, until the body
  /// answers false.
  ///
  /// Empty matches of an expression are left out. Regular expressions, and texts with letters
  /// beyond ASCII whose case is ignored, are matched in each line by itself.
  func visit(
    _ range: Range<Int>, in buffer: TextBuffer, _ body: (Range<Int>) -> Bool
  ) {
    if isBytewise { return LiteralSearch(self).visit(range, in: buffer, body) }
    let find = lineMatcher
    var line = buffer.line(at: range.lowerBound)
    while line < buffer.lineCount {
      let lineRange = buffer.lineRange(line)
      if lineRange.lowerBound >= range.upperBound, lineRange.lowerBound > range.lowerBound {
        return
      }
      let text = buffer.text(in: lineRange)
      for found in find(text) {
        let match =
          lineRange.lowerBound + found.lowerBound..<lineRange.lowerBound + found.upperBound
        if range.contains(match.lowerBound), !body(match) { return }
      }
      line += 1
    }
  }

  /// The first match that starts in a range.
  func first(in range: Range<Int>, of buffer: TextBuffer) -> Range<Int>? {
    var found: Range<Int>?
    visit(range, in: buffer) { match in
      found = match
      return false
    }
    return found
  }

  /// The last match that starts in a range.
  func last(in range: Range<Int>, of buffer: TextBuffer) -> Range<Int>? {
    if isBytewise { return LiteralSearch(self).last(in: range, of: buffer) }
    let find = lineMatcher
    guard !range.isEmpty else { return nil }
    for line in (buffer.line(at: range.lowerBound)...buffer.line(at: range.upperBound)).reversed() {
      let lineRange = buffer.lineRange(line)
      let matches = find(buffer.text(in: lineRange)).map {
        lineRange.lowerBound + $0.lowerBound..<lineRange.lowerBound + $0.upperBound
      }
      if let match = matches.last(where: { range.contains($0.lowerBound) }) { return match }
    }
    return nil
  }

  /// The match that starts exactly at an offset.
  func match(startingAt offset: Int, in buffer: TextBuffer) -> Range<Int>? {
    first(in: offset..<min(buffer.byteCount, offset + 1), of: buffer)
      .flatMap { $0.lowerBound == offset ? $0 : nil }
  }

  /// All matches that start in a range.
  func matches(in range: Range<Int>, of buffer: TextBuffer) -> [Range<Int>] {
    var result: [Range<Int>] = []
    visit(range, in: buffer) { match in
      result.append(match)
      return true
    }
    return result
  }

  /// Finds the matches of one line, as byte ranges of it.
  private var lineMatcher: (String) -> [Range<Int>] {
    if let expression {
      return { line in
        line.ranges(of: expression).filter { !$0.isEmpty }.map { line.bytes(of: $0) }
      }
    }
    if kind == .regex { return { _ in [] } }
    let needle = text.lowercased()
    let isWord = kind == .word
    return { line in
      line.matches(ofFolded: needle).filter { !isWord || line.isWord($0) }
        .map { line.bytes(of: $0) }
    }
  }
}

extension String {
  /// A range in UTF-8 bytes.
  fileprivate func bytes(of range: Range<Index>) -> Range<Int> {
    utf8.distance(
      from: startIndex, to: range.lowerBound)..<utf8.distance(
        from: startIndex, to: range.upperBound)
  }

  /// Where a text in lower case stands, ignoring the case, cluster by cluster.
  fileprivate func matches(ofFolded needle: String) -> [Range<Index>] {
    let characters = needle.map { $0 }
    var result: [Range<Index>] = []
    var start = startIndex
    while start < endIndex {
      var position = start
      var isMatch = true
      for character in characters {
        guard position < endIndex, self[position].lowercased() == String(character) else {
          isMatch = false
          break
        }
        formIndex(after: &position)
      }
      if isMatch {
        result.append(start..<position)
        start = position
      } else {
        formIndex(after: &start)
      }
    }
    return result
  }

  /// Whether a range is bounded by words' ends.
  fileprivate func isWord(_ range: Range<Index>) -> Bool {
    func kind(_ character: Character?) -> CharacterClass {
      character.map { CharacterClass($0, big: false) } ?? .blank
    }
    let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : nil
    let after = range.upperBound < endIndex ? self[range.upperBound] : nil
    return kind(before) != kind(self[range].first) && kind(after) != kind(self[range].last)
  }
}
