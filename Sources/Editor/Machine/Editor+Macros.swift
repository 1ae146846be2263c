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

  /// Keeps keys that were pressed; a macro that grows too long ends.
  mutating func record(_ keys: [KeyEvent]) {
    guard recordedKeys.count + keys.count <= Editor.longestMacro else {
      stopRecording()
      return fail(.macroTooLong)
    }
    recordedKeys += keys
  }

  /// The most keys of a macro.
  static let longestMacro = 10_000

  /// Presses the keys of a register, so many times, as one step of undo.
  mutating func playMacro(_ name: Character?, count: Int) {
    guard let name = name == "@" ? lastMacro : name else { return fail() }
    if name == ":" { return repeatLine(count: count) }
    guard let content = registers[name], !content.text.isEmpty else {
      return fail(.emptyRegister(name))
    }
    lastMacro = name
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
    guard let lastLine else { return fail() }
    lastMacro = ":"
    for _ in 0..<count where !mustStop {
      meter.spend(10)
      runLine(lastLine)
    }
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
    case .character(let character):
      if (replayedLine?.utf8.count ?? 0) < EditorPrompt.longest { replayedLine?.append(character) }
    default: break
    }
  }
}
