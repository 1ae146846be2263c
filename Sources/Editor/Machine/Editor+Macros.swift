import TerminalUI

// MARK: - Macros

extension Editor {
  /// Begins to keep the keys that are pressed.
  mutating func startRecording(_ name: Character?) {
    guard let name, name.isASCII, name.isLetter || name.isNumber, replayDepth == 0 else {
      return fail()
    }
    recordingRegister = name
    recordedKeys = []
  }

  /// Ends the recording and keeps it as key notation.
  mutating func stopRecording() {
    guard let name = recordingRegister else { return }
    recordingRegister = nil
    let keys = recordedKeys
    recordedKeys = []
    registers.set(name, RegisterContent(KeyNotation.text(keys)))
  }

  /// Presses the keys of a register, so many times, as one step of undo.
  mutating func playMacro(_ name: Character?, count: Int) {
    guard let name = name == "@" ? lastMacro : name else { return fail() }
    if name == ":" { return repeatLine(count: count) }
    guard let content = registers[name], !content.text.isEmpty else {
      return fail(.emptyRegister(name))
    }
    lastMacro = name
    let keys = KeyNotation.keys(content.text)
    replay { editor in
      for _ in 0..<count {
        for key in keys where !editor.hasFailed { editor.dispatch(key) }
        if editor.hasFailed { break }
      }
    }
  }

  /// `@:`: the last line of command mode again.
  private mutating func repeatLine(count: Int) {
    guard let lastLine else { return fail() }
    lastMacro = ":"
    for _ in 0..<count where !hasFailed { runLine(lastLine) }
  }

  /// Takes a key of a line of command mode that is replayed; the line runs at its Enter.
  mutating func replayInLine(_ key: KeyEvent) {
    switch key.key {
    case .enter:
      let line = replayedLine ?? ""
      replayedLine = nil
      guard let command = ExCommand(line) else { return fail() }
      runLine(command)
    case .escape: replayedLine = nil
    case .character(let character): replayedLine?.append(character)
    default: break
    }
  }
}
