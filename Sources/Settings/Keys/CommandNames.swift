extension DefaultKeymap {
  /// The names of the commands that keys may be bound to, in groups.
  ///
  /// The registry of commands has exactly these; a test of the registry compares.
  package static let commandNames: [String] = [
    "app.quit", "app.close", "app.help", "app.palette", "app.command-line", "app.suspend",
    "app.redraw", "app.cancel", "app.interrupt", "app.messages", "app.theme", "app.mouse",
    "app.tutor",
    "view.zoom", "view.grow", "view.shrink",
    "pane.next", "pane.previous", "pane.sources", "pane.list", "pane.note", "pane.drawer",
    "move.down", "move.up", "move.page-down", "move.page-up", "move.half-page-down",
    "move.half-page-up", "move.top", "move.bottom", "move.screen-top", "move.screen-middle",
    "move.screen-bottom",
    "note.open", "note.insert", "note.edit", "note.edit-external", "note.new",
    "note.new-from-template",
    "note.tags", "note.attach", "note.move", "note.pin", "note.trash", "note.restore", "note.purge",
    "note.archive", "note.undo", "note.redo", "note.yank-menu", "note.yank-text",
    "note.yank-link", "note.yank-id", "note.yank-path", "note.yank-title", "note.rename",
    "note.history", "note.info", "note.toggle-checkbox", "note.today",
    "link.next", "link.previous", "link.follow", "jump.back", "jump.forward",
    "find.next", "find.previous",
    "list.filter", "list.clear-filter", "list.select", "list.select-all", "list.sort",
    "notebook.fold", "notebook.new", "notebook.rename", "notebook.move", "notebook.delete",
    "notebook.restore",
    "go.anywhere", "go.tags", "go.backlinks", "go.attachments", "go.outline", "go.trash",
    "go.archive", "go.inbox", "go.notes", "go.people", "go.follow",
    "go.search", "go.saved-searches", "search.save",
    "go.sync", "go.uploads", "go.conflicts", "go.refused", "go.issue",
    "conflict.resolve", "conflict.take-mine", "conflict.take-theirs", "sync.pause", "sync.retry",
    "refused.retry", "refused.discard", "refused.copy",
    "search.server", "note.on-server", "server.item", "server.keys", "server.webhooks",
    "server.types",
  ]
}
