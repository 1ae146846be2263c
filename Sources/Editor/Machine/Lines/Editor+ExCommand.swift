import TerminalUI

// MARK: - Lines of vi's command mode

extension Editor {
  /// Does what a line of command mode says; a macro that is being recorded keeps it.
  ///
  /// - Parameters:
  ///   - command: The line.
  ///   - time: Since any fixed instant; never goes back.
  /// - Returns: What the application is to do, in order.
  public mutating func run(_ command: ExCommand, at time: Duration) -> [EditorEffect] {
    take(.line(command), at: time)
  }

  /// Does what a line says that was typed; a macro that is being recorded keeps it.
  mutating func runTyped(_ command: ExCommand) {
    if recordingRegister != nil {
      record((":" + command.source).map { KeyEvent($0) } + [KeyEvent(.enter)])
    }
    modes.handOn(false)
    runLine(command)
    endNormalOnce()
  }

  /// Does what a line says, and remembers it for `@:`.
  mutating func runLine(_ command: ExCommand) {
    if state.isVisual { leaveVisual() }
    lines.remember(command)
    perform(command)
  }

  /// Does what a line says, to the cursor's line if it names none.
  mutating func perform(_ command: ExCommand) {
    guard let next = command.following.first else { return performFirst(of: command) }
    // Searches of the first wait for nothing, so that the next finds what it left.
    replay { editor in
      editor.performFirst(of: command)
      if !editor.turn.hasFailed { editor.perform(next) }
    }
  }

  private mutating func performFirst(of command: ExCommand) {
    guard let lines = lines(of: command) else { return }
    switch command.action {
    case .go: arrive(at: buffer.firstNonBlank(ofLine: lines.upperBound), by: .textStart)
    case .hideMatches: search.highlight(false)
    case .global(let global): begin(global, in: lines)
    case .substitute(let substitution): substitute(substitution, in: lines)
    case .substituteAgain(let keepsFlags, let isWholeLine):
      // Questions would have to be answered in the middle of a line, or of those of `g`.
      let asks = keepsFlags && self.lines.substitution?.asks == true
      if asks, self.lines.awaited != nil || !command.following.isEmpty { return fail() }
      substituteAgain(in: lines, keepsFlags: keepsFlags, isWholeLine: isWholeLine)
    case .normal(let keys): press(normal: keys, in: command.addresses.isEmpty ? nil : lines)
    case .undo: undo(count: 1)
    case .redo: redo(count: 1)
    case .mark(let name): marks[name] = buffer.lineStart(lines.upperBound)
    default:
      change(lines, as: command.action)
      history.closeStep(cursor: cursor)
    }
  }

  private mutating func change(_ lines: ClosedRange<Int>, as action: ExCommand.Action) {
    switch action {
    case .operate(let operation, let register, let count):
      operate(operation, on: lines.counted(count, upTo: buffer.lastCountedLine), into: register)
    case .put(let register, let isAbove): put(register, at: lines.upperBound, isAbove: isAbove)
    case .move(let address): if let line = line(of: address) { move(lines, below: line) }
    case .copy(let address): if let line = line(of: address) { copy(lines, below: line) }
    case .sort(let order): sort(lines, order)
    default: break
    }
  }

  /// Does an operator to lines, and puts the cursor where vi puts it then.
  private mutating func operate(
    _ operation: Operator, on lines: ClosedRange<Int>, into register: Character?
  ) {
    let place = cursor
    act(
      operation, on: extent(ofLines: lines),
      ParsedCommand(register: register, operation: operation))
    switch operation {
    case .yank: moveCursor(to: place)
    case .join: moveCursor(to: buffer.firstNonBlank(ofLine: buffer.line(at: cursor)))
    case .indent, .outdent: moveCursor(to: buffer.firstNonBlank(ofLine: lines.upperBound))
    default: break
    }
  }

  /// The lines that are meant, the cursor's if none was named; nil when one is nowhere, or the last
  /// one is before the first.
  private mutating func lines(of command: ExCommand) -> ClosedRange<Int>? {
    var lines: [Int] = []
    for address in command.addresses {
      guard let line = line(of: address, isLastEnough: command.action == .go) else { return nil }
      lines.append(max(0, line))
      if address.movesCursor { moveCursor(to: buffer.lineStart(max(0, line))) }
    }
    let first = lines.first ?? buffer.line(at: cursor)
    let end = lines.last ?? first
    guard first <= end else {
      fail(.backwardsLines(first + 1, end + 1))
      return nil
    }
    return first...end
  }

