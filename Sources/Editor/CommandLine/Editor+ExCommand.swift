// MARK: - Lines of vi's command mode

extension Editor {
  /// Does what a line of command mode says.
  ///
  /// - Parameters:
  ///   - command: The line.
  ///   - time: Since any fixed instant; never goes back.
  /// - Returns: What the application is to do, in order.
  public mutating func run(_ command: ExCommand, at time: Duration) -> [EditorEffect] {
    event(at: time) { editor in
      if editor.state.isVisual { editor.leaveVisual() }
      editor.perform(command)
      editor.endNormalOnce()
    }
  }

  private mutating func perform(_ command: ExCommand) {
    guard let lines = lines(of: command) else { return fail() }
    switch command.action {
    case .go: arrive(at: buffer.firstNonBlank(ofLine: lines.upperBound), by: .textStart)
    case .hideMatches: search.isHighlighted = false
    case .global(let global): begin(global, in: lines)
    case .substitute(let substitution): substitute(substitution, in: lines)
    case .operate(let operation):
      act(operation, on: extent(ofLines: lines), ParsedCommand(operation: operation))
      history.closeStep(cursor: cursor)
    }
  }

  /// The lines that are meant, the cursor's if none was named; nil when a mark is not set.
  private func lines(of command: ExCommand) -> ClosedRange<Int>? {
    let last = buffer.lastCountedLine
    var lines: [Int] = []
    for address in command.addresses {
      switch address {
      case .number(let number): lines.append(min(max(0, number - 1), last))
      case .current: lines.append(buffer.line(at: cursor))
      case .last: lines.append(last)
      case .mark(let name):
        guard let offset = marks[name] else { return nil }
        lines.append(buffer.line(at: min(offset, buffer.byteCount)))
      }
    }
    let first = lines.first ?? buffer.line(at: cursor)
    let end = lines.last ?? first
    return min(first, end)...max(first, end)
  }

  private mutating func substitute(_ substitution: Substitution, in lines: ClosedRange<Int>) {
    guard let pattern = substitution.pattern ?? search.pattern else { return fail() }
    if let problem = pattern.problem {
      return fail(.badPattern(pattern.text, reason: problem))
    }
    search.pattern = pattern
    search.remember(pattern.text)
    search.isHighlighted = substitution.asks
    var line = EditorPrompt(.replacement, origin: buffer.lineStart(lines.lowerBound))
    line.pattern = pattern.matchingNothing
    line.text = substitution.template
    line.scope = extent(ofLines: lines).range
    line.substitution = substitution
    prompt = line
    startReplacing(line)
  }

  /// The matches that a substitution means: without `g` the first of each line.
  func meant(_ matches: [Replacement], by substitution: Substitution?) -> [Replacement] {
    guard let substitution, !substitution.isWholeLine else { return matches }
    var end = -1
    return matches.filter { match in
      if match.range.lowerBound <= end { return false }
      end = buffer.lineRange(buffer.line(at: match.range.lowerBound)).upperBound
      return true
    }
  }
}
