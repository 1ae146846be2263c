import ArgumentParser

/// Brings notes in from elsewhere.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import notes.",
    subcommands: [
      ImportMarkdownCommand.self, ImportJoplinCommand.self, ImportEvernoteCommand.self,
      ImportSimplenoteCommand.self, ImportJSONCommand.self, ImportUndoCommand.self,
    ])
}
