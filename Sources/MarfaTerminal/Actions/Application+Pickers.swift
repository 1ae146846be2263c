import MarfaSDK
import TerminalUI

/// Boxes to choose from: actions, themes, orders, messages.
extension Application {
  /// Shows what can be done where the focus is; the chosen action is done.
  package func openHelp() {
    let context = focused.keyContext
    let commands = registry.commands.filter {
      !settings.keymap.keys(for: $0.name, in: context).isEmpty
    }
    let available = commands.filter { $0.availability(self) == .available }
    let others = commands.filter { $0.availability(self) != .available }
    pushActions(title: "What can be done here", available + others, context) { $0.summary }
  }

  /// Offers every action by what it does and by its name.
  package func openPalette() {
    pushActions(title: "Actions", registry.commands, focused.keyContext) {
      "\($0.summary)  (\($0.name))"
    }
  }

  private func pushActions(
    title: String, _ commands: [Command], _ context: KeyContext, rowTitle: (Command) -> String
  ) {
    let rows = commands.map { command in
      let keys = settings.keymap.keys(for: command.name, in: context).first?.displayName ?? ""
      var reason: String?
      if case .unavailable(let text) = command.availability(self) { reason = text }
      return PickerRow(
        id: command.name, title: rowTitle(command), detail: keys,
        unavailableReason: reason)
    }
    compositor.push(
      Picker(
        application: self, title: title,
        source: FixedRows(rows, unmatchedText: "No action matches.") { [self] in
          runAfterClose($0.id)
        }
      ))
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
        source: FixedRows(Array(rows), emptyText: "Nothing was said yet.") { [self] row in
          copyToClipboard(row.title, called: "The message")
        }))
  }

  /// Offers the orders of the list.
  package func openSortMenu() {
    let rows = ListOrder.allCases.map { order in
      PickerRow(
        id: order.rawValue, title: order.title,
        detail: order.sort == workspace.list.sort ? "now" : "")
    }
    compositor.push(
      Picker(
        application: self, title: "Sort by",
        source: FixedRows(rows) { [self] row in
          ListOrder(rawValue: row.id).map { workspace.list.setSort($0.sort) }
        }))
  }
}
