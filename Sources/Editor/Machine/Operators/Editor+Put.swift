// MARK: - Pasting from registers

extension Editor {
  /// Puts a register's text; the clipboard's is asked for first.
  mutating func put(_ command: ParsedCommand) {
    if command.register == "+" || command.register == "*" {
      clipboard.wait(command)
      // A replayed command cannot wait: it takes what was last copied here.
      return playback.isPlaying ? finishPut() : turn.emit(.requestClipboard)
    }
    putNow(command)
  }

  /// Remembers the clipboard's text; whole lines copied here stay whole lines.
  mutating func receiveClipboard(_ text: String) {
    guard registers["+"]?.text != text else { return }
    registers.set("+", RegisterContent(text))
  }

  /// Goes on with a put that waited for the clipboard.
  mutating func finishPut() {
    guard let command = clipboard.end() else { return }
    if state == .plain { return pastePlain(registers["+"]?.text ?? "") }
    if state.isTyping {
      insertTyped(registers["+"]?.text ?? "")
      return
    }
    putNow(command)
    history.closeStep(cursor: cursor)
    endNormalOnce()
  }

  private mutating func putNow(_ command: ParsedCommand) {
    let name = command.register ?? "\""
    guard let content = registers[name], !content.text.isEmpty else {
      return fail(.emptyRegister(name))
    }
    let isBefore = command.action == .command(.pasteBefore)
    if state.isVisual, state == .visualBlock || content.shape == .block {
      putOverBlock(content, command)
    } else if content.shape == .block {
      putBlock(content.text, isBefore: isBefore, count: command.count ?? 1)
    } else if state.isVisual {
      putOverSelection(content, keepsRegister: isBefore, count: command.count ?? 1)
    } else if content.shape == .lines {
      putLines(content.text, isAbove: isBefore, count: command.count ?? 1)
    } else {
      putCharacters(content.text, isBefore: isBefore, count: command.count ?? 1)
    }
  }

  private mutating func putLines(_ text: String, isAbove: Bool, count: Int) {
    let block = repeated(text.hasSuffix("\n") ? text : text + "\n", count)
    let line = buffer.line(at: cursor) + (isAbove ? 0 : 1)
    if line < buffer.lineCount {
      let start = buffer.lineStart(line)
      change(start..<start, block)
    } else {
      // Below a last line that nothing ends.
      let end = buffer.byteCount
      change(end..<end, "\n" + block.dropLast())
    }
    moveCursor(to: buffer.firstNonBlank(ofLine: line))
  }

  private mutating func putCharacters(_ text: String, isBefore: Bool, count: Int) {
    let block = repeated(text, count)
    var place = cursor
    if !isBefore, !buffer.lineRange(buffer.line(at: cursor)).isEmpty {
      place = buffer.offset(after: cursor)
    }
    change(place..<place, block)
    let end = place + block.utf8.count
    moveCursor(to: text.contains("\n") ? place : buffer.offset(before: end))
  }

  private mutating func putOverSelection(
    _ content: RegisterContent, keepsRegister: Bool, count: Int
  ) {
    let extent = visualExtent
    leaveVisual()
    if !keepsRegister { store(extent, into: nil, origin: .deletion) }
    var text = repeated(content.text, count)
    switch (extent.shape, content.shape) {
    case (.lines, .lines): text = text.hasSuffix("\n") ? String(text.dropLast()) : text
    case (.characters, .lines): text = "\n" + text
    default: break
    }
    change(extent.range, text)
    let isBlock = extent.shape == .lines || text.contains("\n")
    let end = extent.range.lowerBound + text.utf8.count
    // Lines put into a line begin below its first part.
    let start = extent.range.lowerBound + (text.first == "\n" && content.shape == .lines ? 1 : 0)
    moveCursor(to: isBlock ? start : buffer.offset(before: end))
  }
}
