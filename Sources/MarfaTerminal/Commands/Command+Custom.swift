import Settings

extension Actions {
  /// All actions: those of the application, then the person's own.
  var commands: [Command] {
    CommandRegistry.standard.commands
      + context.settings.keymap.customCommands.map(Command.custom)
  }

  /// The action of a name.
  func command(named name: String) -> Command? {
    if let command = CommandRegistry.standard[name] { return command }
    guard name.hasPrefix(CustomCommand.prefix) else { return nil }
    return context.settings.keymap.customCommands.first { $0.action == name }.map(Command.custom)
  }
}

extension Command {
  /// A shell command of the person's own, which acts on the selected note.
  static func custom(_ custom: CustomCommand) -> Command {
    Command(
      custom.action, custom.summary, .notes, list: .selection,
      when: { $0.workspace.selectedNote == nil ? .unavailable("No note is selected.") : .available }
    ) { $0.custom.run(custom) }
  }
}
