// MARK: - Doing it

extension Editor {
  /// Looks for the lines; a long text is looked through by the application before.
  mutating func begin(_ command: GlobalCommand, in lines: ClosedRange<Int>) {
    guard let pattern = command.pattern ?? search.pattern else { return fail() }
    if let problem = pattern.problem {
      return fail(.badPattern(pattern.source, reason: problem))
    }
    search.look(for: pattern)
    search.remember(pattern.source)
    search.highlight(false)
    var line = EditorPrompt(.replacement, origin: buffer.lineStart(lines.lowerBound))
    line.pattern = pattern.matchingNothing
    line.scope = extent(ofLines: lines).range
    line.global = command
    dialogue.show(line)
    startReplacing(line)
  }

  /// Does the command to the lines that hold the matches, or to the others of the scope.
  mutating func perform(
    _ command: GlobalCommand, on matches: [Replacement], in scope: Range<Int>
  ) {
    meter.spend(matches.count)
    if meter.isSpent { return }
    var lines: [Int] = []
    for match in matches {
      let line = buffer.line(at: match.range.lowerBound)
      if lines.last != line { lines.append(line) }
    }
    let end = buffer.line(at: scope.upperBound)
    if command.isInverted {
      meter.spend(end - buffer.line(at: scope.lowerBound))
      if meter.isSpent { return }
      let last = min(end, buffer.lastCountedLine)
      let found = Set(lines)
      lines = (buffer.line(at: scope.lowerBound)...max(last, buffer.line(at: scope.lowerBound)))
        .filter { !found.contains($0) }
    }
    guard !lines.isEmpty else {
      let pattern = search.pattern?.source ?? ""
      return fail(command.isInverted ? .patternInEachLine(pattern) : .patternNotFound(pattern))
    }
    let isPlain = command.command.addresses.isEmpty && command.command.following.isEmpty
    switch command.command.action {
    case .operate(.delete, let register, nil) where isPlain:
      removeLines(lines, into: register)
    case .operate(.yank, let register, nil) where isPlain:
      keep(lines, in: register, origin: .yank)
      turn.emit(.message(.yanked(lines: lines.count)))
    case .substitute(let substitution) where isPlain:
      substitute(substitution, in: lines)
    default: forEach(lines) { $0.perform(command.command) }
    }
    history.closeStep(cursor: cursor)
  }

  /// Removes lines that need not follow one another, in one walk over the text.
  private mutating func removeLines(_ lines: [Int], into register: Character?) {
    meter.spend(5 * lines.count)
    if meter.isSpent { return }
    keep(lines, in: register, origin: .deletion)
    var edits: [UndoEdit] = []
    for run in Editor.runs(lines).reversed() {
      let range = rangeForRemoving(run)
      edits.append(
        UndoEdit(offset: range.lowerBound, removed: buffer.text(in: range), inserted: ""))
    }
    history.record(edits, cursor: turn.cursorAtCommand)
    perform(edits)
    let last = lines[lines.count - 1] - lines.count + 1
    turn.emit(.message(.deleted(lines: lines.count)))
    moveCursor(to: buffer.firstNonBlank(ofLine: min(max(0, last), buffer.lastCountedLine)))
  }

  private mutating func keep(
    _ lines: [Int], in register: Character?, origin: Registers.Origin
  ) {
    let text = lines.map { buffer.lineText($0) + "\n" }.joined()
    registers.store(RegisterContent(text, shape: .lines), in: register, origin: origin)
    if register == "+" || register == "*" { turn.emit(.setClipboard(text)) }
  }

  private static func runs(_ lines: [Int]) -> [ClosedRange<Int>] {
    lines.reduce(into: []) { runs, line in
      if let last = runs.last, last.upperBound == line - 1 {
        runs[runs.count - 1] = last.lowerBound...line
      } else {
        runs.append(line...line)
      }
    }
  }

  private mutating func substitute(_ substitution: Substitution, in lines: [Int]) {
    guard let pattern = substitution.pattern ?? search.pattern else { return fail() }
    var substitution = substitution
    substitution.resolve(after: self.lines.substitution)
    if let problem = pattern.problem {
      return fail(.badPattern(pattern.source, reason: problem))
    }
    meter.spend(20 * lines.count)
    if meter.isSpent { return }
    var line = EditorPrompt(.replacement, origin: buffer.lineStart(lines[0]))
    line.text = substitution.template
    line.substitution = substitution
    var matches: [Replacement] = []
    for number in lines {
      pattern.matchingNothing.visit(
        buffer.lineRange(number), filling: substitution.template, in: buffer, spending: &meter
      ) {
        matches.append($0)
        return true
      }
    }
    if meter.isSpent { return }
    replace(meant(matches, by: substitution), of: pattern, line)
  }
}
