import TerminalLayers

/// One step out of what the person is in, and back to the shell.
@MainActor struct Leaving {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes

  /// One step out: layer, message, marks, filter, then the pane to the left.
  ///
  /// It never quits.
  ///
  /// - Returns: Whether there was something to step out of.
  @discardableResult
  func stepOut() -> Bool {
    if boxes.layers.top != nil {
      boxes.layers.pop()
      return true
    }
    if context.messages.acknowledge() { return true }
    if workspace.focus == .note, workspace.note.stepOut() { return true }
    if workspace.list.clearMarks() { return true }
    if !workspace.list.filter.isEmpty {
      workspace.list.clearFilter()
      return true
    }
    guard workspace.focus == .note else { return false }
    workspace.focus = .list
    return true
  }

  /// Ends a command of the person's own that runs, or steps out.
  ///
  /// Where nothing is left to step out of it says how to quit, as elsewhere the key does.
  func interrupt() {
    let ended = context.work.endEndable()
    if !ended.isEmpty {
      return context.messages.notice("\(ended.joined(separator: ", ")) was ended.")
    }
    if !stepOut() { sayHowToQuit() }
  }

  /// Closes the layer or leaves the note; in the list it says how to quit.
  func closeView() {
    if boxes.layers.top != nil { return boxes.layers.pop() }
    if workspace.focus == .note {
      _ = workspace.note.stepOut()
      workspace.focus = .list
      return
    }
    sayHowToQuit()
  }

  private func sayHowToQuit() { context.messages.notice("Q quits.") }

  /// A stop that is asked for so soon after the last one was typed, or replayed, before that.
  private static let answeredByLast = Duration.milliseconds(300)

  /// Stores what is typed and goes back to the shell for a while; many stops that were typed ahead,
  /// or that a macro repeats, are one.
  func suspend() {
    if let last = context.wentOnAt, context.elapsed() - last < Self.answeredByLast { return }
    workspace.note.saveNow()
    context.activity.changed(isActive: false)
    context.host.suspend()
    context.wentOnAt = context.elapsed()
    context.activity.changed(isActive: true)
  }
}
