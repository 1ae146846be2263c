import MarfaSDK
import Settings
import TerminalLayers
import TerminalUI
import Workbench

/// The middle pane: the notes of a source, or those that a filter finds.
///
/// The selection belongs to a note, not to a row: whatever arrives above, the same note stays
/// selected on the same line of the screen.
@MainActor package final class ListPane: Component, Movable, Selectable {
  /// The source that the list shows while no filter is set.
  package internal(set) var source = Source.all
  /// The filter as typed; empty for none.
  package private(set) var filter = ""
  /// The filter that is typed, until the next frame.
  private var typed: String?
  /// The order, when no filter is set.
  package private(set) var sort = ListFilters.Sort.editedAt
  /// The notes marked for an action on several.
  package private(set) var marked: Set<String> = []
  /// The rows around what is visible.
  package let window: ItemWindow
  /// The parts of the query that were not understood.
  package private(set) var queryHints: [SearchHint] = []
  /// The names in the filter that do not exist; nil until they were looked up.
  var missing: MissingNames?
  private(set) var cursor = RowCursor()
  let lines: MatchingLines
  let places: RowPlaces
  /// The signs of notes that are not on the server.
  package let unsent: UnsentSigns
  private let previewRest: PreviewRest
  private(set) var rowHeight = 1
  /// The columns that the signs of this list have taken so far.
  private(set) var signColumns = 0
  /// Where it was in the last frame in which it was seen.
  private var area = Rect(column: 0, row: 0, columns: 0, rows: 0)
  /// Whether the cursor is on a row that has not been read yet; it is selected once it is read.
  private var isRowAwaited = false

  let context: Context
  unowned let around: any ListSurroundings

  /// The pane, with all notes in it.
  ///
  /// - Parameters:
  ///   - context: What it gets of the application.
  ///   - around: The panes next to it, which keep it.
  package init(context: Context, around: any ListSurroundings) {
    self.context = context
    self.around = around
    lines = MatchingLines(context: context)
    places = RowPlaces(context: context)
    unsent = UnsentSigns(context: context)
    previewRest = PreviewRest(context: context)
    window = context.listing(of: .all, filter: "", sort: .editedAt).window(in: context.store)
  }

  // MARK: - What is shown

  /// Shows the notes of a source, from the top.
  package func show(_ source: Source) {
    self.source = source
    (filter, typed) = ("", nil)
    restart()
  }

  /// Narrows the list to what the query finds in the source; an empty query shows all.
  package func setFilter(_ query: String) {
    typed = nil
    guard query != filter else { return }
    filter = query
    restart()
  }

  /// Sets a filter with the next frame, so that keys that come faster than frames cost one query.
  package func setFilterSoon(_ query: String) { typed = query }

  /// Shows the whole source again, with the same note selected.
  package func clearFilter() {
    let id = selectedRow?.id
    setFilter("")
    if let id { select(id: id) }
  }

  /// Changes the order.
  package func setSort(_ sort: ListFilters.Sort) {
    self.sort = sort
    restart()
  }

  private func restart() {
    marked = []
    cursor = RowCursor()
    (isRowAwaited, signColumns) = (false, 0)
    let listing = listing
    (queryHints, missing) = (listing.query.hints, nil)
    lines.setQuery(listing.query)
    listing.show(in: window, of: context.store)
  }

  /// The listing that is shown, as the store reads it.
  private var listing: Listing { context.listing(of: source, filter: filter, sort: sort) }

  /// Reads the list again from its top, as when a day has begun.
  package func reread() { restart() }

  /// The title of what is shown.
  package var title: String { source.title }

  /// Whether nothing of the list has been read yet.
  package var isAwaited: Bool {
    window.error == nil && window.count == 0 && (window.isLoading || window.isStale)
  }

  /// Whether the list or its selection is not known yet.
  package var isBeingRead: Bool {
    isAwaited || window.isStale || (isRowAwaited && selectedRow == nil && window.count > 0)
  }

  /// Waits until the list has been read or could not be read.
  package func finishReading() async { await window.settle() }

  // MARK: - Selection

  /// The selected note's row, if there is one; a row of the previous list does not count.
  ///
  /// The cursor follows a note to its row in the next frame; actions before that still apply to the
  /// note.
  package var selectedRow: ListedItem? {
    guard !window.isStale else { return nil }
    return switch selection {
    case .row(_, let index), .awaited(let index), .departed(_, let index): window[index]
    case .none: window[cursor.selected]
    }
  }

  /// The row that the cursor is on now.
  package var selection: ListSelection {
    if isRowAwaited { return .awaited(index: cursor.selected) }
    guard let id = window.selection else { return .none }
    return window.selectedIndex.map { .row(id: id, index: $0) }
      ?? .departed(id: id, index: cursor.selected)
  }

  /// The notes that a command on several notes acts on: the marked ones, or the selected one.
  package var targets: [String] {
    marked.isEmpty ? around.selectedNote.map { [$0.id] } ?? [] : marked.sorted()
  }

  /// Marks or unmarks the selected note, and moves to the next.
  package func toggleMark() {
    guard let id = around.selectedNote?.id else { return }
    marked.formSymmetricDifference([id])
    move(.down(1))
  }

  /// Marks further notes.
  package func mark(_ ids: some Sequence<String>) { marked.formUnion(ids) }

  /// Removes all marks.
  ///
  /// - Returns: Whether there were any.
  package func clearMarks() -> Bool {
    defer { marked = [] }
    return !marked.isEmpty
  }

  /// Selects the note with the id as soon as the list holds it.
  package func select(id: String) {
    isRowAwaited = false
    window.select(id)
    window.jump(to: .item(id))
  }

  /// Selects the note with the id and shows it, also where the note pane has the keys.
  package func show(id: String) {
    select(id: id)
    if !around.isNoteEdited { around.preview(id: id) }
  }

  /// Whether the list can have notes of a state.
  package func holds(_ state: ItemState) -> Bool { listing.holds(state) }

  /// Selects the note after the selected one, or before it at the end: the selected note is about
  /// to leave the list.
  package func selectNeighbour() {
    followWindow()
    guard marked.isEmpty, cursor.count > 1 else { return }
    move(cursor.selected + 1 < cursor.count ? .down(1) : .up(1))
  }

  package func move(_ movement: Movement) {
    followWindow()
    cursor.move(movement)
    cursorMoved()
  }

  /// Moves the cursor to the selected note's row, which may have moved since the last frame.
  private func followWindow() {
    guard !window.isStale else { return }
    cursor.setCount(window.count)
    if case .row(_, let index) = selection { cursor.follow(to: index) }
  }

  /// Moves the window and the note pane to the cursor.
  private func cursorMoved() {
    window.setVisible(cursor.visible)
    isRowAwaited = window[cursor.selected] == nil
    window.select(at: cursor.selected)
    previewRest.moved { [weak self] in self?.showSelected() }
  }

  /// Shows the selected note now if it waits for the cursor to rest or for the next frame: the next
  /// action is about it.
  package func settlePreview() {
    if previewRest.end() || !around.isNoteFocused { showSelected() }
  }

  package func activate() -> [Effect] { selectedRow.map { [.enter(id: $0.id)] } ?? [] }

  /// Shows the selected note in the note pane.
  private func showSelected() {
    guard let row = selectedRow else { return }
    around.preview(id: row.id)
  }

  // MARK: - Events

  package var keyContext: KeyContext { .list }

  package func handle(_ event: InputEvent) -> EventResult {
    guard case .mouse(let mouse) = event else { return .ignored }
    switch mouse.action {
    case .wheelDown: scroll(by: 3)
    case .wheelUp: scroll(by: -3)
    case .press:
      cursor.select(cursor.top + (mouse.location.row - area.minRow - Self.headerRows) / rowHeight)
      cursorMoved()
    default: return .ignored
    }
    return .consumed()
  }

  private func scroll(by rows: Int) {
    cursor.scrollWindow(by: rows)
    cursorMoved()
  }

  // MARK: - Before each frame

  /// Gives signs more columns, never fewer.
  func widenSigns(to columns: Int) { signColumns = max(signColumns, columns) }

  static let headerRows = 2

  package func update(in rect: Rect, _ frame: Frame) {
    if let typed { setFilter(typed) }
    area = rect
    let rows = rect.inset(top: Self.headerRows).rows
    rowHeight = lines.hasWords && rows >= 8 ? 2 : 1
    cursor.setHeight(rows / rowHeight)
    cursor.setCount(window.count)
    if !window.isStale {
      followSelection()
      let visible = cursor.visible.compactMap { window[$0] }
      if lines.hasWords { lines.request(visible) }
      places.request(visible)
    }
    if window.listedCount == 0 { findMissingNames(of: listing.query) } else { missing = nil }
  }

  /// Follows the selected note if it has moved; a list that was empty gets a selection.
  private func followSelection() {
    if case .awaited(let index) = selection, window[index] != nil || window.count == 0 {
      isRowAwaited = false
      window.select(at: index)
      if !previewRest.isWaiting { showSelected() }
    }
    // The pane without the keys follows the one that has them.
    if isNoteShownElsewhere, let id = around.shownNote { select(id: id) }
    switch selection {
    case .row(_, let index): cursor.follow(to: index)
    case .none: window.select(at: cursor.selected)
    // The window still selects the row that the cursor came from, or one that is not read yet.
    case .awaited, .departed: break
    }
    window.setVisible(cursor.visible)
    let isFollowed = !around.isNoteFocused || around.shownNote == nil
    if isFollowed, !previewRest.isWaiting { showSelected() }
    if isFollowed, window.count == 0, !isAwaited { around.showNothing() }
  }

  /// Whether the note pane has the keys and shows another note than the selected one.
  private var isNoteShownElsewhere: Bool {
    around.isNoteFocused && around.shownNote != window.selection && !isRowAwaited
      && !previewRest.isWaiting
  }
}
