// MARK: - Filling paragraphs again

extension Editor {
  /// `gw`: the same, and the cursor stays on what it was on.
  mutating func reflowInPlace(_ lines: ClosedRange<Int>) {
    let start = buffer.lineStart(lines.lowerBound)
    let isInside = turn.cursorAtCommand >= start && turn.cursorAtCommand < buffer.byteCount
    let old = isInside ? buffer.text(in: start..<turn.cursorAtCommand) : ""
    let shown = old.count { !$0.isWhitespace }
    let place = turn.cursorAtCommand
    let reaches = isInside && place <= buffer.lineRange(lines.upperBound).upperBound
    reflow(lines)
    guard reaches else { return moveCursor(to: min(place, buffer.byteCount)) }
    var offset = start
    var passed = 0
    while offset < buffer.byteCount {
      let isBlank = buffer.character(at: offset)?.isWhitespace ?? true
      if passed == shown, !isBlank || buffer.isLineBreak(at: offset) { break }
      if !isBlank { passed += 1 }
      offset = buffer.offset(after: offset)
    }
    moveCursor(to: offset)
  }

  /// `gq`: breaks the paragraphs of some lines where they are as wide as the options say.
  mutating func reflow(_ lines: ClosedRange<Int>) {
    let extent = extent(ofLines: lines)
    var reflow = ParagraphReflow(width: options.textWidth, tabWidth: max(1, options.tabWidth))
    var state = content.blocks.state(atLine: lines.lowerBound, in: buffer)
    for line in lines where !meter.isSpent {
      meter.spend(10)
      let start = buffer.lineStart(line)
      let isText = state.isText
      _ = state.read(lineAt: start, in: buffer)
      reflow.add(buffer.lineText(line), isText: isText && state.isText)
    }
    let newline = buffer.newline(forLine: lines.lowerBound)
    let filled = reflow.finish()
    change(extent.range, filled.joined(separator: newline))
    let last = lines.lowerBound + filled.count - 1
    moveCursor(to: buffer.firstNonBlank(ofLine: min(last, buffer.lineCount - 1)))
  }
}
