import TerminalUI

// MARK: - Drawing

extension Editor {
  /// Draws the text with its highlighting, selection, matches and cursor; changes nothing.
  ///
  /// Costs as much as the rows shown. The last column stays free for the cursor at a row's end.
  ///
  /// - Parameters:
  ///   - surface: What to draw on.
  ///   - rect: The pane; of the size last given to `fit(_:)` and since then nothing happened, or
  ///     the view is laid out again.
  ///   - styles: How to draw.
  ///   - isFocused: Whether the hardware cursor is put into this pane.
  public func render(
    into surface: inout Surface, in rect: Rect, styles: EditorStyles, isFocused: Bool
  ) {
    guard !rect.isEmpty else { return }
    guard rect.size == viewport.size, !viewport.isBehind else {
      var fitted = self
      fitted.fit(rect.size)
      return fitted.render(into: &surface, in: rect, styles: styles, isFocused: isFocused)
    }
    let rows = layout.rows(from: viewport.top, count: rect.rows)
    surface.fill(rect, style: styles.text)
    var painter = RowPainter(
      styles: styles, tabWidth: max(1, options.tabWidth),
      overlays: overlays(rows, styles, isFocused))
    var state = content.blocks.state(atLine: buffer.line(at: viewport.top), in: buffer)
    var segment: Range<Int>?
    var lineStart = buffer.lineStart(buffer.line(at: viewport.top))
    for (index, row) in rows.enumerated() {
      if row.segment != segment {
        if segment != nil, buffer.isLineStart(row.segment.lowerBound) {
          // The line above is known: what it begins with turns the state.
          _ = state.read(lineAt: lineStart, in: buffer)
          lineStart = row.segment.lowerBound
        }
        segment = row.segment
        painter.begin(row.segment, in: buffer, state: state)
      }
      painter.paint(row, into: &surface, at: rect.minRow + index, rect)
    }
    if !others.isEmpty { drawCarets(of: rows, on: &surface, rect, styles) }
    placeCursor(on: &surface, rect, rows, isFocused: isFocused)
  }

  /// The styles of a line, as they are drawn: ranges in UTF-8 bytes of the line, later over
  /// earlier.
  package func markup(ofLine line: Int) -> [(range: Range<Int>, scope: MarkupScope)] {
    MarkdownHighlighter.spans(
      in: buffer.lineText(line), state: content.blocks.state(atLine: line, in: buffer),
      isLineStart: true)
  }

  /// What is over the text: matches, then the selection, in UTF-8 bytes.
  private func overlays(
    _ rows: [VisualRow], _ styles: EditorStyles, _ isFocused: Bool
  ) -> [(range: Range<Int>, style: Style)] {
    var result: [(range: Range<Int>, style: Style)] = []
    if let first = rows.first, let last = rows.last, let pattern = shownPattern {
      let shown = first.segment.lowerBound..<last.segment.upperBound
      var meter = WorkMeter(steps: options.stepsPerEvent)
      result += pattern.matches(in: shown, of: buffer, spending: &meter).map { ($0, styles.match) }
    }
    if let hit = search.hit, hit.lowerBound == dialogue.previewOffset ?? cursor {
      result.append((hit, styles.currentMatch))
    }
    result += selectionsOfOthers(styles)
    let selected = isFocused ? styles.selection : styles.inactiveSelection
    if state == .visualBlock {
      result += selectedRanges(rows).map { ($0, selected) }
    } else if let range = selectedRange {
      result.append((range, selected))
    }
    return result
  }

  /// The parts of the rows' lines that a block takes.
  private func selectedRanges(_ rows: [VisualRow]) -> [Range<Int>] {
    guard let first = rows.first, let last = rows.last else { return [] }
    let block = visualBlock
    let shown =
      buffer.line(at: first.range.lowerBound)...buffer.line(at: last.range.lowerBound)
    guard shown.overlaps(block.lines) else { return [] }
    return block.lines.clamped(to: shown).map { range(of: block, inLine: $0) }
  }

  /// The pattern whose matches are shown: the one being typed, or the last one.
  private var shownPattern: SearchPattern? {
    if let line = prompt, line.kind != .replacement {
      return line.problem == nil ? line.previewedPattern : nil
    }
    if let session = confirmation { return session.pattern }
    return search.isHighlighted ? search.pattern : nil
  }

  private func placeCursor(
    on surface: inout Surface, _ rect: Rect, _ rows: [VisualRow], isFocused: Bool
  ) {
    guard isFocused, let point = cursorCell(rows) else { return }
    surface.cursor = Point(column: rect.minColumn + point.column, row: rect.minRow + point.row)
    surface.isCursorVisible = true
    surface.cursorShape = cursorShape
  }

  private func cursorCell(_ rows: [VisualRow]) -> Point? {
    cell(of: dialogue.previewOffset ?? cursor, in: rows)
  }

  /// The cell of a place in the pane, from its top left cell; nil when it is out of view.
  func cell(of offset: Int, in rows: [VisualRow]) -> Point? {
    let place = min(offset, buffer.byteCount)
    let found = rows.lastIndex {
      $0.range.lowerBound <= place
        && (place < $0.range.upperBound || ($0.endsLine && place <= $0.range.upperBound))
    }
    guard let index = found else { return nil }
    let column = layout.column(of: place, in: rows[index])
    return Point(column: min(column, viewport.size.columns - 1), row: index)
  }

  /// Where the cursor is in the pane, counted from its top left cell; nil when it is out of view.
  public var cursorCell: Point? {
    cursorCell(layout.rows(from: caughtUp.viewport.top, count: viewport.size.rows))
  }

  /// The form of the cursor for the mode.
  public var cursorShape: CursorShape {
    switch mode {
    case .insert, .plain: .bar
    case .replace: .underline
    case .normal: parser.hasOperator ? .underline : .block
    case .visual, .visualLines, .visualBlock, .prompt, .confirm: .block
    }
  }
}
