import ArgumentParser
import MarfaSDK
import Settings

/// Opens the application and does an action at once.
struct ExecCommand: TerminalCommanding {
  static let configuration = CommandConfiguration(
    commandName: "exec", abstract: "Open the application and run an action.",
    discussion: """
      Action names are those of keys.yaml, the palette and `:` in the application, such as \
      note.new, go.tags or go.search.
      """)

  @Argument(
    help: ArgumentHelp("The action's name.", valueName: "action"),
    completion: Candidates.action.completion)
  var name: String

  @OptionGroup var options: TerminalCommandOptions

  var action: String? { name }

  func validate() throws {
    let names = DefaultKeymap.commandNames
    // The person's own commands are known once the application has read keys.yaml.
    guard !names.contains(name), !name.hasPrefix(CustomCommand.prefix) else { return }
    let hint = Spelling.hint(for: name, among: names)
    throw ArgumentParser.ValidationError(
      "Unknown action “\(name)”\(hint)" + (hint.isEmpty ? "." : ""))
  }
}
