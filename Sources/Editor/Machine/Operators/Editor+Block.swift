// MARK: - Blocks of columns

extension Operator {
  /// Whether it means something else for a block than for its lines.
  var actsOnBlocks: Bool {
    switch self {
    case .delete, .change, .yank, .toggleCase, .lowercase, .uppercase, .rot13: true
    case .indent, .outdent, .join, .reflow, .reflowInPlace, .unknown: false
    }
  }
}

extension Editor {
  /// Acts on the selected block.
  ///
  /// - Parameters:
  ///   - operation: One that acts on blocks.
  ///   - command: Its register.
  ///   - toLineEnd: Whether the block is taken as if `$` had been pressed.
  mutating func operateOnBlock(
    _ operation: Operator, _ command: ParsedCommand, toLineEnd: Bool = false
  ) {
    var block = visualBlock
    if toLineEnd { block.columns = block.columns.lowerBound..<Int.max }
    leaveVisual()
    guard let ranges = ranges(of: block), let start = ranges.first?.lowerBound else { return }
    switch operation {
    case .yank: store(ranges, into: command.register, origin: .yank)
    case .delete, .change:
      store(ranges, into: command.register, origin: .deletion)
      let reached = width(ofLine: block.lines.lowerBound) >= block.columns.lowerBound
      for range in ranges.reversed() where !meter.isSpent { change(range, "") }
      if operation == .change, reached {
        return startTyping(at: start, in: block, column: block.columns.lowerBound, fills: false)
      }
    default:
      for range in ranges.reversed() where !meter.isSpent {
        change(range, operation.applied(to: buffer.text(in: range)))
      }
    }
    moveCursor(to: start)
  }

  /// The parts of the lines that a block takes; nil when that takes too long.
  private mutating func ranges(of block: TextBlock) -> [Range<Int>]? {
    var ranges: [Range<Int>] = []
    for line in block.lines {
      meter.spend(2 + min(buffer.lineRange(line).count, Editor.longestMeasuredLine) >> 4)
      if meter.isSpent { return nil }
      ranges.append(range(of: block, inLine: line))
    }
    return ranges
  }

  /// Keeps a block in a register.
  private mutating func store(
    _ ranges: [Range<Int>], into register: Character?, origin: Registers.Origin
  ) {
    guard register != "_" else { return }
    let text = ranges.map { buffer.text(in: $0) }.joined(separator: "\n")
    registers.store(RegisterContent(text, shape: .block), in: register, origin: origin)
    if register == "+" || register == "*" { turn.emit(.setClipboard(text)) }
  }

  /// `r`: sets every cluster of the block.
  mutating func replaceBlock(with character: Character) {
    let block = visualBlock
    leaveVisual()
    guard let ranges = ranges(of: block) else { return }
    for range in ranges.reversed() where !meter.isSpent {
      change(range, String(repeating: character, count: buffer.text(in: range).count))
    }
    moveCursor(to: ranges[0].lowerBound)
  }

  // MARK: Typing in all lines

  /// `I` and `A`: types at a side of the block.
  mutating func insertAtBlock(_ name: ViCommand) {
    let block = visualBlock
    let isBefore = name == .insertBeforeSelection
    let column = isBefore ? block.columns.lowerBound : block.columns.upperBound
    leaveVisual()
    let line = block.lines.lowerBound
    let start = fill(line, to: column)
    startTyping(at: start, in: block, column: column, fills: !isBefore)
  }

  private mutating func startTyping(
    at start: Int, in block: TextBlock, column: Int, fills: Bool
  ) {
    modes.enter(.insert)
    moveCursor(to: start)
    beginTyping(count: 1)
    typing.type(
      in: BlockInsertion(
        start: start,
        corner: offset(inLine: block.lines.lowerBound, column: block.columns.lowerBound),
        lines: block.lines.lowerBound + 1..<block.lines.upperBound + 1,
        column: column, fills: fills))
  }

  /// Types in the other lines what was typed in the first, unless that has line ends, and goes back
  /// to where typing began.
  mutating func repeatTyped(in block: BlockInsertion) {
    guard cursor > block.start, block.start <= buffer.byteCount else { return }
    let text = buffer.text(in: block.start..<cursor)
    guard !text.contains(where: \.isNewline) else { return }
    for line in block.lines.reversed() where line < buffer.lineCount && !meter.isSpent {
      meter.spend(2)
      if !block.fills, width(ofLine: line) < block.column { continue }
      let place = fill(line, to: block.column)
      change(place..<place, text)
    }
    caret.place(at: min(block.corner, block.start))
  }

  /// The offset in a line at a column; a shorter line gets spaces up to there.
  private mutating func fill(_ line: Int, to column: Int) -> Int {
    let missing = column == .max ? 0 : column - width(ofLine: line)
    guard missing > 0 else { return offset(inLine: line, column: column) }
    let end = buffer.lineRange(line).upperBound
    let spaces = repeated(" ", missing)
    change(end..<end, spaces)
    return end + spaces.utf8.count
  }

  // MARK: Pasting

  /// Puts a block's lines side by side with the text's, from the cursor's downwards.
  mutating func putBlock(_ text: String, isBefore: Bool, count: Int) {
    let isEmpty = buffer.lineRange(buffer.line(at: cursor)).isEmpty
    let column = isBefore || isEmpty ? column(of: cursor) : columns(at: cursor).upperBound
    putBlock(text, line: buffer.line(at: cursor), column: column, count: count)
  }

  private mutating func putBlock(_ text: String, line: Int, column: Int, count: Int) {
    meter.spend(text.utf8.count >> 4)
    if meter.isSpent { return }
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let widths = rows.map(columns(of:))
    let width = widths.max() ?? 0
    let newline = buffer.newline(forLine: line)
    var first: Int?
    for (index, row) in rows.enumerated() where !meter.isSpent {
      if line + index > buffer.lastCountedLine {
        let end = buffer.lineRange(buffer.lastCountedLine).upperBound
        change(end..<end, newline)
      }
      let place = fill(line + index, to: column)
      let filled = row + repeated(" ", width - widths[index])
      let isAtEnd = place == buffer.lineRange(line + index).upperBound
      let text = repeated(filled, max(0, count - 1)) + (isAtEnd ? row : filled)
      change(place..<place, text)
      first = first ?? place
    }
    moveCursor(to: first ?? cursor)
  }

  /// Puts a register in place of what is selected, where either is a block.
  mutating func putOverBlock(_ content: RegisterContent, _ command: ParsedCommand) {
    let keepsRegister = command.action == .command(.pasteBefore)
    let isBlock = state == .visualBlock
    let block = visualBlock
    let line = isBlock ? block.lines.lowerBound : buffer.line(at: selection.start)
    let column = isBlock ? block.columns.lowerBound : column(of: selection.start)
    operateOnSelection(.delete, ParsedCommand(register: keepsRegister ? "_" : nil))
    if content.shape == .block {
      return putBlock(content.text, line: line, column: column, count: command.count ?? 1)
    }
    let place = offset(inLine: line, column: column)
    let text = repeated(content.text, command.count ?? 1)
    change(place..<place, content.shape == .lines ? "\n" + text : text)
    moveCursor(to: place)
  }

  private func columns(of text: String) -> Int {
    text.reduce(0) {
      $0 + ClusterWidth.columns(of: $1, at: $0, tabWidth: max(1, options.tabWidth))
    }
  }
}
