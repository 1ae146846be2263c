// MARK: - Filling paragraphs anew

extension Editor {
  /// `gq`: breaks the paragraphs of some lines where they are as wide as the options say.
  mutating func reflow(_ lines: ClosedRange<Int>) {
    let extent = extent(ofLines: lines)
    var reflow = ParagraphReflow(width: options.textWidth, tabWidth: max(1, options.tabWidth))
    var state = blocks.state(atLine: lines.lowerBound, in: buffer)
    for line in lines {
      let start = buffer.lineStart(line)
      let next = state.after(lineAt: start, in: buffer)
      reflow.add(buffer.lineText(line), isText: state == .text && next == .text)
      state = next
    }
    let newline = buffer.newline(forLine: lines.lowerBound)
    let filled = reflow.finish()
    change(extent.range, filled.joined(separator: newline))
    let last = lines.lowerBound + filled.count - 1
    moveCursor(to: buffer.firstNonBlank(ofLine: min(last, buffer.lineCount - 1)))
  }
}
