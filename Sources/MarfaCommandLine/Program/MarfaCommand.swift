import ArgumentParser

/// The whole command line.
struct MarfaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marfa",
    abstract: "Notes in the terminal.",
    discussion: """
      Without a command the application opens. Name a note by its id, the first characters \
      of its id or its title; `-` reads ids from standard input.

      Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 not found, 4 conflict, 8 partly done, \
      9 the notes cannot be opened or written, 130 interrupted.
      """,
    version: "marfa \(MarfaVersion.current)",
    subcommands: [
      TerminalCommand.self, NewCommand.self, EditCommand.self, ShowCommand.self,
      ListCommand.self, SearchCommand.self, TagCommand.self, LinkCommand.self,
      BacklinksCommand.self, MoveCommand.self, RemoveCommand.self, RestoreCommand.self,
      HistoryCommand.self,
      DiffCommand.self, ImportCommand.self, ExportCommand.self, BackupCommand.self,
      DoctorCommand.self, RecoverCommand.self, ConfigCommand.self, CompletionCommand.self,
      CandidatesCommand.self,
      TutorCommand.self, ExecCommand.self, VersionCommand.self,
    ],
    defaultSubcommand: TerminalCommand.self)
}

/// Opens the application.
struct TerminalCommand: TerminalCommanding {
  static let configuration = CommandConfiguration(
    commandName: "tui", abstract: "Open the application (also without a command).")

  @OptionGroup var options: TerminalCommandOptions

  var action: String? { nil }
}
