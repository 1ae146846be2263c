import TerminalUI

// MARK: - Entering and leaving insert mode

extension Editor {
  /// Begins insert or replace mode at the place that a command names.
  mutating func beginInsert(_ name: ViCommand, count: Int) {
    let line = buffer.line(at: cursor)
    modes.enter(name == .replaceMode ? .replace : .insert)
    switch name {
    case .append where !buffer.lineRange(line).isEmpty:
      moveCursor(to: buffer.offset(after: cursor))
    case .insertAtLineStart: moveCursor(to: insertionStart(ofLine: line))
    case .appendAtLineEnd: moveCursor(to: buffer.lineRange(line).upperBound)
    case .openBelow, .openAbove: openLine(line, isAbove: name == .openAbove)
    case .insertAgain: moveCursor(to: marks[Marks.lastInsert] ?? cursor)
    default: break
    }
    beginTyping(count: count, opensLines: name == .openBelow || name == .openAbove)
  }

  /// Starts to remember what is typed.
  mutating func beginTyping(count: Int, opensLines: Bool = false) {
    typing.begin(at: cursor, count: count, opensLines: opensLines)
  }

  /// Where `I` goes: the first visible cluster.
  private func insertionStart(ofLine line: Int) -> Int { buffer.firstNonBlank(ofLine: line) }

  private mutating func openLine(_ line: Int, isAbove: Bool) {
    prepareBlocks(upTo: line)
    let newline = buffer.newline(forLine: line)
    let prefix = continuation(ofLine: line, isAbove: isAbove)
    if isAbove {
      let start = buffer.lineStart(line)
      change(start..<start, prefix + newline)
      moveCursor(to: start + prefix.utf8.count)
      renumber(below: line)
    } else {
      let end = buffer.lineRange(line).upperBound
      change(end..<end, newline + prefix)
      moveCursor(to: end + newline.utf8.count + prefix.utf8.count)
      renumber(below: line + 1)
    }
  }

  /// Escape: repeats for a count, and steps back onto a cluster.
  mutating func leaveInsert() {
    modes.endOnce()
    if let block = typing.block {
      repeatTyped(in: block)
    } else if typing.count > 1 {
      repeatTyping()
    }
    marks[Marks.lastInsert] = cursor
    modes.enter(.normal)
    let line = buffer.lineRange(buffer.line(at: cursor))
    let staysThere = typing.block.map { cursor <= $0.start } ?? false
    moveCursor(to: cursor > line.lowerBound && !staysThere ? buffer.offset(before: cursor) : cursor)
    history.closeStep(cursor: cursor)
    if typing.isCountCut { sayCountIsCut() }
    typing.end()
  }
}

extension Editor {
  /// Types for a count what was typed once.
  private mutating func repeatTyping() {
    let events = typing.events
    let opensLines = typing.opensLines
    if state == .insert, !opensLines, selection.isCaret, let text = events.plainText {
      return insertTyped(repeated(text, typing.count - 1))
    }
    playback.begin()
    for _ in 1..<typing.count where !meter.isSpent {
      if opensLines { openLine(buffer.line(at: cursor), isAbove: false) }
      for event in events where !meter.isSpent { replayTyped(event) }
    }
    playback.end()
  }
}

// MARK: - Keys while typing

extension Editor {
  /// Takes a key in insert or replace mode, or in the plain preset.
  mutating func handleTyping(_ key: KeyEvent) {
    if completing.typesOver(key, at: cursor) { return }
    if let awaiting = typing.awaiting {
      typing.wait(nil)
      if awaiting == .insertRegister, case .character(let name) = key.key {
        insertRegister(name)
      }
      return
    }
    let context: EditorKeymap.Context = state == .plain ? .plain : .insert
    if let action = options.keymap.action(for: [key], in: context) {
      if action.takesCharacter, case .command(let command) = action {
        typing.wait(command)
        return
      }
      performTyping(action, argument: key)
    } else if case .character(let character) = key.key, key.modifiers.subtracting(.shift).isEmpty {
      type(character)
      remember(.characters(String(character)))
    } else {
      turn.emit(.unhandled(key))
    }
  }

  /// Runs an action while typing.
  mutating func performTyping(_ action: EditorAction, argument key: KeyEvent?) {
    switch action {
    case .motion(let motion): moveWhileTyping(motion)
    case .extend(let motion):
      history.closeStep(cursor: cursor)
      extend(motion, count: nil)
    case .command(let command): runTyping(command, key)
    case .operate, .object: fail()
    }
  }

  private mutating func moveWhileTyping(_ motion: Motion) {
    history.closeStep(cursor: cursor)
    let isLeaving = state == .plain && !selection.isCaret && (motion == .left || motion == .right)
    if isLeaving {
      caret.place(at: motion == .left ? selection.start : selection.end)
    } else if let target = target(of: motion, ParsedCommand(action: .motion(motion)), for: nil) {
      arrive(at: target, by: motion)
      caret.collapse()
    } else if state == .plain {
      caret.collapse()
    }
    // `.` repeats what was typed since the cursor was moved.
    typing.begin(at: cursor)
    if !playback.isPlaying, state != .plain {
      playback.remember(RepeatableChange(command: ParsedCommand(action: .command(.insert))))
    }
  }

