import MarfaSDK
import TerminalUI

/// Keeping where the person was from one run to the next.
extension Application {
  /// Puts panes, list and histories as they were at the end of the last run.
  ///
  /// - Parameter state: What was remembered.
  func restore(_ state: RememberedState) {
    visits = state.visits
    shownHints = state.hints
    workspace.preferences = state.panes
    if state.isZoomed { workspace.toggleZoom() }
    workspace.sources.collapsed = Set(state.collapsed)
    if settings.configuration.keepsHistory {
      searchHistory = InputHistory(state.searches)
      commandHistory = InputHistory(state.commands)
    }
    if let sort = state.sort.flatMap(ListFilters.Sort.init(rawValue:)),
      sort != workspace.list.sort
    {
      workspace.list.setSort(sort)
    }
    if let source = state.source, source != .all { workspace.sources.select(source) }
    if let note = state.note { workspace.list.select(id: note) }
  }

  /// Writes what is remembered; a failure is told, since the next start will look different.
  package func keepState() {
    let state = remembered
    perform("Keeping the state") { [self] in try await stateKeeper.keep(state) }
  }

  /// Writes what is remembered once the person rests.
  func keepStateSoon() { stateKeeper.touched { [weak self] in self?.keepState() } }

  /// What the next start needs to look like this one.
  private var remembered: RememberedState {
    var state = RememberedState()
    state.panes = workspace.preferences
    state.isZoomed = workspace.isZoomed
    // Nobody begins in the trash.
    let source = workspace.list.source
    state.source = source == .trash ? .all : source
    state.note = workspace.list.selectedRow?.id
    state.sort = workspace.list.sort.rawValue
    state.collapsed = workspace.sources.collapsed.sorted()
    if settings.configuration.keepsHistory {
      state.searches = searchHistory.entries
      state.commands = commandHistory.entries
      state.visits = visits
    }
    state.hints = shownHints
    return state
  }

  /// Shows a hint the first time that it makes sense, after what was done has been told.
  ///
  /// - Parameters:
  ///   - name: The hint's name in the state file.
  ///   - text: The hint, a sentence.
  func hintOnce(_ name: String, _ text: String) {
    guard shownHints.insert(name).inserted else { return }
    messages.notice(text)
  }
}
