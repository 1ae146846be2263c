extension Command {
  /// Panes of the workspace: focus and size.
  static var panes: [Command] {
    [
      Command("pane.next", "Go to the next pane", .panes) { $0.workspace.focusNext() },
      Command("pane.previous", "Go to the previous pane", .panes) { $0.workspace.focusPrevious() },
      Command("pane.sources", "Go to the sources", .panes) { $0.workspace.focus = .sources },
      Command("pane.list", "Go to the list", .panes) { $0.workspace.focus = .list },
      Command("pane.note", "Go to the note", .panes) { $0.workspace.focus = .note },
      Command("pane.drawer", "Go to files and backlinks below the note", .panes) {
        $0.workspace.focusDrawer()
      },
      Command("view.zoom", "Zoom this pane", .panes) {
        $0.workspace.toggleZoom()
      },
      Command("view.grow", "Make the pane wider", .panes) { $0.workspace.resizeFocused(by: 2) },
      Command("view.shrink", "Make the pane narrower", .panes) {
        $0.workspace.resizeFocused(by: -2)
      },
    ]
  }
}
