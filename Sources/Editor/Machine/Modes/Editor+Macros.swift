import TerminalUI

// MARK: - Macros

extension Editor {
  /// Begins to keep the keys that are pressed.
  mutating func startRecording(_ name: Character?) {
    guard let name, name.isASCII, name.isLetter || name.isNumber, !playback.isPlaying else {
      return fail()
    }
    macros.start(name)
  }

  /// Ends the recording and keeps it as key notation.
  mutating func stopRecording() {
    guard let macro = macros.stop() else { return }
    registers.set(macro.register, RegisterContent(macro.keys))
  }

  /// Keeps keys that were pressed; a macro that grows too long ends.
  mutating func record(_ keys: [KeyEvent]) {
    if macros.record(keys) { return }
    stopRecording()
    fail(.macroTooLong)
  }

  /// Presses the keys of a register a number of times, as one step of undo.
  mutating func playMacro(_ name: Character?, count: Int) {
    guard let name = name == "@" ? macros.lastPlayed : name else { return fail() }
    if name == ":" { return repeatLine(count: count) }
    guard let content = registers[name], !content.text.isEmpty else {
      return fail(.emptyRegister(name))
    }
    macros.play(name)
    meter.spend(content.text.utf8.count / 4)
    if meter.isSpent { return }
    let keys = KeyNotation.keys(content.text)
    replay { editor in
      for _ in 0..<count {
        for key in keys where !editor.mustStop { editor.dispatch(key) }
        if editor.mustStop { break }
      }
    }
  }

  /// `@:`: the last line of command mode again.
  private mutating func repeatLine(count: Int) {
    guard let last = lines.last else { return fail() }
    macros.play(":")
    for _ in 0..<count where !mustStop {
      meter.spend(10)
      runLine(last)
    }
  }

  /// Takes a key of a line of command mode that is replayed; the line runs at its Enter.
  mutating func replayInLine(_ key: KeyEvent) {
    switch key.key {
    case .enter:
      let line = lines.end() ?? ""
      guard let command = ExCommand(line) else { return fail() }
      runLine(command)
    case .escape: lines.end()
    case .character(let character): lines.type(character)
    default: break
    }
  }
}
