// MARK: - Matches

extension SearchPattern {
  /// Visits the matches that start in a range, in order and without overlap, until the body
  /// answers false.
  ///
  /// Empty matches of an expression are left out unless they are asked for. Regular expressions,
  /// and texts with letters beyond ASCII whose case is ignored, are matched in each line by itself,
  /// in a line of more than 16 KiB piece by piece: there a match may reach 1 KiB into the next
  /// piece.
  ///
  /// - Parameters:
  ///   - range: Where the matches start.
  ///   - buffer: The text.
  ///   - meter: Counts the work, and ends the visit when it is spent: further matches are not
  ///     known.
  ///   - body: Takes a match; false ends the visit.
  func visit(
    _ range: Range<Int>, in buffer: TextBuffer, spending meter: inout WorkMeter,
    _ body: (Range<Int>) -> Bool
  ) {
    visit(range, filling: nil, in: buffer, spending: &meter) { body($0.range) }
  }

  /// Visits the matches with what replaces them.
  ///
  /// - Parameters:
  ///   - range: Where the matches start.
  ///   - template: What replaces a match, its groups not yet filled in; nil to look only.
  ///   - buffer: The text.
  ///   - meter: Counts the work, and ends the visit when it is spent.
  ///   - body: Takes a match; false ends the visit.
  func visit(
    _ range: Range<Int>, filling template: String?, in buffer: TextBuffer,
    spending meter: inout WorkMeter, _ body: (Replacement) -> Bool
  ) {
    if isBytewise {
      return LiteralSearch(self).visit(range, in: buffer, spending: &meter) {
        body(Replacement(range: $0, text: template ?? ""))
      }
    }
    let find = lineMatcher(filling: template)
    var earliest = range.lowerBound
    var piece: MatchPiece? = MatchPiece(at: range.lowerBound, in: buffer)
    while let current = piece, !meter.isSpent {
      let start = current.range.lowerBound
      let isPast = matchesNothing ? start > range.upperBound : start >= range.upperBound
      if isPast, start > range.lowerBound { return }
      for found in find(buffer.text(in: readRange(of: current, in: buffer)), &meter) {
        let match = found.moved(by: start)
        let reachesEnd = (matchesNothing || lineSpan > 0) && current.isLast
        let end = current.range.upperBound + (reachesEnd ? 1 : 0)
        guard match.range.lowerBound < end else { break }
        let isAtEnd = matchesNothing && match.range == range.upperBound..<range.upperBound
        guard match.range.lowerBound >= earliest,
          isAtEnd || range.contains(match.range.lowerBound)
        else { continue }
        earliest = match.range.upperBound
        if !body(match) { return }
      }
      piece = current.next(in: buffer)
    }
  }

  /// The first match that starts in a range; nil, too, when the work is spent before.
  func first(
    in range: Range<Int>, of buffer: TextBuffer, spending meter: inout WorkMeter
  ) -> Range<Int>? {
    var found: Range<Int>?
    visit(range, in: buffer, spending: &meter) { match in
      found = match
      return false
    }
    return found
  }

  /// The last match that starts in a range; nil, too, when the work is spent before.
  func last(
    in range: Range<Int>, of buffer: TextBuffer, spending meter: inout WorkMeter
  ) -> Range<Int>? {
    if isBytewise { return LiteralSearch(self).last(in: range, of: buffer, spending: &meter) }
    let find = lineMatcher(filling: nil)
    guard !range.isEmpty else { return nil }
    var piece: MatchPiece? = MatchPiece(at: range.upperBound, in: buffer)
    while let current = piece, current.readRange.upperBound > range.lowerBound {
      let matches = find(buffer.text(in: readRange(of: current, in: buffer)), &meter)
        .map { $0.moved(by: current.range.lowerBound).range }
      // Of a piece that was read in part the last match is not known.
      if meter.isSpent { return nil }
      let match = matches.last {
        range.contains($0.lowerBound)
          && $0.lowerBound < current.range.upperBound + min(lineSpan, 1)
      }
      if let match { return match }
      piece = current.previous(in: buffer)
    }
    return nil
  }

