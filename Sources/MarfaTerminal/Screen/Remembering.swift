import MarfaSDK
import TerminalLayers
import TerminalUI
import Workbench

/// Keeps where the person was from one run to the next.
@MainActor package final class Remembering {
  private let context: Context
  private let workspace: Workspace
  private let keeper: StateKeeper

  /// Reads what the last run left, and goes on from there.
  init(context: Context, workspace: Workspace) {
    self.context = context
    self.workspace = workspace
    let file = StateFile(directories: context.settings.directories)
    let state = file.load()
    keeper = StateKeeper(file: file, last: state, host: context.host)
    restore(state)
  }

  /// Puts panes, list and histories as they were at the end of the last run.
  private func restore(_ state: RememberedState) {
    context.memory.visits = state.visits
    context.memory.shownHints = state.hints
    context.memory.trustedCommands = state.trusted
    context.sync.isPauseWanted = state.isPaused
    workspace.preferences = state.panes
    if state.isZoomed { workspace.toggleZoom() }
    workspace.sources.collapsed = Set(state.collapsed)
    if context.settings.configuration.keepsHistory {
      context.memory.searches = InputHistory(state.searches)
      context.memory.commands = InputHistory(state.commands)
    }
    if let sort = state.sort.flatMap(ListFilters.Sort.init(rawValue:)),
      sort != workspace.list.sort
    {
      workspace.list.setSort(sort)
    }
    if let source = state.source, source != .all { workspace.sources.select(source) }
    if let note = state.note { workspace.list.select(id: note) }
  }

  /// Writes what is remembered; a failure is reported, since the next start will look different.
  package func keep() {
    let state = remembered
    context.work.perform("Keeping the state") { [keeper] in try await keeper.keep(state) }
  }

  /// Writes what is remembered once the person rests.
  func keepSoon() { keeper.touched { [weak self] in self?.keep() } }

  /// What the next start needs to look like this one.
  private var remembered: RememberedState {
    var state = RememberedState()
    state.panes = workspace.preferences
    state.isZoomed = workspace.isZoomed
    // Nobody begins in the trash, or among what may be settled by then.
    let source = workspace.list.source
    state.source = [.trash, .conflicts, .refused].contains(source) ? .all : source
    state.note = workspace.list.selectedRow?.id
    state.sort = workspace.list.sort.rawValue
    state.collapsed = workspace.sources.collapsed.sorted()
    if context.settings.configuration.keepsHistory {
      state.searches = context.memory.searches.entries
      state.commands = context.memory.commands.entries
      state.visits = context.memory.visits
    }
    state.hints = context.memory.shownHints
    state.trusted = context.memory.trustedCommands
    state.isPaused = context.sync.isPauseWanted
    return state
  }
}
