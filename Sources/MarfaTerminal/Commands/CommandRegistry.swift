/// All commands by name, in the order in which the help lists them.
package struct CommandRegistry {
  /// Every command, grouped.
  package let commands: [Command]
  private let byName: [String: Command]

  /// Knows commands by their names.
  ///
  /// - Precondition: No two commands have the same name.
  package init(_ commands: [Command]) {
    self.commands = commands
    byName = Dictionary(commands.map { ($0.name, $0) }) { first, _ in
      preconditionFailure("Two commands are named \(first.name).")
    }
  }

  /// The command with the given name.
  package subscript(name: String) -> Command? { byName[name] }

  /// The names of all commands.
  package var names: Set<String> { Set(byName.keys) }

  /// The application's commands.
  @MainActor package static let standard = CommandRegistry(
    Command.notes + Command.lists + Command.go + Command.links + Command.panes
      + Command.sync + Command.movement + Command.application)
}