  /// The match that starts exactly at an offset; nil, too, when the work is spent before.
  func match(
    startingAt offset: Int, in buffer: TextBuffer, spending meter: inout WorkMeter
  ) -> Range<Int>? {
    first(in: offset..<min(buffer.byteCount, offset + 1), of: buffer, spending: &meter)
      .flatMap { $0.lowerBound == offset ? $0 : nil }
  }

  /// The matches that start in a range, as many as are found before the work is spent.
  func matches(
    in range: Range<Int>, of buffer: TextBuffer, spending meter: inout WorkMeter
  ) -> [Range<Int>] {
    var result: [Range<Int>] = []
    visit(range, in: buffer, spending: &meter) { match in
      result.append(match)
      return true
    }
    return result
  }

  /// Finds the matches of one line, as byte ranges of it, with what replaces them.
  private func lineMatcher(
    filling template: String?
  ) -> (String, inout WorkMeter) -> [Replacement] {
    if let program {
      let matchesNothing = matchesNothing
      return { line, meter in
        program.matches(in: line, filling: template, spending: &meter)
          .filter { matchesNothing || !$0.range.isEmpty }
      }
    }
    if kind == .regex { return { _, _ in [] } }
    let needle = text.lowercased()
    let isWord = kind == .word
    return { line, meter in
      line.matches(ofFolded: needle, spending: &meter).filter { !isWord || line.isWord($0) }
        .map { Replacement(range: line.bytes(of: $0), text: template ?? "") }
    }
  }

  /// What is read to find the matches that start in a piece: with line ends in the pattern, the
  /// lines below too, but not what ends the last one.
  private func readRange(of piece: MatchPiece, in buffer: TextBuffer) -> Range<Int> {
    guard lineSpan > 0, piece.isLast else { return piece.readRange }
    let line = buffer.line(at: piece.range.lowerBound)
    let last = min(line + lineSpan, max(line, buffer.lastCountedLine))
    return piece.readRange.lowerBound..<buffer.lineRange(last).upperBound
  }
}

extension PatternProgram {
  /// The matches of a text, one after the other, as byte ranges of it, with what replaces them.
  ///
  /// A text that takes more steps than `PatternMatcher` allows has no more matches.
  fileprivate func matches(
    in line: String, filling template: String?, spending meter: inout WorkMeter
  ) -> [Replacement] {
    let text = PatternText(line)
    meter.spend(1 + text.work / PatternMatcher.workPerStep)
    let allowance = meter.steps.multipliedReportingOverflow(by: PatternMatcher.workPerStep)
    var matcher = PatternMatcher(
      self, in: text, allowance: allowance.overflow ? .max : allowance.partialValue)
    defer { meter.spend(matcher.work / PatternMatcher.workPerStep + (matcher.isOut ? 1 : 0)) }
    var result: [Replacement] = []
    var start = 0
    while start <= text.count, !meter.isSpent, let match = matcher.match(from: start) {
      let range = text.offset(of: match[0])..<text.offset(of: match[1])
      let filled = template.map { template in
        let groups = (0...groups).map { group in
          group == 0 || match[2 * group] >= 0 && match[2 * group + 1] >= match[2 * group]
            ? text.text(in: match[2 * group]..<match[2 * group + 1], of: line) : ""
        }
        return ReplacementTemplate.filled(template, groups)
      }
      meter.spend(1 + (filled?.utf8.count ?? 0) / 64)
      result.append(Replacement(range: range, text: filled ?? ""))
      start = match[1] > match[0] ? match[1] : match[1] + 1
    }
    return result
  }
}

extension String {
  /// A range in UTF-8 bytes.
  fileprivate func bytes(of range: Range<Index>) -> Range<Int> {
    utf8.distance(
      from: startIndex, to: range.lowerBound)..<utf8.distance(
        from: startIndex, to: range.upperBound)
  }

  /// Where a text in lower case is, ignoring the case, cluster by cluster.
  fileprivate func matches(
    ofFolded needle: String, spending meter: inout WorkMeter
  ) -> [Range<Index>] {
    let characters = needle.map { $0 }
    var result: [Range<Index>] = []
    var start = startIndex
    var compared = 0
    while start < endIndex, !meter.isSpent {
      var position = start
      var isMatch = true
      for character in characters {
        compared += 1
        if compared % 4 == 0 { meter.spend(1) }
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
