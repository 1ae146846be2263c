import MarfaSDK
import Settings
import TerminalUI

/// The middle pane: the notes of a source, or those that a filter finds.
///
/// The selection belongs to a note, not to a row: whatever arrives above, the same note stays
/// selected on the same line of the screen.
@MainActor package final class ListPane: Component, Movable, Selectable {
  /// What the list shows while no filter is set.
  package internal(set) var source = Source.all
  /// The filter as it was typed; empty for none.
  package private(set) var filter = ""
  /// The order, when no filter is set.
  package private(set) var sort = ListFilters.Sort.editedAt
  /// The notes marked for an action on several.
  package private(set) var marked: Set<String> = []
  /// The rows around what is visible.
  package let window: ItemWindow
  /// What of the query was not understood.
  package private(set) var queryHints: [SearchHint] = []
  /// What the filter names and there is none of; nil until it was looked up.
  var missing: MissingNames?
  private(set) var cursor = RowCursor()
  let lines: MatchingLines
  private let previewRest: PreviewRest
  private(set) var rowHeight = 1
  /// Whether the cursor went to a row that has not been read yet; it is selected once it is.
  private var isRowAwaited = false

  unowned let application: Application

  package init(application: Application) {
    self.application = application
    lines = MatchingLines(application: application)
    previewRest = PreviewRest(application: application)
    window = application.listing(of: .all, filter: "", sort: .editedAt).window(
      in: application.store)
  }

  // MARK: - What is shown

  /// Shows the notes of a source, from the top.
  package func show(_ source: Source) {
    self.source = source
    filter = ""
    restart()
  }

  /// Narrows the list to what the query finds in the source; an empty query shows all.
  package func setFilter(_ query: String) {
    guard query != filter else { return }
    filter = query
    restart()
  }

  /// Shows the whole source again, with the same note selected.
  package func clearFilter() {
    let id = selectedRow?.id
    setFilter("")
    if let id { select(id: id) }
  }

  /// Sorts by something else.
  package func setSort(_ sort: ListFilters.Sort) {
    self.sort = sort
    restart()
  }

  private func restart() {
    marked = []
    cursor = RowCursor()
    isRowAwaited = false
    let listing = listing
    queryHints = listing.query.hints
    lines.setQuery(listing.query)
    missing = nil
    listing.show(in: window, of: application.store)
  }

  /// What is shown, as the store knows it.
  private var listing: Listing { application.listing(of: source, filter: filter, sort: sort) }

  /// Reads the list again from its top, as when a day has begun.
  package func reread() { restart() }

  /// The title of what is shown.
  package var title: String { source.title }

  /// Whether nothing of the list has been read yet, so that nothing can be said of it.
  package var isAwaited: Bool {
    window.error == nil && window.count == 0 && (window.isLoading || window.isStale)
  }

  /// Whether the list is not known yet, or what is selected in it.
  package var isBeingRead: Bool {
    isAwaited || window.isStale || (isRowAwaited && selectedRow == nil && window.count > 0)
  }

  /// Waits until the list is read, or cannot be.
  package func finishReading() async { await window.settle() }

  // MARK: - Selection

  /// The selected note's row, while there is one; rows of the list before do not count.
  ///
  /// The cursor follows a note to its row only in the next frame; what is done before is done to the
  /// note all the same.
  package var selectedRow: ItemRow? {
    guard !window.isStale else { return nil }
    return switch selection {
    case .row(_, let index), .awaited(let index): window[index]
    case .departed, .none: window[cursor.selected]
    }
  }

  /// What the cursor is on, as of now.
  package var selection: NoteSelection {
    if isRowAwaited { return .awaited(index: cursor.selected) }
    guard let id = window.selection else { return .none }
    return window.selectedIndex.map { .row(id: id, index: $0) } ?? .departed(id: id)
  }

  /// The rows that a command on several acts on: the marked ones, or the selected one.
  package var targets: [String] {
    marked.isEmpty ? application.selectedNote.map { [$0.id] } ?? [] : marked.sorted()
  }

  /// Marks the selected note, or takes the mark away, and goes on to the next.
  package func toggleMark() {
    guard let id = application.selectedNote?.id else { return }
    marked.formSymmetricDifference([id])
    move(.down(1))
  }

  /// Marks notes beside those that are.
  package func mark(_ ids: some Sequence<String>) { marked.formUnion(ids) }

  /// Takes all marks away; whether there were any.
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
    if !application.workspace.note.isEditing { application.workspace.note.preview(id: id) }
  }

  /// Whether the list has notes of a state beside others.
  package func holds(_ state: ItemState) -> Bool { listing.holds(state) }

  /// Selects the note after the selected one, or the one before the last: the selected one is about
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

  /// The cursor goes to the selected note's row, which may be another one than in the last frame.
  private func followWindow() {
    guard !window.isStale else { return }
    cursor.setCount(window.count)
    if case .row(_, let index) = selection { cursor.follow(to: index) }
  }

  /// The window and the note pane go where the cursor went.
  private func cursorMoved() {
    window.setVisible(cursor.visible)
    isRowAwaited = window[cursor.selected] == nil
    window.select(at: cursor.selected)
    previewRest.moved { [weak self] in self?.showSelected() }
  }

  /// Shows the selected note now if it waits for the cursor to rest or for the next frame: what comes
  /// next is about it.
  package func settlePreview() {
    if previewRest.end() || application.workspace.focus != .note { showSelected() }
  }

  package func activate() {
    guard let row = selectedRow else { return }
    application.workspace.note.show(id: row.id)
    application.workspace.focus = .note
  }

  /// Shows the selected note in the note pane.
  private func showSelected() {
    guard let row = selectedRow else { return }
    application.workspace.note.preview(id: row.id)
  }

  // MARK: - Events

  package var keyContext: KeyContext { .list }

  package func handle(_ event: InputEvent) -> EventResult {
    guard case .mouse(let mouse) = event, let rect = application.workspace.layout.panes[.list]
    else { return .ignored }
    switch mouse.action {
    case .wheelDown: scroll(by: 3)
    case .wheelUp: scroll(by: -3)
    case .press:
      cursor.select(cursor.top + (mouse.location.row - rect.minRow - Self.headerRows) / rowHeight)
      cursorMoved()
    default: return .ignored
    }
    return .consumed
  }

  private func scroll(by rows: Int) {
    cursor.scrollWindow(by: rows)
    cursorMoved()
  }

  // MARK: - Before each frame

  static let headerRows = 2

  package func update(in rect: Rect, _ frame: Frame) {
    let rows = rect.inset(top: Self.headerRows).rows
    rowHeight = lines.hasWords && rows >= 8 ? 2 : 1
    cursor.setHeight(rows / rowHeight)
    cursor.setCount(window.count)
    if !window.isStale {
      followSelection()
      lines.request(cursor.visible.compactMap { window[$0] })
    }
    if window.listedCount == 0 { findMissingNames(of: listing.query) } else { missing = nil }
  }

  /// The selected note may stand elsewhere than in the last frame; a list that was empty gets a
  /// selection.
  private func followSelection() {
    if case .awaited(let index) = selection, window[index] != nil || window.count == 0 {
      isRowAwaited = false
      window.select(at: index)
      if !previewRest.isWaiting { showSelected() }
    }
    // Where the keys are, the other pane goes along.
    if isNoteShownElsewhere, let id = application.workspace.note.id { select(id: id) }
    switch selection {
    case .row(_, let index): cursor.follow(to: index)
    case .none: window.select(at: cursor.selected)
    // What is selected in the window is the row that the cursor came from, or one that is yet to come.
    case .awaited, .departed: break
    }
    window.setVisible(cursor.visible)
    let isFollowed = application.workspace.focus != .note || application.workspace.note.id == nil
    if isFollowed, !previewRest.isWaiting { showSelected() }
    if isFollowed, window.count == 0, !isAwaited { application.workspace.note.showNothing() }
  }

  /// Whether the note pane has the keys, and shows another note than the one that is selected.
  private var isNoteShownElsewhere: Bool {
    let workspace = application.workspace
    return workspace.focus == .note && workspace.note.id != window.selection
      && !isRowAwaited && !previewRest.isWaiting
  }
}
