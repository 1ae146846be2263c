import MarfaSDK
import TerminalLayers
import Workbench

/// Going to a source or a note, and back.
@MainActor package struct Navigation {
  let context: Context
  let workspace: Workspace

  /// Shows a source in the list, all of it or what a query finds there.
  package func show(_ source: Source, filter: String = "") {
    workspace.sources.select(source)
    if !filter.isEmpty { workspace.list.setFilter(filter) }
    workspace.focus = .list
  }

  /// Gives the keys to the note that is selected in the list.
  func enter(id: String) {
    workspace.note.show(id: id)
    workspace.focus = .note
  }

  /// Opens a note by id in the note pane, and remembers the way back.
  package func open(id: String, line: Int? = nil) {
    // A note that is only looked at next to the list is the way back from here, too.
    if let shown = workspace.note.id { context.memory.jumps.visit(shown) }
    workspace.list.select(id: id)
    workspace.note.show(id: id, line: line)
    workspace.focus = .note
    reveal(id)
  }

  /// Widens the list until it holds the note that is shown.
  ///
  /// What is done next is done to the selected row; keys typed meanwhile wait.
  private func reveal(_ id: String) {
    context.work.performHolding("Finding the note in the list") { try await widenList(to: id) }
  }

  private func widenList(to id: String) async throws {
    let list = workspace.list
    if !list.filter.isEmpty, try await list.window.index(of: id) == nil {
      list.setFilter("")
      list.select(id: id)
    }
    guard try await list.window.index(of: id) == nil,
      let state = try await context.client.store.item(id: id)?.state
    else { return }
    workspace.sources.select(state == .trashed ? .trash : state == .archived ? .archive : .all)
    list.select(id: id)
  }

  /// Selects the note that is shown in a list that holds it, and waits until it is; without one
  /// nothing is selected that a command could act on.
  func bringToList(_ id: String) async throws {
    workspace.list.select(id: id)
    try await widenList(to: id)
    await workspace.list.finishReading()
  }

  // MARK: - The way back

  /// Goes back to the note looked at before, past those that are gone since.
  func jumpBack() {
    context.work.performHolding("Going back") {
      let gone = try await gone(first: context.memory.jumps.past)
      guard let id = context.memory.jumps.back(past: gone) else {
        return context.messages.notice("Nowhere to go back to.")
      }
      reopen(id)
    }
  }

  /// Goes forward again, past those that are gone since.
  func jumpForward() {
    context.work.performHolding("Going forward") {
      let gone = try await gone(first: context.memory.jumps.future)
      guard let id = context.memory.jumps.forward(past: gone) else {
        return context.messages.notice("Nowhere to go forward to.")
      }
      reopen(id)
    }
  }

  /// Those of some notes, up to the first other one, that are removed or in the trash.
  private func gone(first ids: [String]) async throws -> Set<String> {
    var gone: Set<String> = []
    for id in ids where id != context.memory.jumps.current {
      let state = try await context.client.store.item(id: id)?.state
      if state != nil, state != .trashed { break }
      gone.insert(id)
    }
    return gone
  }

  private func reopen(_ id: String) {
    workspace.list.select(id: id)
    workspace.note.show(id: id, isJump: true)
    reveal(id)
  }
}
