// MARK: - Moving

extension Editor {
  /// Moves the cursor, or the head of a visual selection.
  mutating func move(_ motion: Motion, _ command: ParsedCommand) {
    if motion == .searchForward || motion == .searchBackward {
      return openSearch(motion, command)
    }
    travel(motion, command)
  }

  /// Puts the cursor where a motion led, remembering where a jump came from.
  mutating func arrive(at target: Int, by motion: Motion) {
    if motion.isJump { marks[Marks.beforeJump] = cursor }
    if motion.keepsColumn {
      let goal = caret.goal
      moveCursor(to: target)
      caret.aim(for: goal)
    } else {
      moveCursor(to: target)
      if motion == .lineEnd { caret.aim(for: ColumnGoal(line: .max, row: .max)) }
    }
  }

  /// Moves the head and leaves the anchor (the plain preset).
  mutating func extend(_ motion: Motion, count: Int?) {
    let anchor = selection.anchor
    let command = ParsedCommand(count: count, action: .motion(motion))
    guard let target = target(of: motion, command, for: nil) else { return fail() }
    arrive(at: target, by: motion)
    caret.anchor(at: anchor)
  }

  /// Where a motion leads; nil when it cannot be done.
  ///
  /// - Parameters:
  ///   - motion: How to move.
  ///   - command: Its count and character.
  ///   - operation: The operator that waits for it, if any.
  /// - Returns: An offset; not yet brought to where the mode allows the cursor.
  mutating func target(
    of motion: Motion, _ command: ParsedCommand, for operation: Operator?
  ) -> Int? {
    let count = command.count ?? 1
    switch motion {
    case .left, .right: return sideways(motion, count: count, for: operation)
    case .up, .down: return vertical(motion == .down ? count : -count, for: operation)
    case .screenUp, .screenDown: return byRows(motion == .screenDown ? count : -count)
    case .halfPageDown, .halfPageUp, .pageDown, .pageUp: return byPages(motion, command.count)
    case .rowStart, .rowEnd: return inRow(motion)
    case .lineStart, .firstNonBlank, .lineEnd, .lastNonBlank, .column, .nextLineStart,
      .previousLineStart, .thisLineStart:
      return inLine(motion, count: count, for: operation)
    case .wordForward, .wordEnd, .wordBackward, .wordEndBackward, .bigWordForward, .bigWordEnd,
      .bigWordBackward, .bigWordEndBackward:
      return byWords(motion, count: count, for: operation)
    case .findForward, .findBackward, .tillForward, .tillBackward:
      guard let character = command.argument else { return nil }
      finds.remember(motion, character)
      return find(motion, character, count: count, isRepeated: false)
    case .repeatFind, .repeatFindReversed: return findAgain(motion, count: count)
    case .paragraphForward, .paragraphBackward, .sentenceForward, .sentenceBackward,
      .headingForward, .headingBackward:
      return byBlocks(motion, count: count)
    case .matchingBracket: return percent(command.count)
    case .textStart, .textEnd: return toLine(motion, command.count)
    case .screenTop, .screenMiddle, .screenBottom: return onScreen(motion, count: count)
    case .searchForward, .searchBackward: return nil
    case .searchNext, .searchPrevious, .searchWordForward, .searchWordBackward:
      return search(motion, count: count)
    case .markLine, .mark: return markTarget(motion, command.argument)
    }
  }

  private mutating func sideways(_ motion: Motion, count: Int, for operation: Operator?) -> Int? {
    var position = cursor
    let line = buffer.lineRange(buffer.line(at: cursor))
    // Typing crosses line ends; commands stay in the line, an operator may reach its end.
    let crosses = state.isTyping
    let last =
      operation == nil && !state.isTyping
      ? buffer.lastPosition(ofLine: buffer.line(at: cursor)) : line.upperBound
    for _ in 0..<count where !meter.isSpent {
      meter.spend(1)
      if motion == .left {
        if position <= line.lowerBound, !crosses { break }
        position = buffer.offset(before: position)
      } else {
        if position >= last, !crosses { break }
        position = buffer.offset(after: position)
      }
    }
    return position == cursor && !crosses ? nil : position
  }

