// MARK: - Visual mode

extension Editor {
  /// The text that the visual selection takes.
  var visualExtent: TextExtent {
    if state == .visualLines {
      return extent(ofLines: buffer.line(at: selection.start)...buffer.line(at: selection.end))
    }
    var end = buffer.offset(after: selection.end)
    // On an empty line the line's end itself is selected.
    if buffer.isLineBreak(at: selection.end), !buffer.isLineStart(selection.end) {
      end = selection.end
    }
    let line = selectedLines.upperBound
    if state == .visual, visual.takesLineEnd, line < buffer.lastCountedLine {
      end = buffer.lineStart(line + 1)
    }
    return TextExtent((startsBehindLine ? startLineEnd : selection.start)..<end)
  }

  /// Whether the cursor is at the beginning of the selection and went to its line's end (`$`): what
  /// ends that line is selected, and none of its text.
  var startsBehindLine: Bool {
    state == .visual && caret.goal?.line == .max && selection.head < selection.anchor
      && buffer.line(at: selection.start) < buffer.line(at: selection.end)
  }

  private var startLineEnd: Int {
    buffer.lineRange(buffer.line(at: selection.start)).upperBound
  }

  /// The lines that the visual selection reaches.
  private var selectedLines: ClosedRange<Int> {
    buffer.line(at: selection.start)...buffer.line(at: selection.end)
  }

  /// The text shown as selected: of a visual selection, or of the plain preset; nil for a caret.
  public var selectedRange: Range<Int>? {
    if state.isVisual { return visualExtent.range }
    return state == .plain && !selection.isCaret ? selection.start..<selection.end : nil
  }

  mutating func enterVisual(_ mode: EditorMode) {
    if state == mode { return leaveVisual() }
    if !state.isVisual { visual.takeLineEnd(false) }
    modes.enter(mode)
    settle()
  }

  mutating func leaveVisual() {
    marks[Marks.visualEnds.start] = selection.start
    marks[Marks.visualEnds.end] = selection.end
    visual.leave(selection, state)
    modes.enter(.normal)
    visual.takeLineEnd(false)
    caret.collapse()
    settle()
  }

  mutating func reselect() {
    guard let last = visual.last else { return fail() }
    if state.isVisual { visual.leave(selection, state) }
    modes.enter(last.mode)
    visual.takeLineEnd(last.takesLineEnd)
    caret.select(last.selection)
    settle()
  }

  mutating func operateOnSelection(_ operation: Operator, _ command: ParsedCommand) {
    if state == .visualBlock, operation.actsOnBlocks { return operateOnBlock(operation, command) }
    let extent = operation.isLinewise ? self.extent(ofLines: selectedLines) : visualExtent
    if operation == .yank, state == .visualLines {
      leaveVisual()
      caret.place(at: extent.range.lowerBound)
    } else {
      leaveVisual()
    }
    guard operation == .indent || operation == .outdent else {
      return keepingLastVisual(if: operation.keepsClusters) {
        $0.act(operation, on: extent, command)
      }
    }
    let lines = lineNumbers(of: extent)
    for _ in 0..<min(command.count ?? 1, 40) { shift(lines, operation) }
  }

  /// Runs a command that means something else in visual mode; false if it does not.
  mutating func runVisual(_ name: ViCommand, _ command: ParsedCommand) -> Bool {
    switch name {
    case .leave: leaveVisual()
    case .deleteToLineEnd where state == .visualBlock, .changeToLineEnd where state == .visualBlock:
      operateOnBlock(name == .deleteToLineEnd ? .delete : .change, command, toLineEnd: true)
    case .insertBeforeSelection where state == .visualBlock,
      .appendAfterSelection where state == .visualBlock:
      insertAtBlock(name)
    case .swapColumns where state == .visualBlock: swapColumns()
    case .swapEnds, .swapColumns:
      caret.select(Selection(anchor: selection.head, head: selection.anchor))
    case .deleteToLineEnd: operateOnLines(.delete, command)
    case .substituteLine, .changeToLineEnd: operateOnLines(.change, command)
    case .yankLine: operateOnLines(.yank, command)
    case .replaceCharacter: replaceSelection(with: command.argument)
    case .paste, .pasteBefore: put(command)
    case .insertBeforeSelection, .appendAfterSelection: insertAtSelection(name)
    case .joinLinesAsTheyAre:
      let lines = selectedLines
      leaveVisual()
      moveCursor(to: buffer.lineStart(lines.lowerBound))
      joinLines(count: max(2, lines.count), asTheyAre: true)
    case .toggleCheckbox:
      let lines = selectedLines
      leaveVisual()
      toggleCheckboxes(in: lines)
    default: return false
    }
    return true
  }