  private mutating func substitute(_ substitution: Substitution, in lines: ClosedRange<Int>) {
    guard let pattern = substitution.pattern ?? search.pattern else { return fail() }
    var substitution = substitution
    substitution.resolve(after: self.lines.substitution)
    if let problem = pattern.problem {
      return fail(.badPattern(pattern.source, reason: problem))
    }
    self.lines.remember(substitution, of: pattern)
    search.look(for: pattern)
    search.remember(pattern.source)
    search.highlight(substitution.asks)
    var line = EditorPrompt(.replacement, origin: buffer.lineStart(lines.lowerBound))
    line.pattern = pattern.matchingNothing
    line.text = substitution.template
    line.scope = extent(ofLines: lines).range
    if pattern.lineSpan > 0, lines.upperBound + 1 < buffer.lineCount {
      line.scope = buffer.lineStart(lines.lowerBound)..<buffer.lineStart(lines.upperBound + 1)
    }
    line.substitution = substitution
    dialogue.show(line)
    startReplacing(line)
  }

  /// Where a substitution is done again.
  enum Again {
    /// In the cursor's line, without the flags (`&`).
    case here
    /// In all lines, with its flags and the last pattern looked for (`g&`).
    case all
  }

  /// Does the last substitution again.
  mutating func substituteAgain(in place: Again) {
    guard var last = self.lines.substitution else { return fail() }
    if place == .all {
      last.pattern = search.pattern
      return substitute(last, in: 0...buffer.lastCountedLine)
    }
    (last.isWholeLine, last.asks) = (false, false)
    let line = buffer.line(at: cursor)
    substitute(last, in: line...line)
  }

  private mutating func substituteAgain(
    in lines: ClosedRange<Int>, keepsFlags: Bool, isWholeLine: Bool
  ) {
    guard var last = self.lines.substitution else { return fail() }
    if !keepsFlags { (last.isWholeLine, last.asks) = (false, false) }
    if isWholeLine { last.isWholeLine = true }
    substitute(last, in: lines)
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

extension ClosedRange<Int> {
  /// A number of lines from the last one; all of these without a count.
  fileprivate func counted(_ count: Int?, upTo last: Int) -> ClosedRange<Int> {
    guard let count else { return self }
    return upperBound...Swift.max(upperBound, Swift.min(upperBound + count - 1, last))
  }
}

// MARK: - Moving and copying lines

extension Editor {
  private mutating func move(_ lines: ClosedRange<Int>, below line: Int) {
    // Into themselves is nowhere; to where they are is done.
    if lines.contains(line), line != lines.upperBound { return fail() }
    let isDown = line >= lines.upperBound
    if line != lines.upperBound, line != lines.lowerBound - 1 {
      let text = texts(of: lines)
      if meter.isSpent { return }
      if isDown { insert(text, below: line) }
      change(rangeForRemoving(lines), "")
      if !isDown { insert(text, below: line) }
    }
    let last = isDown ? line : line + lines.count
    moveCursor(to: buffer.firstNonBlank(ofLine: min(last, buffer.lastCountedLine)))
  }

  private mutating func copy(_ lines: ClosedRange<Int>, below line: Int) {
    let text = texts(of: lines)
    if meter.isSpent { return }
    insert(text, below: line)
    moveCursor(to: buffer.firstNonBlank(ofLine: line + lines.count))
  }

  /// The texts of lines; none when that takes too long.
  private mutating func texts(of lines: ClosedRange<Int>) -> [String] {
    meter.spend(lines.count + extent(ofLines: lines).range.count >> 7)
    return meter.isSpent ? [] : lines.map { buffer.lineText($0) }
  }

  private mutating func put(_ register: Character?, at line: Int, isAbove: Bool) {
    let name = register ?? "\""
    guard let content = registers[name], !content.text.isEmpty else {
      return fail(.emptyRegister(name))
    }
    meter.spend(content.text.utf8.count >> 5)
    if meter.isSpent { return }
    let text = content.text.hasSuffix("\n") ? content.text.dropLast() : content.text[...]
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = isAbove ? line - 1 : line
    insert(lines, below: place)
    moveCursor(to: buffer.firstNonBlank(ofLine: place + lines.count))
  }

  /// Makes new lines below one of the text, or above the first for -1.
  private mutating func insert(_ lines: [String], below line: Int) {
    let newline = buffer.newline(forLine: max(0, line))
    let text = lines.joined(separator: newline)
    if line + 1 < buffer.lineCount {
      let start = buffer.lineStart(line + 1)
      change(start..<start, text + newline)
    } else {
      change(buffer.byteCount..<buffer.byteCount, newline + text)
    }
  }
}