  private mutating func runTyping(_ command: ViCommand, _ key: KeyEvent?) {
    if runPlain(command) { return }
    switch command {
    case .leave: leaveTyping()
    case .newline: typeNewline()
    case .indent: typeTab()
    case .indentLine: indentTyped()
    case .outdent: outdentTyped()
    case .deleteBackward: eraseBackward()
    case .deleteForward: erase(cursor..<buffer.offset(after: cursor))
    case .deleteWordBackward: erase(wordStartForErasing()..<cursor)
    case .deleteWordForward: erase(cursor..<wordEndForErasing())
    case .deleteToLineStart: eraseToLineStart()
    case .toggleCheckbox: toggleCheckboxes(count: 1)
    case .complete: restartCompletion()
    case .normalOnce: beginNormalOnce()
    case .followLink: if let link = link(at: cursor) { turn.emit(.followLink(link)) }
    case .searchAndReplace: beginReplacement()
    case .undo: undo(count: 1)
    case .redo: redo(count: 1)
    default: return fail()
    }
    if let key, command != .leave, command != .normalOnce { remember(.key(key)) }
  }

  private mutating func leaveTyping() {
    guard state == .plain else { return leaveInsert() }
    if search.isHighlighted || !selection.isCaret {
      // What was found is selected, and one step out ends both.
      search.highlight(false)
      caret.place(at: cursor)
    } else {
      turn.emit(.leave)
    }
  }

  /// Keeps an event for `.` and for counts.
  mutating func remember(_ event: TypedEvent) {
    guard state == .insert || state == .replace, !playback.isPlaying || !playback.isTyped else {
      return
    }
    typing.add(event)
    if !playback.isRepeating { playback.remember(event) }
  }

  /// Plays a typed event back.
  mutating func replayTyped(_ event: TypedEvent) {
    let wasTyped = playback.beginTyped()
    switch event {
    case .characters(let text): replayTyped(text)
    case .key(let key): handleTyping(key)
    case .text(let text): insertTyped(text)
    case .completion(let removed, let text):
      var start = cursor
      for _ in 0..<removed { start = buffer.offset(before: start) }
      change(start..<cursor, text)
    }
    playback.endTyped(wasTyped)
    settle()
  }
}

// MARK: - Typing

extension Editor {
  private mutating func replayTyped(_ text: String) {
    if state == .insert { return insertTyped(text) }
    for character in text where !meter.isSpent { type(character) }
  }

  /// Types a cluster; a pause before it begins a new undo step.
  mutating func type(_ character: Character) {
    if let last = typing.lastTime, turn.now - last >= options.undoPause {
      history.closeStep(cursor: cursor)
    }
    typing.typed(at: turn.now)
    caret.forgetGoal()
    if state == .replace { return overtype(character) }
    if !selection.isCaret { history.closeStep(cursor: cursor) }
    let range = selection.start..<selection.end
    caret.place(at: range.upperBound)
    change(range, String(character))
    caret.place(at: range.lowerBound + character.utf8.count)
    settleAfterTyping()
  }

  /// A combining mark that joins the cluster before it leaves the cursor after that cluster.
  private mutating func settleAfterTyping() {
    let offset = min(cursor, buffer.byteCount)
    if !buffer.isBoundary(offset) {
      caret.place(at: buffer.offset(after: buffer.clusterStart(at: offset)))
    }
  }

  private mutating func overtype(_ character: Character) {
    let line = buffer.lineRange(buffer.line(at: cursor))
    let end = cursor < line.upperBound ? buffer.offset(after: cursor) : cursor
    typing.overwrite(buffer.text(in: cursor..<end))
    let start = cursor
    change(start..<end, String(character))
    caret.place(at: start + character.utf8.count)
    settleAfterTyping()
  }

  /// Inserts a text as it is, over what is selected.
  mutating func insertTyped(_ text: String) {
    caret.forgetGoal()
    let range = selection.start..<selection.end
    change(range, text)
    caret.place(at: range.lowerBound + text.utf8.count)
    settleAfterTyping()
  }

  /// Takes a bracketed paste.
  mutating func typePaste(_ text: String) {
    if prompt != nil { return pasteIntoPrompt(text) }
    guard state.isTyping, confirmation == nil else {
      turn.emit(.message(.pasteIgnored))
      return
    }
    history.closeStep(cursor: cursor)
    insertTyped(text)
    history.closeStep(cursor: cursor)
    typing.typed(at: nil)
    remember(.text(text))
    if recordingRegister != nil, !playback.isPlaying {
      record(
        text.prefix(MacroRecorder.longest + 1).map {
          $0.isNewline ? KeyEvent(.enter) : KeyEvent($0)
        })
    }
  }

  private mutating func insertRegister(_ name: Character) {
    if name == "+" || name == "*" {
      clipboard.wait(ParsedCommand(register: "+"))
      turn.emit(.requestClipboard)
      return
    }
    guard let content = registers[name] else { return fail(.emptyRegister(name)) }
    insertTyped(content.text)
    remember(.text(content.text))
  }
}
