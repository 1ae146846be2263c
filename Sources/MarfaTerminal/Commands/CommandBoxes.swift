import MarfaSDK
import NoteFiles
import Settings
import TerminalLayers
import TerminalUI

/// What shows commands by name and key: the help, the palette, the key bar, the box for going
/// anywhere.
@MainActor struct CommandBoxes {
  let actions: Actions

  private var context: Context { actions.context }

  /// Shows what can be done where the focus is, in groups, what is nearest first; the chosen action
  /// is done.
  func openHelp() {
    let inEditor = actions.layers.layers.isEmpty ? actions.workspace.note.editorKeys : []
    let own = ownKeys
    pushRows(
      title: "What you can do here",
      own.map { PickerRow(hint: $0, heading: "Here") }
        + inEditor.map { PickerRow(key: $0, heading: "In the text") }
        + CommandGroup.allCases.flatMap(rowsOfHelp)
    ) { chosen in
      if let hint = own.first(where: { "key:" + $0.keys == chosen.id }) { return press(hint.keys) }
      guard let action = inEditor.first(where: { $0.id == chosen.id })?.action else {
        return run(chosen.id)
      }
      context.work.perform("The action") {
        _ = actions.workspace.note.performInEditor(action)
      }
    }
  }

  /// The commands of a group that have a key here; those that can run now come first.
  private func rowsOfHelp(_ group: CommandGroup) -> [PickerRow] {
    let commands = actions.commands.filter {
      $0.group == group && actions.focused.allows($0.name) && keysHere(for: $0.name) != nil
    }
    let rows = commands.map { row(for: $0, title: $0.summary, heading: group.rawValue) }
    return rows.filter { $0.unavailableReason == nil }
      + rows.filter { $0.unavailableReason != nil }
  }

  /// The letters that the focused part takes itself, without a command.
  private var ownKeys: [ActionHint] {
    guard actions.focused !== actions.workspace.note else { return [] }
    return actions.focused.ownKeys
  }

  /// Gives a letter to the focused part, once the box that chose it is gone.
  private func press(_ keys: String) {
    guard let letter = keys.first else { return }
    context.work.perform("The action") {
      guard case .consumed(let effects) = actions.focused.handle(.key(KeyEvent(.character(letter))))
      else { return }
      for effect in effects { context.carryOut(effect) }
    }
  }

  /// The first keys that run an action where keys go now; nil when there are none.
  func keysHere(for command: String) -> ChordSequence? {
    let component = actions.focused
    return context.settings.keymap.keys(for: command, in: component.keyContext).first { keys in
      keys.chords.first.map { !component.takes($0.event) } ?? false
    }
  }

  /// Offers every action by what it does and by its name.
  func openPalette() {
    let rows = actions.commands.map { row(for: $0, title: "\($0.summary)  (\($0.name))") }
    pushRows(title: "Actions", rows) { run($0.id) }
  }

  private func row(for command: Command, title: String, heading: String? = nil) -> PickerRow {
    var reason: String?
    if case .unavailable(let text) = command.availability(actions) { reason = text }
    return PickerRow(
      id: command.name, title: title, detail: keysHere(for: command.name)?.displayName ?? "",
      unavailableReason: reason, heading: heading)
  }

  private func pushRows(
    title: String, _ rows: [PickerRow], choose: @escaping @MainActor (PickerRow) -> Void
  ) {
    let source = FixedRows(rows, unmatchedText: "No action matches.", chosen: choose)
    actions.boxes.pick(title, width: .actions, from: source)
  }

  /// Runs a command once the box that chose it is gone, so that it acts on what is below.
  private func run(_ name: String) {
    context.work.perform("The action") { context.carryOut(.run(name)) }
  }

  /// Offers notes, tags, notebooks and actions in one box.
  func openGoAnywhere() {
    let rows = actions.commands.map {
      PickerRow(id: $0.name, title: "\($0.summary)  (\($0.name))")
    }
    actions.boxes.pick(
      "Go to   #tag  @notebook  :action  !recent", from: GoAnywhere(context: context, actions: rows)
    )
  }

  /// What the key bar offers: the hints of the component that has the keys, the help always among
  /// them.
  var keyBar: [KeyBar.Hint] {
    let hints =
      actions.focused.hints.prefix(KeyBar.limit - 1) + [ActionHint("app.help", "help")]
    // Until the list is there, nothing is known that is in the way.
    let isAwaited = actions.workspace.list.isAwaited
    return hints.compactMap { hint in
      if !hint.keys.isEmpty { return KeyBar.Hint(hint.keys, hint.label, isEnabled: true) }
      guard let keys = keysHere(for: hint.command),
        let command = actions.command(named: hint.command)
      else { return nil }
      return KeyBar.Hint(
        keys.displayName, hint.label,
        isEnabled: isAwaited || command.availability(actions) == .available)
    }
  }
}

extension PickerRow {
  /// A letter that the focused part takes itself.
  init(hint: ActionHint, heading: String) {
    self.init(
      id: "key:" + hint.keys,
      title: hint.label.prefix(1).uppercased() + hint.label.dropFirst(), detail: hint.keys,
      heading: heading)
  }

  /// A key of the editor's own.
  init(key: NotePane.EditorKey, heading: String) {
    self.init(
      id: key.id, title: key.title, detail: key.keys, unavailableReason: key.unavailableReason,
      heading: heading)
  }
}
