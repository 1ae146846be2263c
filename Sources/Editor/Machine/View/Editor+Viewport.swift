import TerminalUI

// MARK: - The view

extension Editor {
  /// The text as rows of the pane's width.
  var layout: TextLayout { layout(columns: viewport.size.columns) }

  /// The text as rows for a pane; its last column is kept free for the cursor.
  func layout(columns: Int) -> TextLayout {
    TextLayout(
      buffer: buffer, breaks: content.breaks, width: max(1, columns - 1),
      tabWidth: max(1, options.tabWidth))
  }

  /// Tells the editor how large its pane is, and brings the cursor into view; call it before
  /// drawing.
  ///
  /// - Parameter size: In cells; at least one of each is assumed.
  public mutating func fit(_ size: Size) {
    let size = Size(columns: max(1, size.columns), rows: max(1, size.rows))
    guard size != viewport.size else { return followCursor() }
    viewport.resize(to: size)
    viewport.scroll(to: layout.row(at: min(viewport.top, buffer.byteCount)).range.lowerBound)
    scrollToCursor()
  }

  /// Moves the view without the cursor leaving it.
  ///
  /// - Parameter rows: Rows downwards; negative upwards.
  public mutating func scroll(by rows: Int) { scroll(by: rows, movesCursor: true) }

  mutating func scroll(by rows: Int, movesCursor: Bool) {
    followCursor()
    let layout = layout
    if rows > 0 {
      viewport.scroll(
        to: layout.rows(from: viewport.top, count: rows + 1).last?.range.lowerBound ?? 0)
    } else if rows < 0 {
      viewport.scroll(
        to: layout.rows(before: viewport.top, count: -rows).first?.range.lowerBound ?? viewport.top)
    }
    if movesCursor { pullCursor() }
    prepareBlocks()
  }

  /// Brings the cursor into the rows shown, keeping its column.
  private mutating func pullCursor() {
    let layout = layout
    let shown = layout.rows(from: viewport.top, count: viewport.size.rows)
    guard let first = shown.first, let last = shown.last else { return }
    let margin = min(options.scrollMargin, (viewport.size.rows - 1) / 2)
    let lower = viewport.top == 0 ? 0 : min(margin, shown.count - 1)
    let isEnd = last.range.upperBound >= buffer.byteCount
    let upper = isEnd ? shown.count - 1 : max(lower, shown.count - 1 - margin)
    let row = layout.row(at: cursor)
    let column = caret.goal?.row ?? layout.column(of: cursor, in: row)
    let index = shown.firstIndex { $0.range.lowerBound == row.range.lowerBound }
    let target: Int
    if let index {
      target = min(max(index, lower), upper)
      if target == index { return }
    } else {
      target = cursor < first.range.lowerBound ? lower : upper
    }
    let kept = caret.goal
    moveCursor(to: layout.offset(atColumn: column, in: shown[target]))
    caret.aim(for: kept ?? ColumnGoal(line: column, row: column))
  }

  /// Does what keys left to the next frame: looks for the match of the pattern that is being typed,
  /// and brings it or the cursor into view.
  ///
  /// Call it once for each frame, before `fit(_:)`; it costs nothing when nothing happened.
  ///
  /// - Returns: What the application is to do, in order.
  public mutating func catchUp() -> [EditorEffect] {
    guard dialogue.owesPreview, !work.isWorking else {
      followCursor()
      return []
    }
    turn.begin(at: turn.now, cursor: cursor, size: buffer.byteCount, mostSize: turn.mostSize)
    previewPrompt()
    scrollToCursor()
    return turn.finish()
  }

  /// Brings the cursor into view after what happened since the view was last looked at, as
  /// `fit(_:)` does; costs nothing when nothing happened.
  public mutating func followCursor() {
    if let room = viewport.roomBelow { scrollToCursor(leaving: room) }
  }

  /// The editor with its view where the cursor is.
  var caughtUp: Editor {
    guard viewport.isBehind else { return self }
    var editor = self
    editor.followCursor()
    return editor
  }

  /// Moves the view as little as shows the cursor (or a preview) with its margin.
  ///
  /// - Parameter free: How many rows are to be free below the cursor where the view must go down,
  ///   as for a text that is being typed: going down by one row for each would send the whole view
  ///   again with each.
  mutating func scrollToCursor(leaving free: Int = 0) {
    viewport.catchUp()
    let layout = layout
    let place = dialogue.previewOffset ?? cursor
    let height = viewport.size.rows
    let margin = min(options.scrollMargin, (height - 1) / 2)
    viewport.scroll(to: layout.row(at: min(viewport.top, buffer.byteCount)).range.lowerBound)
    let row = layout.row(at: min(place, buffer.byteCount))
    var shown = layout.rows(from: viewport.top, count: height + margin)
    if !shown.prefix(height).contains(where: { $0.range.lowerBound == row.range.lowerBound }) {
      shown = layout.rows(from: viewport.top, count: 2 * height + margin)
    }
    let index = shown.firstIndex { $0.range.lowerBound == row.range.lowerBound }
    if let index, index < height {
      if index < margin { scrollView(up: margin - index, layout) }
      let below = min(margin, shown.count - 1 - index)
      let excess = index + below - (height - 1)
      if excess > 0, shown.count > excess {
        viewport.scroll(to: shown[max(excess, min(excess + free, index - margin))].range.lowerBound)
      }
    } else if let index {
      let below = min(margin, shown.count - 1 - index)
      let excess = max(0, index + below - (height - 1))
      viewport.scroll(to: shown[max(excess, min(excess + free, index - margin))].range.lowerBound)
    } else {
      let above = layout.rows(before: row.range.lowerBound, count: height)
      let isNear =
        place < viewport.top && above.count < height
        || layout.rows(before: viewport.top, count: height)
          .contains { $0.range.lowerBound == row.range.lowerBound }
      let distance = isNear && place < viewport.top ? margin : height / 2
      viewport.scroll(to: above.suffix(distance).first?.range.lowerBound ?? row.range.lowerBound)
      let filled = layout.rows(from: viewport.top, count: height).count
      if filled < height { scrollView(up: height - filled, layout) }
    }
    prepareBlocks()
  }

