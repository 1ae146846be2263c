/// The keys that the application comes with.
///
/// The table is the truth for help, manual and tests; `keys.yaml` changes it.
package enum DefaultKeymap {
  /// The bindings of a preset.
  package static func bindings(for preset: EditingPreset) -> [Keymap.Binding] {
    switch preset {
    case .vim: table(shared + vim)
    case .plain: table(shared + plain)
    }
  }

  /// The keymap of a preset.
  package static func keymap(for preset: EditingPreset) -> Keymap {
    Keymap(bindings(for: preset))
  }

  /// Each row: contexts, keys, command.
  package typealias Row = (contexts: [KeyContext], keys: String, command: String)

  private static func table(_ rows: [Row]) -> [Keymap.Binding] {
    rows.flatMap { row in
      guard
        let keys = ChordSequence(
          row.keys.split(separator: " ").compactMap(KeyChord.init(parsing:)))
      else { preconditionFailure("The default keys '\(row.keys)' cannot be read.") }
      return row.contexts.map { Keymap.Binding(context: $0, keys: keys, command: row.command) }
    }
  }

  private static let text: [KeyContext] = [.insert, .normal, .visual, .prompt]
  private static let rows: [KeyContext] = [.list, .sources, .drawer, .tags, .popup]

  // MARK: - Both presets

  private static let shared: [Row] =
    movement + panes + notes + places + [
      ([.global] + text + [.popup], "ctrl-l", "app.redraw"),
      ([.global], "?", "app.help"), ([.global, .normal], "f1", "app.help"),
      ([.insert, .visual], "f1", "app.help"),
      ([.global, .normal, .visual], ":", "app.command-line"),
      ([.global, .normal], "space space", "app.palette"),
      ([.global], "esc", "app.cancel"), ([.popup, .prompt], "esc", "app.cancel"),
      ([.global], "q", "app.close"), ([.popup], "q", "app.close"),
      ([.global, .popup], "Q", "app.quit"), ([.global, .normal], "space q", "app.quit"),
      ([.global], "g m", "app.messages"), ([.global, .normal], "space t", "app.theme"),
      ([.global, .normal], "space m", "app.mouse"),
    ]

  private static let movement: [Row] = [
    ([.global, .popup], "up", "move.up"), ([.global, .popup], "down", "move.down"),
    ([.global, .popup], "pageup", "move.page-up"),
    ([.global, .popup], "pagedown", "move.page-down"),
    ([.global, .popup], "home", "move.top"), ([.global, .popup], "end", "move.bottom"),
    ([.global, .popup], "j", "move.down"), ([.global, .popup], "k", "move.up"),
    ([.global, .popup], "g g", "move.top"), ([.global, .popup], "G", "move.bottom"),
    ([.global], "H", "move.screen-top"), ([.global], "M", "move.screen-middle"),
    ([.global], "L", "move.screen-bottom"),
    ([.prompt], "up", "move.up"), ([.prompt], "down", "move.down"),
    ([.prompt], "pageup", "move.page-up"), ([.prompt], "pagedown", "move.page-down"),
  ]

  private static let panes: [Row] = [
    ([.global], "shift-tab", "pane.previous"), ([.sources, .list, .drawer], "tab", "pane.next"),
    ([.note], "tab", "link.next"), ([.note], "shift-tab", "link.previous"),
    ([.global], "left", "pane.previous"), ([.global], "right", "pane.next"),
    ([.global], "h", "pane.previous"), ([.global], "l", "pane.next"),
    ([.global], "1", "pane.sources"), ([.global], "2", "pane.list"),
    ([.global], "3", "pane.note"), ([.global], "4", "pane.drawer"),
    ([.global], "z", "view.zoom"), ([.global], ">", "view.grow"), ([.global], "<", "view.shrink"),
  ]

  private static let notes: [Row] = [
    (rows, "enter", "note.open"), ([.note], "enter", "link.follow"),
    ([.list, .note], "i", "note.insert"), ([.list, .note], "e", "note.edit"),
    ([.list, .note], "E", "note.edit-external"),
    ([.global], "n", "note.new"), ([.global], "N", "note.new-from-template"),
    ([.global, .normal], "space d", "note.today"),
    ([.list, .note], "t", "note.tags"), ([.list, .note], "m", "note.move"),
    ([.list, .note, .drawer], "A", "note.attach"), ([.normal], "space a", "note.attach"),
    ([.list, .note], "p", "note.pin"), ([.list, .note], "x", "note.trash"),
    ([.list, .note], "del", "note.trash"), ([.list, .note], "r", "note.rename"),
    ([.list, .note], "a", "note.archive"), ([.list, .note], "R", "note.restore"),
    ([.list, .note], "D", "note.purge"), ([.list, .note], "v", "note.history"),
    ([.list, .note], "I", "note.info"), ([.global], "u", "note.undo"),
    ([.global], "ctrl-r", "note.redo"), ([.list, .note], "y", "note.yank-menu"),
    ([.list, .note], "Y", "note.yank-title"),
    ([.note], "n", "find.next"), ([.note], "N", "find.previous"),
    ([.note], "ctrl-space", "note.toggle-checkbox"),
    ([.sources], "o", "notebook.fold"), ([.sources], "a", "notebook.new"),
    ([.sources], "r", "notebook.rename"), ([.sources], "f2", "notebook.rename"),
    ([.sources], "m", "notebook.move"), ([.sources], "x", "notebook.delete"),
    ([.sources], "del", "notebook.delete"), ([.sources], "R", "notebook.restore"),
    ([.global], "space R", "notebook.restore"),
    ([.list], "s", "list.sort"), ([.list], "space v", "list.select"),
    ([.list], "space V", "list.select-all"),
    ([.list, .sources, .note], "/", "list.filter"),
    ([.list, .sources], "backspace", "list.clear-filter"),
  ]

  private static let places: [Row] = [
    ([.global, .normal], "space f", "go.anywhere"), ([.global], "#", "go.tags"),
    ([.global, .normal], "space #", "go.tags"),
    ([.global], "g b", "go.backlinks"), ([.global, .normal], "space b", "go.backlinks"),
    ([.global], "g o", "go.outline"), ([.global, .normal], "space o", "go.outline"),
    ([.global], "g t", "go.trash"), ([.global], "g i", "go.inbox"),
    ([.global], "g a", "go.archive"), ([.global], "g n", "go.notes"),
    ([.global, .normal], "space /", "go.search"), ([.global], "ctrl-f", "go.search"),
    ([.global], "g s", "go.saved-searches"), ([.global], "S", "search.save"),
    ([.note], "[", "link.previous"), ([.note], "]", "link.next"),
    ([.note], "g f", "link.follow"), ([.normal], "space l", "link.follow"),
    ([.global, .normal], "space s", "go.sync"), ([.global], "U", "go.uploads"),
    ([.global], "g p", "go.people"), ([.normal], "space p", "go.people"),
    ([.global], "F", "go.follow"), ([.normal], "space F", "go.follow"),
    ([.global], "g c", "go.conflicts"),
    ([.global], "g r", "go.refused"), ([.global], "g !", "go.issue"),
    ([.list, .note], "c", "conflict.resolve"),
    ([.global], "ctrl-o", "jump.back"), ([.global], "alt-o", "jump.forward"),
    ([.global], "alt-left", "jump.back"), ([.global], "alt-right", "jump.forward"),
  ]

  // MARK: - One preset each

  private static let vim: [Row] = [
    ([.global] + text + [.popup], "ctrl-z", "app.suspend"),
    ([.global], "ctrl-c", "app.interrupt"), ([.popup, .prompt], "ctrl-c", "app.cancel"),
    ([.global, .popup], "ctrl-d", "move.half-page-down"),
    ([.global, .popup], "ctrl-u", "move.half-page-up"),
    ([.global, .normal], "ctrl-w h", "pane.previous"),
    ([.global, .normal], "ctrl-w l", "pane.next"),
    ([.global, .normal], "ctrl-w w", "pane.next"),
    ([.prompt], "ctrl-p", "move.up"), ([.prompt], "ctrl-n", "move.down"),
  ]

  private static let plain: [Row] = [
    ([.global], "ctrl-z", "note.undo"), ([.global], "ctrl-y", "note.redo"),
    ([.global], "ctrl-c", "note.yank-text"), ([.popup, .prompt], "ctrl-c", "app.cancel"),
    ([.global, .insert], "ctrl-n", "note.new"), ([.global, .insert], "ctrl-p", "go.anywhere"),
    ([.global, .insert, .popup], "ctrl-q", "app.quit"),
    ([.global, .insert], "ctrl-t", "note.tags"),
    ([.global], "ctrl-w", "app.close"),
    ([.insert], "esc", "app.close"), ([.global, .insert], "f2", "note.rename"),
  ]
}
