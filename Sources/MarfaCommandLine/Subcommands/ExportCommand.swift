import ArgumentParser

/// Writes notes for other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export notes for other programs.",
    subcommands: [
      ExportMarkdownCommand.self, ExportHTMLCommand.self, ExportJSONCommand.self,
      ExportJoplinCommand.self,
    ])
}
