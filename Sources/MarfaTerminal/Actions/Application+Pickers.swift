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
    pushActions(title: "What can be done here", commands, context) { $0.summary }
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
        source: FixedRows(rows, emptyText: "No action matches.") { [self] in runAfterClose($0.id) }
      ))
  }

  /// Runs a command once the box that chose it is gone, so that it acts on what lies below.
  func runAfterClose(_ name: String) {
    perform("The action") { [self] in run(name) }
  }

  /// Asks for an action by name; Up brings earlier ones back.
  package func openCommandLine() {
    compositor.push(
      LinePrompt(
        application: self, title: ":", history: commandHistory,
        remark: { [self] in commandRemark(for: $0) },
        completions: { [self] in commandNames(for: $0) }
      ) { [self] line in
        commandHistory.add(line)
        runLine(line)
      })
  }

  /// The actions that a text may become: those that begin with it, then those that contain it.
  private func commandNames(for text: String) -> [String] {
    let names = registry.names.sorted()
    return names.filter { $0.hasPrefix(text) }
      + names.filter { !$0.hasPrefix(text) && $0.contains(text) }
  }

  /// What the only action does that a text may become, or which ones there are.
  private func commandRemark(for text: String) -> String {
    let names = registry[text].map { [$0.name] } ?? commandNames(for: text)
    guard names.count == 1, let command = registry[names[0]] else {
      return names.isEmpty ? "" : "Tab: \(names.joined(separator: "  "))"
    }
    return command.name == text ? command.summary : "\(command.name): \(command.summary)"
  }

  /// Runs what was typed on the command line: an action's name, or the start of just one.
  func runLine(_ line: String) {
    let name = line.split(separator: " ").first.map(String.init) ?? ""
    guard !name.isEmpty else { return }
    if registry[name] != nil { return run(name) }
    let aliases = ["q": "app.quit", "quit": "app.quit", "w": "note.save", "wq": "app.quit"]
    if let alias = aliases[name], registry[alias] != nil { return run(alias) }
    let candidates = registry.names.filter { $0.contains(name) }.sorted()
    switch candidates.count {
    case 1: run(candidates[0])
    case 0: messages.error("There is no action named \(name). Space Space lists them all.")
    default:
      messages.notice("\(name) may be \(candidates.prefix(5).joined(separator: ", ")).")
    }
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
        ) { [self] row in
          do {
            try settings.choose(theme: row.id)
            messages.notice("The theme is now \(row.id).")
          } catch {
            messages.error("The theme could not be kept: \(ErrorText.sentence(for: error))")
          }
        }))
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
    let names: [(ListFilters.Sort, String)] = [
      (.editedAt, "Last change"), (.createdAt, "Creation"), (.timestamp, "Time of the note"),
      (.title, "Title"),
    ]
    let rows = names.map { sort, name in
      PickerRow(
        id: sort.rawValue, title: name, detail: sort == workspace.list.sort ? "now" : "")
    }
    compositor.push(
      Picker(
        application: self, title: "Sort by",
        source: FixedRows(rows) { [self] row in
          guard let sort = ListFilters.Sort(rawValue: row.id) else { return }
          workspace.list.setSort(sort)
        }))
  }
}
