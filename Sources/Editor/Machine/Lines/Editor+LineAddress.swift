// MARK: - Finding the line

extension Editor {
  /// The line that is meant, from 0; nil when there is none, which is then reported.
  ///
  /// - Parameters:
  ///   - address: What was written.
  ///   - isLastEnough: Whether a line after the text counts as the last one.
  /// - Returns: The line; -1 is before the first one.
  mutating func line(of address: LineAddress, isLastEnough: Bool = false) -> Int? {
    guard let base = line(of: address.base) else { return nil }
    let (line, last) = (base + address.offset, buffer.lastCountedLine)
    guard line >= -1, line <= last || isLastEnough else {
      fail(.noLine(line + 1, last: last + 1))
      return nil
    }
    return min(line, last)
  }

  private mutating func line(of base: LineAddress.Base) -> Int? {
    switch base {
    case .number(let number): return number - 1
    case .current: return buffer.line(at: cursor)
    case .last: return buffer.lastCountedLine
    case .mark(let name):
      guard let offset = marks[name] else {
        fail(.noMark(name))
        return nil
      }
      return buffer.line(at: min(offset, buffer.byteCount))
    case .match(let pattern, let isBackward):
      guard let pattern = pattern ?? search.pattern else {
        fail()
        return nil
      }
      return line(matching: pattern, isBackward: isBackward)
    }
  }

  private mutating func line(matching pattern: SearchPattern, isBackward: Bool) -> Int? {
    if let problem = pattern.problem {
      fail(.badPattern(pattern.source, reason: problem))
      return nil
    }
    let line = buffer.line(at: cursor)
    let start = isBackward ? buffer.lineStart(line) : buffer.lineRange(line).upperBound
    guard let hit = find(pattern, from: SearchPlace(offset: start, isBackward: isBackward)) else {
      if meter.isSpent { return nil }
      fail(.patternNotFound(pattern.source))
      return nil
    }
    search.look(for: pattern)
    return buffer.line(at: hit.lowerBound)
  }
}