  private mutating func scrollView(up rows: Int, _ layout: TextLayout) {
    viewport.scroll(
      to: layout.rows(before: viewport.top, count: rows).first?.range.lowerBound ?? viewport.top)
  }

  /// After a change made elsewhere: the cursor's row stays where it is on the screen.
  ///
  /// - Parameter cursorRow: Where it was, from the top; nil when it was out of view, in which case
  ///   the highest row stays.
  mutating func keepViewport(cursorRow: Int?) {
    viewport.catchUp()
    let layout = layout
    viewport.scroll(to: layout.row(at: min(viewport.top, buffer.byteCount)).range.lowerBound)
    if let cursorRow {
      let row = layout.row(at: min(dialogue.previewOffset ?? cursor, buffer.byteCount)).range
        .lowerBound
      viewport.scroll(to: layout.rows(before: row, count: cursorRow).first?.range.lowerBound ?? row)
    }
    prepareBlocks()
  }

  /// Remembers what highlighting needs of the whole text, so that going to its end costs no more
  /// than going on by a line.
  ///
  /// Linear in the text: for the time when it is opened, away from the main actor.
  public mutating func readAhead() {
    content.prepareBlocks(upTo: buffer.lineCount - 1)
  }

  private mutating func prepareBlocks() {
    content.prepareBlocks(upTo: buffer.line(at: viewport.top))
  }

  /// `zt`, `zz`, `zb`: the cursor's row at the top, in the middle, at the bottom.
  mutating func alignCursor(_ command: ViCommand) {
    let height = viewport.size.rows
    let margin = min(options.scrollMargin, (height - 1) / 2)
    let above =
      switch command {
      case .cursorToTop: margin
      case .cursorToMiddle: height / 2
      default: height - 1 - margin
      }
    let layout = layout
    let row = layout.row(at: cursor)
    viewport.scroll(
      to: layout.rows(before: row.range.lowerBound, count: above).first?.range.lowerBound
        ?? row.range.lowerBound)
  }

  /// `g0`, `g$`: the ends of the cursor's row.
  func inRow(_ motion: Motion) -> Int {
    let row = layout.row(at: cursor)
    if motion == .rowStart || row.range.isEmpty { return row.range.lowerBound }
    return buffer.offset(before: row.range.upperBound)
  }

  /// `H`, `M`, `L`: a line of the screen.
  func onScreen(_ motion: Motion, count: Int) -> Int {
    let shown = layout.rows(from: caughtUp.viewport.top, count: viewport.size.rows)
    let margin = min(options.scrollMargin, (viewport.size.rows - 1) / 2)
    let last = shown.count - 1
    let isEnd = (shown.last?.range.upperBound ?? 0) >= buffer.byteCount
    let index =
      switch motion {
      case .screenTop: max(shown.first?.range.lowerBound == 0 ? 0 : margin, count - 1)
      case .screenMiddle: last / 2
      default: min(isEnd ? last : last - margin, last - count + 1)
      }
    let row = shown[min(max(0, index), last)]
    let line = min(buffer.line(at: row.range.lowerBound), buffer.lastCountedLine)
    return buffer.firstNonBlank(ofLine: line)
  }
}

// MARK: - The mouse

extension Editor {
  /// Puts the cursor where the person clicked.
  ///
  /// - Parameters:
  ///   - point: The cell, counted from the pane's top left one.
  ///   - isExtending: Whether the selection's anchor stays (a drag).
  public mutating func click(at point: Point, isExtending: Bool) {
    guard prompt == nil, confirmation == nil else { return }
    let shown = layout.rows(from: viewport.top, count: viewport.size.rows)
    guard let last = shown.last else { return }
    let row = point.row < shown.count ? shown[max(0, point.row)] : last
    history.closeStep(cursor: cursor)
    parser.reset()
    if isExtending, state == .normal { enterVisual(.visual) }
    if !isExtending, state.isVisual { leaveVisual() }
    let anchor = selection.anchor
    moveCursor(to: layout.offset(atColumn: max(0, point.column), in: row))
    if isExtending { caret.anchor(at: anchor) } else { caret.collapse() }
    settle()
    scrollToCursor()
  }
}
