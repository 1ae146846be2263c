import TerminalUI

// MARK: - Keys that a line of command mode presses

extension Editor {
  /// `:normal`: presses keys at the cursor, or at the beginning of each of some lines.
  ///
  /// What the keys leave unfinished is ended, as if Escape came last.
  mutating func press(normal keys: String, in lines: ClosedRange<Int>?) {
    guard state == .normal else { return fail(.needsModes) }
    let events = keys.map { KeyEvent($0) }
    guard let lines else { return replay { $0.press(events) } }
    forEach(Array(lines)) { $0.press(events) }
  }

  /// Does something at each of some lines, as one step of undo; what fails at one goes on at the
  /// next.
  ///
  /// - Parameters:
  ///   - lines: In order. One that is removed meanwhile is left out.
  ///   - body: What is done; the cursor is at the beginning of the line.
  mutating func forEach(_ lines: [Int], _ body: (inout Editor) -> Void) {
    replay { editor in
      let outer = editor.lines.begin(at: lines)
      while !editor.meter.isSpent, let line = editor.lines.next() {
        editor.meter.spend(5)
        editor.moveCursor(to: editor.buffer.lineStart(line))
        body(&editor)
        editor.turn.forgetFailure()
      }
      editor.lines.resume(outer)
    }
  }

  /// Runs something whose keys and searches wait for nothing, as one step of undo.
  ///
  /// After `Ctrl-o` all of it is the one command.
  mutating func replay(_ body: (inout Editor) -> Void) {
    guard playback.depth < Repeat.deepest else { return fail() }
    let once = modes.endOnce()
    playback.begin()
    history.hold()
    body(&self)
    lines.end()
    history.release(cursor: cursor)
    playback.end()
    modes.resumeOnce(once)
  }

  private mutating func press(_ keys: [KeyEvent]) {
    for key in keys where !mustStop { dispatch(key) }
    parser.reset()
    lines.end()
    for _ in 0..<3 where prompt != nil || confirmation != nil || state != .normal {
      dispatch(KeyEvent(.escape))
    }
  }
}
