import MarfaSDK
import NoteFiles
import Settings
import TerminalUI

/// Boxes to choose from: actions, themes, orders, messages.
extension Application {
  /// Shows what can be done where the focus is; the chosen action is done.
  package func openHelp() {
    let commands = registry.commands.filter { keysHere(for: $0.name) != nil }
    let available = commands.filter { $0.availability(self) == .available }
    let others = commands.filter { $0.availability(self) != .available }
    let inEditor = compositor.layers.isEmpty ? workspace.note.editorRows : []
    pushRows(
      title: "What can be done here",
      (available + others).map { row(for: $0, title: $0.summary) } + inEditor.map(\.row)
    ) { [self] chosen in
      guard let action = inEditor.first(where: { $0.row.id == chosen.id })?.action else {
        return runAfterClose(chosen.id)
      }
      perform("The action") { [self] in _ = workspace.note.performInEditor(action) }
    }
  }

  /// The first keys that run an action where keys go now; nil when there are none.
  func keysHere(for command: String) -> ChordSequence? {
    let component = focused
    return settings.keymap.keys(for: command, in: component.keyContext).first { keys in
      keys.chords.first.map { !component.takes($0.event) } ?? false
    }
  }

  /// Offers every action by what it does and by its name.
  package func openPalette() {
    let rows = registry.commands.map { row(for: $0, title: "\($0.summary)  (\($0.name))") }
    pushRows(title: "Actions", rows) { [self] in runAfterClose($0.id) }
  }

  private func row(for command: Command, title: String) -> PickerRow {
    var reason: String?
    if case .unavailable(let text) = command.availability(self) { reason = text }
    return PickerRow(
      id: command.name, title: title, detail: keysHere(for: command.name)?.displayName ?? "",
      unavailableReason: reason)
  }

  private func pushRows(
    title: String, _ rows: [PickerRow], choose: @escaping @MainActor (PickerRow) -> Void
  ) {
    let source = FixedRows(rows, unmatchedText: "No action matches.", chosen: choose)
    compositor.push(Picker(application: self, title: title, source: source))
  }

  /// Runs a command once the box that chose it is gone, so that it acts on what lies below.
  func runAfterClose(_ name: String) {
    perform("The action") { [self] in run(name) }
  }

  /// Offers the themes; moving through them shows each at once.
  package func openThemes() {
    let before = settings.theme
    let rows = settings.themeNames.map { name in
      PickerRow(id: name, title: name, detail: name == before.name ? "now" : "")
    }
    compositor.push(
      Picker(
        application: self, title: "Theme",
        source: FixedRows(
          rows,
          preview: { [self] in settings.preview(theme: $0.id) },
          cancelled: { [self] in settings.show(before) }
        ) { [self] in choose(theme: $0.id) }))
  }

  /// Shows a theme from now on.
  func choose(theme name: String) {
    do {
      try settings.choose(theme: name)
      messages.notice("The theme is now \(name).")
    } catch {
      messages.error("The theme could not be kept: \(ErrorText.sentence(for: error))")
    }
  }

  /// Shows what was said, newest first.
  package func openMessages() {
    let rows = messages.history.reversed().enumerated().map { index, message in
      PickerRow(
        id: String(index), title: message.text,
        detail: relativeTime(message.date))
    }
    compositor.push(
      Picker(
        application: self, title: "Messages", width: .full,
        source: FixedRows(Array(rows), emptyText: "No messages yet.") { [self] row in
          copyToClipboard(row.title, called: "The message")
        }))
  }

  /// Offers the orders of the list.
  package func openSortMenu() {
    let rows = SortChoice.allCases.map { order in
      PickerRow(
        id: order.rawValue, title: order.title,
        detail: order.sort == workspace.list.sort ? "now" : "")
    }
    compositor.push(
      Picker(
        application: self, title: "Sort by",
        source: FixedRows(rows) { [self] row in
          SortChoice(rawValue: row.id).map { workspace.list.setSort($0.sort) }
        }))
  }
}
