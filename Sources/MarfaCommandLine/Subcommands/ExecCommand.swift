import ArgumentParser
import Settings

/// Opens the application and does an action at once.
struct ExecCommand: TerminalCommanding {
  static let configuration = CommandConfiguration(
    commandName: "exec", abstract: "Open the application and do an action at once.",
    discussion: """
      Actions have the names that the key file, the palette and `:` in the application use, such \
      as note.new, go.tags or go.search.
      """)

  @Argument(help: ArgumentHelp("The action's name.", valueName: "action"))
  var name: String

  @OptionGroup var options: TerminalCommandOptions

  var action: String? { name }

  func validate() throws {
    let names = DefaultKeymap.commandNames
    guard !names.contains(name) else { return }
    let hint = Spelling.hint(for: name, among: names)
    throw ArgumentParser.ValidationError(
      "There is no action \(name)\(hint)" + (hint.isEmpty ? "." : ""))
  }
}