  private mutating func vertical(_ lines: Int, for operation: Operator?) -> Int? {
    let line = buffer.line(at: cursor)
    let target = min(max(0, line + lines), lastLine(for: operation))
    guard lines < 0 ? target < line : target > line else { return nil }
    // A count that leads out of the text is refused, as in vi, when not even one line is there.
    let column = columnGoal().line
    return offset(inLine: target, column: column)
  }

  /// The last line that a motion leads to; an operator takes none that is not counted.
  private func lastLine(for operation: Operator?) -> Int {
    operation == nil ? buffer.lineCount - 1 : buffer.lastCountedLine
  }

  /// Counts what laying out that many rows costs.
  mutating func chargeRows(_ rows: Int) {
    meter.spend(4 * min(abs(rows), buffer.byteCount))
  }

  private mutating func byRows(_ rows: Int) -> Int? {
    chargeRows(rows)
    if meter.isSpent { return nil }
    let goal = columnGoal()
    let layout = layout
    let current = layout.row(at: cursor)
    let found =
      rows > 0
      ? layout.rows(from: current.range.lowerBound, count: rows + 1).last
      : layout.rows(before: current.range.lowerBound, count: -rows).first
    guard let row = found, row != current else { return nil }
    return layout.offset(atColumn: goal.row, in: row)
  }

  private mutating func byPages(_ motion: Motion, _ count: Int?) -> Int? {
    let height = max(1, viewport.size.rows)
    let half = max(1, height / 2)
    let rows =
      switch motion {
      case .halfPageDown: count ?? half
      case .halfPageUp: -(count ?? half)
      case .pageDown: max(1, height - 2) * (count ?? 1)
      default: -max(1, height - 2) * (count ?? 1)
      }
    guard let target = byRows(rows) else { return nil }
    scroll(by: rows, movesCursor: false)
    return target
  }

  private func inLine(_ motion: Motion, count: Int, for operation: Operator?) -> Int? {
    let line = buffer.line(at: cursor)
    switch motion {
    case .lineStart: return buffer.lineStart(line)
    case .firstNonBlank: return buffer.firstNonBlank(ofLine: line)
    case .lineEnd:
      let target = min(line + count - 1, buffer.lineCount - 1)
      return state.isTyping
        ? buffer.lineRange(target).upperBound : buffer.lastPosition(ofLine: target)
    case .lastNonBlank:
      let range = buffer.lineRange(min(line + count - 1, buffer.lineCount - 1))
      var position = range.upperBound
      while position > range.lowerBound, range.upperBound - position < TextBuffer.longestRun {
        position = buffer.offset(before: position)
        if buffer.characterClass(at: position, big: true) != .blank { break }
      }
      return position
    case .column:
      let target = offset(inLine: line, column: count - 1)
      return state.isTyping ? target : min(target, buffer.lastPosition(ofLine: line))
    default:
      let lines = [.thisLineStart: count - 1, .nextLineStart: count][motion] ?? -count
      return (0...lastLine(for: operation)).contains(line + lines)
        ? buffer.firstNonBlank(ofLine: line + lines) : nil
    }
  }

  private mutating func byWords(_ motion: Motion, count: Int, for operation: Operator?) -> Int? {
    var position = cursor
    for turn in 1...count where !meter.isSpent {
      meter.spend(2)
      let isLast = turn == count
      switch motion {
      case .wordForward, .bigWordForward:
        let stop: TextBuffer.WordStop = operation != nil && isLast ? .lineEnd : .word
        position = buffer.wordStart(after: position, big: motion == .bigWordForward, stop: stop)
      case .wordEnd, .bigWordEnd:
        position = buffer.wordEnd(after: position, big: motion == .bigWordEnd)
      // In typing the cursor goes after the word.
      case .wordBackward, .bigWordBackward:
        position = buffer.wordStart(before: position, big: motion == .bigWordBackward)
      default: position = buffer.wordEnd(before: position, big: motion == .bigWordEndBackward)
      }
    }
    // Forwards, an operator takes what is left of the text; after that there is no word.
    let goesToStart = motion == .wordForward || motion == .bigWordForward
    let isForward = goesToStart || motion == .wordEnd || motion == .bigWordEnd
    let last = buffer.lastCountedLine
    let takesAll = operation != nil && goesToStart
    let end = takesAll ? buffer.lineEnd(last) : buffer.lastPosition(ofLine: last)
    if isForward, !state.isTyping, cursor <= end { position = min(position, end) }
    return position == cursor && (operation == nil || !isForward) ? nil : position
  }

