import MarfaSDK
import TerminalLayers
import TerminalUI
import Workbench

/// The base of the screen: sources, list and note side by side, with the bars below.
@MainActor package final class Workspace {
  package typealias Pane = WorkspaceLayout.Pane

  /// The pane that keys go to.
  package var focus = Pane.list {
    didSet {
      note.part = .text
      list.settlePreview()
      if focus != oldValue { focusMoved(from: oldValue) }
    }
  }
  /// Whether the focused pane has the whole width.
  package private(set) var isZoomed = false
  /// Widths that the person chose.
  package var preferences = WorkspaceLayout.Preferences()
  /// The layout of the last `update`.
  package private(set) var layout: WorkspaceLayout
  package private(set) lazy var list = ListPane(context: context, around: self)
  package private(set) lazy var sources = SourcesPane(context: context, list: list)
  package private(set) lazy var note = NotePane(context: context, list: list, around: self)

  /// The rule that the mouse holds, from the left.
  private var draggedBorder: Int?
  let context: Context

  package init(context: Context) {
    self.context = context
    layout = WorkspaceLayout(
      size: Size(columns: 80, rows: 24), focus: .list, isZoomed: false, hasPendingBar: false,
      preferences: .init())
  }

  /// The component of the focused pane.
  package var focusedComponent: any Component {
    switch focus {
    case .sources: sources
    case .list: list
    case .note: note.focusedComponent
    }
  }

  // MARK: - Focus

  /// Focuses the next pane, and after the last the first.
  package func focusNext() { moveFocus(by: 1) }

  /// Focuses the pane before, and before the first the last.
  package func focusPrevious() { moveFocus(by: -1) }

  private func moveFocus(by step: Int) {
    let count = Pane.allCases.count
    focus = Pane(rawValue: (focus.rawValue + step + count) % count) ?? .list
  }

  private func focusMoved(from pane: Pane) {
    if pane == .note { note.saveNow() }
  }

  /// The terminal's window got or lost the focus.
  package func focusChanged(_ gained: Bool) {
    if !gained { note.saveNow() }
  }

  /// Focuses what is below the note: its files, then what links to it.
  package func focusDrawer() {
    let before = note.part
    focus = .note
    note.focusDrawer(after: before)
  }

  /// Focuses the note, in which the files are.
  package func focusAttachments() {
    focus = .note
    note.focusAttachments()
  }

  // MARK: - Size

  /// Zooms the focused pane to the whole width, or back.
  package func toggleZoom() { isZoomed.toggle() }

  /// Makes the focused pane wider, or narrower by a negative number of columns.
  package func resizeFocused(by columns: Int) {
    guard layout.panes.count > 1, let width = layout.panes[focus]?.columns else {
      context.messages.notice("One pane fills the screen; there is no border to move.")
      return
    }
    switch focus {
    case .sources: preferences.sourcesWidth = max(16, width + columns)
    case .list: preferences.listWidth = max(16, width + columns)
    case .note:
      guard let list = layout.panes[.list]?.columns else { return }
      preferences.listWidth = max(16, list - columns)
    }
  }

  // MARK: - Events

  /// Takes what no layer wanted: mouse events by place, all else to the focused pane.
  package func handle(_ event: InputEvent) -> EventResult {
    guard case .mouse(let mouse) = event else { return focusedComponent.handle(event) }
    if dragsBorder(mouse) { return .consumed() }
    guard let (pane, _) = layout.panes.first(where: { $0.value.contains(mouse.location) }) else {
      return .ignored
    }
    if mouse.action == .press { focus = pane }
    return component(of: pane).handle(event)
  }

  /// Moves the border that was pressed; the whole drag belongs to it.
  ///
  /// - Returns: Whether the event was one of a drag.
  private func dragsBorder(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .press:
      draggedBorder = layout.rules.firstIndex { $0.contains(mouse.location) }
      return draggedBorder != nil
    case .drag:
      guard let border = draggedBorder else { return false }
      moveBorder(border, to: mouse.location.column)
      return true
    case .release:
      defer { draggedBorder = nil }
      return draggedBorder != nil
    default: return false
    }
  }

  private func moveBorder(_ border: Int, to column: Int) {
    if border == 0, layout.panes[.sources] != nil {
      preferences.sourcesWidth = max(16, column)
    } else if let list = layout.panes[.list] {
      preferences.listWidth = max(16, column - list.minColumn)
    }
  }

  private func component(of pane: Pane) -> any Component {
    switch pane {
    case .sources: sources
    case .list: list
    case .note: note
    }
  }

  // MARK: - Drawing

  /// Lays the panes out, and brings those that are seen up to date.
  package func update(in screen: Rect, _ frame: Frame) {
    context.sync.take(context.settings.configuration.server.mode)
    context.sync.update(at: frame.elapsed)
    context.sync.uploads.update(
      at: frame.elapsed, now: frame.now,
      reducesMotion: context.settings.configuration.reducedMotion)
    layout = WorkspaceLayout(
      size: screen.size, focus: focus, isZoomed: isZoomed,
      hasPendingBar: screen.rows >= 8 && pendingBar(at: frame.now) != nil,
      preferences: preferences, isPlain: frame.isPlain)
    sources.followSettings()
    for pane in Pane.allCases {
      if let rect = layout.panes[pane] { component(of: pane).update(in: rect, frame) }
    }
    list.followSigns()
    context.showTitle(frame.glyphs)
  }

  /// Draws panes, rules and bars.
  ///
  /// - Parameters:
  ///   - screen: The cells of the screen.
  ///   - surface: What is drawn on.
  ///   - frame: How things look.
  ///   - keys: What the key bar offers.
  ///   - layer: What is over the panes; the status line is about that.
  package func render(
    in screen: Rect, on surface: inout Surface, _ frame: Frame, keys: [KeyBar.Hint],
    layer: (any Layer)? = nil
  ) {
    surface.fill(screen, style: frame.style("ui.text"))
    for pane in Pane.allCases {
      guard let rect = layout.panes[pane] else { continue }
      var paneFrame = frame
      paneFrame.isFocused = frame.isFocused && pane == focus
      component(of: pane).render(in: rect, on: &surface, paneFrame)
    }
    drawRules(on: &surface, frame)
    if layout.pendingBar.rows > 0 {
      pendingBar(at: frame.now)?.render(in: layout.pendingBar, on: &surface, frame)
    }
    statusLine(under: layer, frame).render(in: layout.status, on: &surface, frame)
    KeyBarLine(hints: keys).render(in: layout.keyBar, on: &surface, frame)
    note.keyHelp.box?.render(in: screen, on: &surface, frame)
  }

  private func drawRules(on surface: inout Surface, _ frame: Frame) {
    let style = frame.style("ui.border")
    surface.fill(layout.bottomRule, with: frame.glyphs.border.horizontal, style: style)
    for rule in layout.rules {
      surface.fill(rule, with: frame.glyphs.border.vertical, style: style)
      let foot = Rect(column: rule.minColumn, row: rule.maxRow, columns: 1, rows: 1)
      surface.fill(
        foot.intersection(layout.bottomRule), with: frame.glyphs.border.teeUp, style: style)
    }
  }
}
