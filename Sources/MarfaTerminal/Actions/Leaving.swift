/// One step out of what the person is in, and back to the shell.
@MainActor struct Leaving {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes

  /// One step out: layer, message, marks, filter, then the pane to the left.
  ///
  /// It never quits.
  func stepOut() {
    if boxes.layers.top != nil { return boxes.layers.pop() }
    if context.messages.acknowledge() { return }
    if workspace.focus == .note, workspace.note.stepOut() { return }
    if workspace.list.clearMarks() { return }
    if !workspace.list.filter.isEmpty { return workspace.list.clearFilter() }
    if workspace.focus == .note { workspace.focus = .list }
  }

  /// Closes the layer or leaves the note; in the list it says how to quit.
  func closeView() {
    if boxes.layers.top != nil { return boxes.layers.pop() }
    if workspace.focus == .note {
      _ = workspace.note.stepOut()
      workspace.focus = .list
      return
    }
    context.messages.notice("Q quits.")
  }

  /// Stores what is typed and goes back to the shell for a while.
  func suspend() {
    workspace.note.saveNow()
    context.activity.changed(isActive: false)
    context.host.suspend()
    context.activity.changed(isActive: true)
  }
}