  private mutating func byBlocks(_ motion: Motion, count: Int) -> Int? {
    var position = cursor
    for _ in 0..<count where !meter.isSpent {
      let before = position
      meter.spend(5)
      let line = buffer.line(at: position)
      switch motion {
      case .paragraphForward:
        // After the last paragraph is the end of its text, as in vi.
        let end = min(buffer.paragraphEnd(below: line), buffer.lastCountedLine)
        position = buffer.isBlankLine(end) ? buffer.lineStart(end) : buffer.lineEnd(end)
      case .paragraphBackward: position = buffer.lineStart(buffer.paragraphStart(above: line))
      case .sentenceForward, .sentenceBackward:
        chargeSentences(around: line)
        if meter.isSpent { return nil }
        position =
          motion == .sentenceForward
          ? buffer.sentenceStart(after: position) : buffer.sentenceStart(before: position)
      default:
        guard let next = heading(from: line, step: motion == .headingForward ? 1 : -1) else {
          return position == cursor ? nil : position
        }
        position = buffer.lineStart(next)
      }
      meter.spend(abs(position - before) >> 8)
      // As many as were asked for, or none.
      if position == before { return nil }
    }
    return position
  }

  /// Counts what reading the sentences of a paragraph costs.
  mutating func chargeSentences(around line: Int) {
    let bytes = extent(ofLines: buffer.paragraphLines(around: line)).range.count
    meter.spend(5 + bytes >> 4)
  }

  private func percent(_ percent: Int?) -> Int? {
    guard let percent else { return buffer.matchingBracket(from: cursor) }
    guard (1...100).contains(percent) else { return nil }
    let line = max(0, ((buffer.lastCountedLine + 1) * percent + 99) / 100 - 1)
    return buffer.firstNonBlank(ofLine: line)
  }

  private func toLine(_ motion: Motion, _ count: Int?) -> Int {
    let last = buffer.lastCountedLine
    let line = count.map { min(max(0, $0 - 1), last) } ?? (motion == .textStart ? 0 : last)
    if state.isTyping {
      return motion == .textStart ? 0 : buffer.byteCount
    }
    return buffer.firstNonBlank(ofLine: line)
  }

  private func markTarget(_ motion: Motion, _ name: Character?) -> Int? {
    guard let name, let offset = marks[name] else { return nil }
    let place = min(offset, buffer.byteCount)
    return motion == .mark ? place : buffer.firstNonBlank(ofLine: buffer.line(at: place))
  }
}

// MARK: - Columns

extension Editor {
  /// A line longer than this has its columns counted in bytes.
  static let longestMeasuredLine = 1 << 14

  /// The column to aim for, measured at the first of a run of vertical motions.
  mutating func columnGoal() -> ColumnGoal {
    if let goal = caret.goal { return goal }
    let row = layout.row(at: cursor)
    let found = ColumnGoal(line: column(of: cursor), row: layout.column(of: cursor, in: row))
    caret.aim(for: found)
    return found
  }

  /// The column of an offset from its line's start.
  func column(of offset: Int) -> Int {
    let line = buffer.lineRange(buffer.line(at: offset))
    return line.count > Editor.longestMeasuredLine
      ? offset - line.lowerBound : layout.column(of: offset, in: Editor.wholeLine(line))
  }

  /// The offset in a line at a column from its start.
  func offset(inLine line: Int, column: Int) -> Int {
    let range = buffer.lineRange(line)
    if column == .max { return range.upperBound }
    if range.count > Editor.longestMeasuredLine {
      return buffer.clusterStart(at: min(range.lowerBound + column, range.upperBound))
    }
    return layout.offset(atColumn: column, in: Editor.wholeLine(range))
  }

  private static func wholeLine(_ range: Range<Int>) -> VisualRow {
    VisualRow(range: range, indent: 0, segment: range, endsLine: true)
  }
}