  private mutating func operateOnLines(_ operation: Operator, _ command: ParsedCommand) {
    modes.enter(.visualLines)
    operateOnSelection(operation, command)
  }

  private mutating func replaceSelection(with character: Character?) {
    guard let character else { return }
    if state == .visualBlock { return replaceBlock(with: character) }
    let extent = visualExtent
    leaveVisual()
    meter.spend(extent.range.count >> 3)
    if meter.isSpent { return }
    let new = buffer.text(in: extent.range).reduce(into: "") {
      $0.append($1.isNewline ? $1 : character)
    }
    keepingLastVisual { $0.change(extent.range, new) }
    moveCursor(to: extent.range.lowerBound)
  }

  private mutating func insertAtSelection(_ name: ViCommand) {
    let extent = visualExtent
    let lineEnd = buffer.lineRange(selectedLines.upperBound).upperBound
    leaveVisual()
    modes.enter(.insert)
    moveCursor(
      to: name == .insertBeforeSelection
        ? extent.range.lowerBound : min(extent.range.upperBound, lineEnd))
    beginTyping(count: 1)
  }

  /// Selects an object, or makes the selection larger by it.
  mutating func selectObject(_ object: TextObject, count: Int) {
    if growSelection(by: object, count: count) { return }
    var extent = self.extent(of: object, count: count)
    var selected = selection.start..<buffer.offset(after: selection.end)
    if state == .visualLines { selected = wholeLines(of: selected) }
    if let found = extent {
      // Lines that are selected as lines grow by the next object: several always, and a single one
      // that is an object.
      let isOfLines = state == .visualLines && found.shape == .lines
      let isSeveral = buffer.line(at: selection.start) < buffer.line(at: selection.end)
      let isWhole = selected.contains(found.range)
      if isOfLines ? isSeveral || isWhole : !selection.isCaret && isWhole {
        extent = self.enclosing(object, of: selected)
      }
    }
    guard let extent else { return fail() }
    guard extent.shape == .lines else {
      guard !extent.range.isEmpty else { return fail() }
      select(from: extent.range.lowerBound, to: buffer.offset(before: extent.range.upperBound))
      return
    }
    modes.enter(.visualLines)
    select(
      from: extent.range.lowerBound,
      to: buffer.lineStart(buffer.line(at: extent.range.upperBound)))
  }

  /// The lines that a range is in, with what ends them.
  private func wholeLines(of range: Range<Int>) -> Range<Int> {
    let last = buffer.line(at: max(range.lowerBound, range.upperBound - 1)) + 1
    return buffer.lineStart(
      buffer.line(at: range.lowerBound))..<(last < buffer.lineCount
      ? buffer.lineStart(last) : buffer.byteCount)
  }

  private mutating func select(from anchor: Int, to head: Int) {
    caret.select(Selection(anchor: anchor, head: head))
    caret.forgetGoal()
    visual.takeLineEnd(false)
    settle()
  }

  /// How much is selected, to take as much again elsewhere.
  var visualSize: VisualSize {
    if state == .visualBlock {
      let block = visualBlock
      return VisualSize(
        mode: state, lines: block.lines.count - 1,
        clusters: block.isRagged ? .max : block.columns.count)
    }
    let first = buffer.line(at: selection.start)
    let last = buffer.line(at: selection.end)
    if state == .visual, visual.takesLineEnd {
      return VisualSize(mode: state, lines: last - first, clusters: .max)
    }
    let from = first == last ? selection.start : buffer.lineStart(last)
    let clusters = buffer.text(in: from..<max(from, min(selection.end, from + 4096))).count + 1
    return VisualSize(mode: state, lines: last - first, clusters: clusters)
  }

  /// Selects as much as was selected before, from the cursor.
  mutating func select(_ size: VisualSize) {
    let line = min(buffer.line(at: cursor) + size.lines, buffer.lineCount - 1)
    if size.mode == .visualBlock { return selectBlock(to: line, columns: size.clusters) }
    var head = size.lines == 0 ? cursor : buffer.lineStart(line)
    let end = buffer.lastPosition(ofLine: line)
    if size.clusters == .max {
      modes.enter(size.mode)
      visual.takeLineEnd(true)
      caret.select(Selection(anchor: cursor, head: end))
      return settle()
    }
    for _ in 1..<max(1, size.clusters) where head < end { head = buffer.offset(after: head) }
    modes.enter(size.mode)
    caret.select(Selection(anchor: cursor, head: head))
    settle()
  }
}
