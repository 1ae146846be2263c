// MARK: - Commands of normal and visual mode

extension Editor {
  /// Does what a finished sequence of keys says.
  mutating func perform(_ command: ParsedCommand) {
    if awaitsSearch(for: command) { return }
    let repeats = isRepeatable(command)
    let size = state.isVisual ? visualSize : nil
    if repeats, !playback.isPlaying || !playback.isRepeating {
      playback.remember(RepeatableChange(command: command, visual: size))
    }
    if let operation = command.operation {
      performOperator(operation, command)
    } else {
      performAction(command)
    }
    if !state.isTyping, confirmation == nil { history.closeStep(cursor: cursor) }
  }

  private mutating func performAction(_ command: ParsedCommand) {
    switch command.action {
    case .motion(let motion): move(motion, command)
    case .extend(let motion): extend(motion, count: command.count)
    case .operate(let operation):
      if state.isVisual { operateOnSelection(operation, command) }
    case .object(let object):
      if state.isVisual { selectObject(object, count: command.count ?? 1) }
    case .command(let name): run(name, command)
    case nil: break
    }
  }

  private func isRepeatable(_ command: ParsedCommand) -> Bool {
    if let operation = command.operation { return operation.isRepeatable }
    switch command.action {
    case .operate(let operation): return operation.isRepeatable
    case .command(let name): return name.isRepeatable
    default: return false
    }
  }

  private mutating func run(_ name: ViCommand, _ command: ParsedCommand) {
    if state.isVisual, runVisual(name, command) { return }
    let count = command.count ?? 1
    switch name {
    case .insert, .append, .insertAtLineStart, .appendAtLineEnd, .openBelow, .openAbove,
      .insertAgain, .replaceMode:
      beginInsert(name, count: count)
    case .leave: stepOut()
    case .leaveNote: turn.emit(.leave)
    case .visual: enterVisual(.visual)
    case .visualLines: enterVisual(.visualLines)
    case .visualBlock: enterVisual(.visualBlock)
    case .reselect: reselect()
    case .paste, .pasteBefore: put(command)
    case .undo: undo(count: count)
    case .redo: redo(count: count)
    case .repeatChange: repeatLastChange(count: command.count)
    case .repeatSubstitution: substituteAgain(in: .here)
    case .repeatSubstitutionInAll: substituteAgain(in: .all)
    case .setMark: setMark(command.argument)
    case .recordMacro: startRecording(command.argument)
    case .playMacro: playMacro(command.argument, count: count)
    case .toggleCheckbox: toggleCheckboxes(count: count)
    case .followLink: followLink(command)
    case .searchAndReplace: beginReplacement()
    case .scrollDown, .scrollUp:
      chargeRows(count)
      if !meter.isSpent { scroll(by: name == .scrollDown ? count : -count) }
    case .cursorToTop, .cursorToMiddle, .cursorToBottom: alignCursor(name)
    default: runChange(name, command)
    }
  }

  /// The changes that are short for an operator, and those of single clusters.
  private mutating func runChange(_ name: ViCommand, _ command: ParsedCommand) {
    let count = command.count ?? 1
    switch name {
    case .deleteCharacter: operate(.delete, with: .right, command)
    case .deleteCharacterBefore: operate(.delete, with: .left, command)
    case .substitute: substitute(command)
    case .substituteLine: performOperator(.change, command.lines)
    case .changeToLineEnd: operate(.change, with: .lineEnd, command)
    case .deleteToLineEnd: operate(.delete, with: .lineEnd, command)
    case .yankLine: performOperator(.yank, command.lines)
    case .replaceCharacter: replaceCharacters(command.argument, count: count)
    case .toggleCaseCharacter: toggleCharacters(count: count)
    case .joinLines: joinLines(count: max(2, count))
    case .joinLinesAsTheyAre: joinLines(count: max(2, count), asTheyAre: true)
    case .increment: addToNumber(count)
    case .decrement: addToNumber(-count)
    default: fail()
    }
  }

  private mutating func operate(
    _ operation: Operator, with motion: Motion, _ command: ParsedCommand
  ) {
    var command = command
    command.action = .motion(motion)
    let line = buffer.lineRange(buffer.line(at: cursor))
    if line.isEmpty, motion != .lineEnd || operation == .delete { return fail() }
    performOperator(operation, command)
  }

  private mutating func substitute(_ command: ParsedCommand) {
    if buffer.lineRange(buffer.line(at: cursor)).isEmpty {
      beginInsert(.insert, count: 1)
    } else {
      operate(.change, with: .right, command)
    }
  }

  /// Escape: one step out.
  private mutating func stepOut() {
    if search.isHighlighted {
      search.highlight(false)
    } else if !playback.isPlaying {
      turn.emit(.leave)
    }
  }

  private mutating func setMark(_ name: Character?) {
    guard let name, name.isLetter || "'`".contains(name) else { return fail() }
    marks[name] = cursor
  }

  private mutating func replaceCharacters(_ replacement: Character?, count: Int) {
    guard let replacement else { return }
    meter.spend(count)
    let line = buffer.lineRange(buffer.line(at: cursor))
    var end = cursor
    for _ in 0..<count {
      guard end < line.upperBound else { return fail() }
      end = buffer.offset(after: end)
    }
    let start = cursor
    if replacement == "\n" {
      change(start..<end, buffer.newline(forLine: buffer.line(at: start)))
      return moveCursor(to: buffer.lineStart(buffer.line(at: start) + 1))
    }
    change(start..<end, String(repeating: replacement, count: count))
    moveCursor(to: start + replacement.utf8.count * (count - 1))
  }

  private mutating func toggleCharacters(count: Int) {
    let line = buffer.lineRange(buffer.line(at: cursor))
    guard !line.isEmpty else { return fail() }
    meter.spend(min(count, line.count))
    if meter.isSpent { return }
    var end = cursor
    for _ in 0..<count where end < line.upperBound { end = buffer.offset(after: end) }
    let text = Operator.toggledCase(buffer.text(in: cursor..<end))
    let start = cursor
    change(start..<end, text)
    moveCursor(to: start + text.utf8.count)
  }

  private mutating func followLink(_ command: ParsedCommand) {
    if let link = link(at: cursor) {
      turn.emit(.followLink(link))
    } else if command.argument == nil {
      // Enter on no link goes to the next line, as in vi.
      move(.nextLineStart, command)
    }
  }
}

extension ParsedCommand {
  /// The command acting on whole lines.
  var lines: ParsedCommand {
    var command = self
    command.action = nil
    return command
  }
}

// MARK: - Repeating

extension Editor {
  /// Does the last change again.
  private mutating func repeatLastChange(count: Int?) {
    meter.spend(20)
    guard let last = playback.change, !meter.isSpent, playback.depth < Repeat.deepest else {
      return fail()
    }
    playback.begin()
    let wasTyped = playback.beginTyped()
    var command = last.command
    if let count { command.count = count }
    if let visual = last.visual { select(visual) }
    perform(command)
    if state == .insert || state == .replace {
      for event in last.typed where !meter.isSpent { replayTyped(event) }
      typing.adopt(last.typed)
      leaveInsert()
    }
    playback.endTyped(wasTyped)
    playback.end()
    playback.remember(last)
    if count != nil { playback.rename(command) }
    history.closeStep(cursor: cursor)
  }
}
