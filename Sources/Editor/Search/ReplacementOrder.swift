/// Which parts of a text are replaced in, and with what.
struct ReplacementOrder: Hashable, Sendable {
  /// The parts, in the order in which their matches are asked about.
  let parts: [Range<Int>]
  /// What replaces a match.
  let template: String

  /// Reads the line that was typed: its scope, or all from where the cursor was.
  init(_ line: EditorPrompt, byteCount: Int) {
    let origin = min(line.origin, byteCount)
    parts = line.scope.map { [$0] } ?? [origin..<byteCount, 0..<origin]
    template = line.text
  }

  /// Lists the matches; linear in the text.
  ///
  /// - Returns: All, in the order of the parts; nil when the work was spent or the task cancelled.
  func matches(
    of pattern: SearchPattern, in buffer: TextBuffer, step: Int, spending meter: inout WorkMeter
  ) -> [Replacement]? {
    var result: [Replacement] = []
    // More text than an editor holds is refused, whatever follows.
    var bytes = 0
    for part in parts {
      var start = part.lowerBound
      while start < part.upperBound, bytes <= TextBuffer.mostKept {
        if meter.isSpent || Task.isCancelled { return nil }
        var end = part.upperBound - start > step ? start + step : part.upperBound
        pattern.visit(start..<end, filling: template, in: buffer, spending: &meter) { match in
          // An empty match between two steps is found in both.
          let isNew = match.range != result.last?.range
          let isInside = match.range.upperBound <= part.upperBound || pattern.lineSpan > 0
          if isInside, isNew {
            result.append(match)
            bytes += match.text.utf8.count
          }
          end = max(end, match.range.upperBound)
          return bytes <= TextBuffer.mostKept
        }
        start = end
      }
    }
    return meter.isSpent ? nil : result
  }
}
