import Settings
import TerminalUI

/// A box with a line to type in and rows to choose from: palette, help, go to anything, tags.
@MainActor package final class Picker: Layer, Movable, Selectable {
  /// How much of the screen's width a picker takes.
  package enum Width: Hashable {
    /// Enough for titles.
    case usual
    /// Enough for what an action does and for its key, which are read together.
    case actions
    /// All of it, for sentences.
    case full
  }

  private let title: String
  private let width: Width
  private let source: any PickerSource
  private let context: Context
  private var input: TextInput
  /// The selected line: rows and headings are lines, and headings are passed over.
  private var cursor = RowCursor()
  private var hasChosen = false
  private var wasSeen = false
  /// Whether the text changed since the rows were last asked for: many keys may come before a
  /// frame.
  private var isBehind = false
  /// The rows of the frame, and their headings.
  private var rows: [PickerRow] = []
  private var headings = PickerHeadings()
  /// What the source says of the rows of the frame, and in their place when there are none.
  private var (remark, emptyText) = ("", "")
  /// What the selected row stands for, where that is a note and there is room.
  private let notePreview: NotePreview?
  /// The cells of the preview; none where there is no room.
  private var previewArea = Rect(column: 0, row: 0, columns: 0, rows: 0)
  /// The cells of the rows, and below them those of a selected sentence that a row cuts.
  private var area = Rect(column: 0, row: 0, columns: 0, rows: 0)
  private var wordArea = Rect(column: 0, row: 0, columns: 0, rows: 0)

  /// Asks the source for rows at once.
  ///
  /// - Parameters:
  ///   - context: What it gets of the application.
  ///   - title: The title of the box.
  ///   - text: What is in the field at first.
  ///   - width: How wide the box is.
  ///   - selected: The id of the row that is selected at first; the first row when nil.
  ///   - source: Where the rows come from.
  package init(
    context: Context, title: String, text: String = "", width: Width = .usual,
    selected: String? = nil, source: any PickerSource
  ) {
    self.context = context
    self.title = title
    self.width = width
    self.source = source
    notePreview = source.hasPreview ? NotePreview(context: context) : nil
    input = TextInput(text)
    source.update(text: text)
    select(row: source.rows.firstIndex { $0.id == selected } ?? 0)
  }

  package var keyContext: KeyContext { .prompt }
  package var capturesKeys: Bool { true }

  package var hints: [ActionHint] {
    [ActionHint(keys: "Enter", "choose"), ActionHint("app.cancel", "back")]
  }

  // MARK: - Events

  package func handle(_ event: InputEvent) -> EventResult {
    if case .mouse(let mouse) = event { return handle(mouse) }
    switch input.handle(event) {
    case .changed:
      source.update(text: input.text)
      isBehind = true
    case .submitted: return .consumed(activate())
    case .moved: break
    case .previous: move(.up(1))
    case .next: move(.down(1))
    case .cancelled, .ignored: return .ignored
    }
    return .consumed()
  }

  private func handle(_ mouse: MouseEvent) -> EventResult {
    switch mouse.action {
    case .wheelDown: move(.down(1))
    case .wheelUp: move(.up(1))
    case .press where area.contains(mouse.location):
      catchUp()
      let line = cursor.top + mouse.location.row - area.minRow
      guard line < cursor.count, headings.heading(atLine: line) == nil else { return .consumed() }
      // The first click selects, another on the same row chooses.
      if line == cursor.selected { return .consumed(activate()) }
      cursor.select(line)
      preview()
    default: break
    }
    return .consumed()
  }

  package func move(_ movement: Movement) {
    catchUp()
    let (rows, former) = (source.rows, cursor.selected)
    let headings = PickerHeadings(rows)
    cursor.setCount(headings.lineCount(ofRows: rows.count))
    cursor.move(movement)
    let row = headings.row(atLine: cursor.selected)
    let isPassedUpwards =
      cursor.selected < former && headings.heading(atLine: cursor.selected) != nil
    select(row: isPassedUpwards ? max(0, row - 1) : row)
    preview()
  }

  /// Selects a row; the heading above it is seen with it.
  private func select(row: Int) {
    let rows = source.rows
    let headings = PickerHeadings(rows)
    cursor.setCount(headings.lineCount(ofRows: rows.count))
    let line = headings.line(ofRow: row)
    if headings.heading(atLine: line - 1) != nil { cursor.select(line - 1) }
    cursor.select(line)
  }

  /// Selects the best row for the text as it is now.
  private func catchUp() {
    guard isBehind else { return }
    isBehind = false
    cursor.select(0)
    select(row: 0)
    preview()
  }

  private func preview() {
    if let row = selectedRow { source.preview(row) }
  }

  private var selectedRow: PickerRow? {
    let rows = source.rows
    let index = PickerHeadings(rows).row(atLine: cursor.selected)
    return rows.indices.contains(index) ? rows[index] : nil
  }

  package func activate() -> [Effect] {
    guard source.isReading else { return choose() }
    context.work.performHolding("Reading the choices") { [self, source] in
      await source.finishReading()
      for effect in choose() { context.carryOut(effect) }
    }
    return []
  }

  private func choose() -> [Effect] {
    catchUp()
    if let reason = selectedRow?.unavailableReason {
      context.messages.notice(reason)
      return []
    }
    let text = input.text
    let row = selectedRow
    hasChosen = true
    let outcome = row.map { source.choose($0, text: text) } ?? source.chooseText(text)
    switch outcome {
    case .close(let effects): return [.close(self)] + effects
    case .stay: hasChosen = false
    case .clear:
      hasChosen = false
      input = TextInput()
      source.update(text: "")
    }
    return []
  }

  package func didClose() {
    notePreview?.show(nil)
    if !hasChosen { source.cancelled() }
  }

  // MARK: - Drawing

  /// Room for what an action does, its name and its key.
  private static let usualColumns = 72

  package func placement(in screen: Rect) -> Rect {
    let wide = screen.columns * 9 / 10
    let hasRoom = notePreview != nil && wide - 4 >= Self.columnsForPreview
    let share = hasRoom ? wide : screen.columns * 3 / 5
    let usual = min(screen.columns, max(Self.usualColumns, share))
    let width =
      switch width {
      case .usual: usual
      case .actions: min(screen.columns, Self.usualColumns)
      case .full: screen.columns
      }
    let height = min(screen.rows - 2, max(8, screen.rows * 2 / 3))
    return Rect(
      column: (screen.columns - width) / 2, row: max(0, (screen.rows - height) / 3),
      columns: width, rows: max(1, height))
  }

  package func update(in rect: Rect, _ frame: Frame) {
    catchUp()
    source.prepare()
    (area, previewArea) = areas(in: rect, frame)
    if width == .full { (area, wordArea) = PickerWords.areas(in: area) }
    rows = source.rows
    headings = PickerHeadings(rows)
    (remark, emptyText) = (source.remark, rows.isEmpty ? source.emptyText : "")
    cursor.setCount(headings.lineCount(ofRows: rows.count))
    cursor.setHeight(area.rows)
    updatePreview(frame)
    guard !wasSeen else { return }
    wasSeen = true
    // The rows above the first selected one are seen, too, as far as there is room.
    let selected = cursor.selected
    cursor.select(0)
    cursor.select(selected)
  }

  /// The fewest columns of rows and preview together.
  private static let columnsForPreview = 90

  /// The cells of the rows, and next to them those of the preview, where there is room.
  private func areas(in rect: Rect, _ frame: Frame) -> (rows: Rect, preview: Rect) {
    let below = Surface.popupInside(of: rect, frame).splitTop(1).rest
    guard notePreview != nil, !frame.isPlain, below.columns >= Self.columnsForPreview else {
      return (below, Rect(column: 0, row: 0, columns: 0, rows: 0))
    }
    let (rows, rest) = below.splitLeft(below.columns / 2)
    return (rows, rest.inset(left: 3))
  }

  private func updatePreview(_ frame: Frame) {
    guard let notePreview, previewArea.columns > 0 else { return }
    notePreview.show(shownRow.flatMap(source.noteId))
    notePreview.update(in: previewArea, frame)
  }

  /// The selected row of the frame.
  private var shownRow: PickerRow? {
    let index = headings.row(atLine: cursor.selected)
    return rows.indices.contains(index) ? rows[index] : nil
  }

  /// Waits until the note next to the rows is read.
  package func finishPreview() async { await notePreview?.finishReading() }

  private func drawPreview(on surface: inout Surface, _ frame: Frame) {
    guard let notePreview, previewArea.columns > 0 else { return }
    let rule = Rect(
      column: previewArea.minColumn - 2, row: previewArea.minRow, columns: 1,
      rows: previewArea.rows)
    surface.fill(
      rule, with: frame.glyphs.border.vertical, style: frame.style("ui.popup.border"))
    notePreview.render(in: previewArea, on: &surface, frame)
  }

  /// Where the selected row is among all, and what the source says of them.
  private var foot: String {
    guard !rows.isEmpty else { return "" }
    let place = "\(headings.row(atLine: cursor.selected) + 1) of \(rows.count)"
    return remark.isEmpty ? place : "\(remark) · \(place)"
  }

  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let (prompt, _) = surface.drawPopup(title, foot: foot, in: rect, frame).splitTop(1)
    drawPreview(on: &surface, frame)
    surface.draw(
      TextField(
        label: StyledText("> ", style: frame.style("ui.prompt.hint")), input: input,
        placeholder: source.invitation, style: frame.style("ui.prompt"),
        placeholderStyle: frame.style("ui.prompt.hint"), isFocused: frame.isFocused), in: prompt)
    if rows.isEmpty {
      surface.draw(
        emptyText, at: area.origin, clip: area, style: frame.style("ui.text.dim"))
    }
    PickerWords(row: shownRow).render(in: wordArea, on: &surface, frame)
    for line in cursor.visible {
      let place = Rect(
        column: area.minColumn, row: area.minRow + line - cursor.top, columns: area.columns,
        rows: 1)
      if let heading = headings.heading(atLine: line) {
        surface.drawLine(
          heading, in: place.inset(left: 1), style: frame.style("ui.popup.title"), frame)
        continue
      }
      let row = rows[headings.row(atLine: line)]
      PickerRowView(row: row, isSelected: line == cursor.selected).render(
        in: place, on: &surface, frame)
    }
  }
}
