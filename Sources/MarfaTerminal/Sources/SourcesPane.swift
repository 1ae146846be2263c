import MarfaSDK
import Settings
import TerminalLayers
import TerminalUI
import Workbench

/// The left pane: places, notebooks, saved searches and tags, each with the number of its notes.
@MainActor package final class SourcesPane: Component, Movable, Selectable {
  /// The source that the list shows.
  package private(set) var selected = Source.all
  let context: Context
  /// The list that shows the selected source.
  let list: ListPane
  /// Nothing is read for the pane before it is first looked at: two panes do without it.
  private lazy var counts = context.store.querySourceCounts(today: countedDay)
  private var countedDay: Timestamp
  private var searchCounts: SearchCountsQuery?
  private var countedSearches: [SavedSearch] = []
  lazy var notebooks = context.store.queryNotebooks()
  lazy var tags = context.store.queryTags()
  /// What is known of the selected tag, should another program rename it.
  var tagTrail: TagTrail?
  /// The id of a notebook that was made here and that the query may not have yet.
  var awaited: String?
  /// Ids of the notebooks whose children are hidden.
  package var collapsed: Set<String> = []
  private var cursor = RowCursor()
  /// Where it was in the last frame in which it was seen.
  private var area = Rect(column: 0, row: 0, columns: 0, rows: 0)
  /// The line of the selected source in the last frame; the wheel may have taken it out of view.
  private var selectedLine: Int?
  /// The lines of the last frame.
  private var shown: [SourceRow] = []

  package init(context: Context, list: ListPane) {
    self.context = context
    self.list = list
    countedDay = context.startOfDay
  }

  /// The name of the selected source.
  package var title: String { selected.title }

  package var keyContext: KeyContext { .sources }

  package var hints: [ActionHint] {
    let fold = isFoldable ? [ActionHint("notebook.fold", "fold")] : []
    if case .notebook = selected {
      return fold + [
        ActionHint("note.open", "open"), ActionHint("notebook.new", "new in it"),
        ActionHint("notebook.rename", "rename"), ActionHint("notebook.move", "move"),
        ActionHint("notebook.delete", "delete"), ActionHint("note.new", "new note"),
      ]
    }
    let restore =
      selected == .trash ? [ActionHint("notebook.restore", "restore a notebook")] : []
    return restore + [
      ActionHint("note.open", "open"), ActionHint("notebook.new", "new notebook"),
      ActionHint("note.new", "new note"),
      ActionHint("go.tags", "tags"), ActionHint("go.anywhere", "go to"),
    ]
  }

  // MARK: - Rows

  /// The lines of the pane, from the top.
  package var rows: [SourceRow] {
    SourceRows(
      counts: counts.counts, notebooks: notebooks.notebooks, collapsed: collapsed,
      savedSearches: context.settings.configuration.savedSearches,
      searchCounts: searchCounts?.counts ?? [:], tags: tags.shown,
      waiting: waiting, selectedTag: selected.tag
    ).rows
  }

  /// How much waits for the person; without a server only files contradict notes.
  private var waiting: (conflicts: Int?, refused: Int?) {
    let sync = context.sync
    let showsConflicts = sync.status != nil || sync.conflicts > 0 || selected == .conflicts
    return (showsConflicts ? sync.conflicts : nil, sync.status?.refused)
  }

  /// Restarts the counts when the day or the saved searches changed.
  package func followSettings() {
    if countedDay != context.startOfDay {
      counts.stop()
      countedDay = context.startOfDay
      counts = context.store.querySourceCounts(today: countedDay)
      if selected == .today { list.reread() }
    }
    followSelected()
    let searches = context.settings.configuration.savedSearches
    guard searches != countedSearches else { return }
    searchCounts?.stop()
    countedSearches = searches
    let queries = searches.map { ($0.name, context.searchQuery($0.query)) }
    searchCounts = context.store.querySearchCounts(Dictionary(queries) { _, last in last })
  }

  // MARK: - Selection

  /// Selects a source, wherever it is, and shows it in the list.
  package func select(_ source: Source) {
    selected = source
    list.show(source)
  }

  /// The selected source has another name; the list stays as it is.
  func rename(to source: Source) {
    selected = source
    list.rename(to: source)
  }

  package func move(_ movement: Movement) {
    let rows = rows
    // Of several keys between two frames each goes on from where the one before came to.
    if let line = rows.firstIndex(where: { $0.source?.isSamePlace(as: selected) == true }) {
      cursor.select(line)
    }
    let before = cursor.selected
    cursor.move(movement)
    skipHeadings(in: rows, downwards: cursor.selected >= before)
    if rows.indices.contains(cursor.selected), let source = rows[cursor.selected].source,
      source != selected
    {
      select(source)
    }
  }

  package func activate() -> [Effect] { [.run("pane.list")] }

  /// Shows or hides what is below the selected notebook.
  package func toggleExpanded() {
    guard case .notebook(let id, _) = selected, isFoldable else { return }
    collapsed.formSymmetricDifference([id])
  }

  /// Whether notebooks lie below the selected one.
  package var isFoldable: Bool {
    guard case .notebook = selected else { return false }
    return rows.contains { $0.isExpanded != nil && $0.source?.isSamePlace(as: selected) == true }
  }

  /// Space folds where there is something to fold; elsewhere it begins the names of actions.
  package var capturesKeys: Bool { isFoldable }

  package func takes(_ key: KeyEvent) -> Bool { isFoldable && key == KeyEvent(" ") }

  private func skipHeadings(in rows: [SourceRow], downwards: Bool) {
    var index = cursor.selected
    let step = downwards ? 1 : -1
    while rows.indices.contains(index), rows[index].source == nil { index += step }
    if !rows.indices.contains(index) {
      index = cursor.selected
      while rows.indices.contains(index), rows[index].source == nil { index -= step }
    }
    cursor.select(index)
  }

  package func handle(_ event: InputEvent) -> EventResult {
    guard case .mouse(let mouse) = event else {
      if case .key(KeyEvent(" ")) = event, isFoldable {
        toggleExpanded()
        return .consumed()
      }
      return .ignored
    }
    switch mouse.action {
    case .wheelDown: cursor.scrollWindow(by: 3)
    case .wheelUp: cursor.scrollWindow(by: -3)
    case .press:
      let row = mouse.location.row - area.minRow - Self.headerRows + cursor.top
      guard rows.indices.contains(row) else { return .consumed() }
      if case .more = rows[row].content { return .consumed([.run("go.tags")]) }
      guard let source = rows[row].source else { return .consumed() }
      cursor.select(row)
      select(source)
    default: return .ignored
    }
    return .consumed()
  }

  // MARK: - Drawing

  private static let headerRows = 2

  package func update(in rect: Rect, _ frame: Frame) {
    area = rect
    shown = rows
    cursor.setCount(shown.count)
    cursor.setHeight(rect.inset(top: Self.headerRows).rows)
    let line = shown.firstIndex { $0.source?.isSamePlace(as: selected) == true }
    if let line, line != selectedLine {
      // The first time nothing is seen yet that should stay in its place: the rows begin at the
      // top.
      if selectedLine == nil { cursor.select(line) } else { cursor.follow(to: line) }
    }
    selectedLine = line
  }

  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    PaneHeader(number: 1, title: "Sources", trailing: "").render(
      in: rect, on: &surface, frame)
    let area = rect.inset(top: Self.headerRows)
    for index in cursor.visible {
      let place = Rect(
        column: area.minColumn, row: area.minRow + index - cursor.top, columns: area.columns,
        rows: 1)
      SourceRowView(row: shown[index], isSelected: index == selectedLine).render(
        in: place, on: &surface, frame)
    }
    if frame.isFocused {
      surface.cursor = Point(
        column: area.minColumn, row: area.minRow + cursor.selected - cursor.top)
    }
  }
}
