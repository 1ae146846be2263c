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
  ///   - body: What is done; the cursor stands at the beginning of the line.
  mutating func forEach(_ lines: [Int], _ body: (inout Editor) -> Void) {
    replay { editor in
      let outer = editor.awaitedLines
      editor.awaitedLines = AwaitedLines(lines)
      while !editor.meter.isSpent, let line = editor.awaitedLines?.next() {
        editor.meter.spend(5)
        editor.moveCursor(to: editor.buffer.lineStart(line))
        body(&editor)
        editor.hasFailed = false
      }
      editor.awaitedLines = outer
    }
  }

  /// Runs something whose keys and searches wait for nothing, as one step of undo.
  ///
  /// After `Ctrl-o` all of it is the one command.
  mutating func replay(_ body: (inout Editor) -> Void) {
    guard replayDepth < Editor.deepestReplay else { return fail() }
    let once = normalOnce
    normalOnce = nil
    replayDepth += 1
    history.hold()
    body(&self)
    replayedLine = nil
    history.release(cursor: cursor)
    replayDepth -= 1
    normalOnce = once
  }

  private mutating func press(_ keys: [KeyEvent]) {
    for key in keys where !mustStop { dispatch(key) }
    sequence = KeySequence()
    replayedLine = nil
    for _ in 0..<3 where prompt != nil || confirmation != nil || state != .normal {
      dispatch(KeyEvent(.escape))
    }
  }
}

/// Lines of a text that something is still to be done at, while the text changes.
struct AwaitedLines: Sendable {
  /// As they were numbered when they were last counted anew.
  private var lines: ArraySlice<Int>
  /// What has to be added to each.
  private var growth = 0

  init(_ lines: [Int]) { self.lines = lines[...] }

  /// How many are left.
  var count: Int { lines.count }

  /// Takes the first one.
  mutating func next() -> Int? { lines.popFirst().map { $0 + growth } }

  /// Follows a change of the text; the buffer is the one before it.
  mutating func apply(_ change: TextChange, to buffer: TextBuffer) {
    let first = buffer.line(at: change.range.lowerBound)
    let last = buffer.line(at: change.range.upperBound)
    let added = change.replacement.utf8.count { $0 == 0x0a }
    // Whole lines were added or removed: what stands at the end of the range stays.
    let isWhole =
      buffer.isLineStart(change.range.lowerBound) && buffer.isLineStart(change.range.upperBound)
      && (change.replacement.isEmpty || change.replacement.utf8.last == 0x0a)
    let removed = isWhole ? first..<last : first + 1..<last + 1
    move(removed, by: added - (last - first))
  }

  private mutating func move(_ removed: Range<Int>, by growth: Int) {
    while let line = lines.first, removed.contains(line + self.growth) { lines.removeFirst() }
    guard let first = lines.first, let last = lines.last, growth != 0 || !removed.isEmpty,
      last + self.growth >= removed.lowerBound
    else { return }
    // All that are left mostly lie behind what changed.
    if first + self.growth >= removed.upperBound {
      self.growth += growth
      return
    }
    let total = self.growth
    lines =
      lines.compactMap { line in
        let now = line + total
        if removed.contains(now) { return nil }
        return now < removed.lowerBound ? now : now + growth
      }[...]
    self.growth = 0
  }
}
