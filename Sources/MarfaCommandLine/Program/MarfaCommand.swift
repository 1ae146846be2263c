import ArgumentParser

/// The whole command line.
struct MarfaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marfa",
    abstract: "Notes in the terminal.",
    discussion: """
      Without a command the application opens. Name a note by its id, the first characters \
      of its id or its title; `-` reads ids from standard input.

      Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 not found, 4 conflict, 5 the server \
      cannot be reached, 6 no key or an unknown one, 7 refused by the server, 8 partly done, 9 \
      the notes cannot be opened or written, 130 interrupted.
      """,
    version: "marfa \(MarfaVersion.current)",
    subcommands: [CandidatesCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Notes",
        subcommands: [
          TerminalCommand.self, NewCommand.self, EditCommand.self, ShowCommand.self,
          ListCommand.self, SearchCommand.self, TagCommand.self, LinkCommand.self,
          BacklinksCommand.self, MoveCommand.self, RemoveCommand.self, RestoreCommand.self,
          HistoryCommand.self, DiffCommand.self,
        ]),
      CommandGroup(
        name: "Files",
        subcommands: [
          ImportCommand.self, ExportCommand.self, BackupCommand.self, RecoverCommand.self,
        ]),
      CommandGroup(
        name: "Syncing",
        subcommands: [
          LoginCommand.self, SyncCommand.self, StatusCommand.self, ConflictsCommand.self,
          RefusedCommand.self,
          LogCommand.self, LogoutCommand.self, ProfileCommand.self,
        ]),
      CommandGroup(
        name: "Program",
        subcommands: [
          DoctorCommand.self, ConfigCommand.self, CompletionCommand.self, TutorCommand.self,
          ExecCommand.self, VersionCommand.self,
        ]),
    ],
    defaultSubcommand: TerminalCommand.self)

  // Taken out of the arguments before they are parsed, so that every command has it: it is here for
  // the help and for completion.
  @Option(
    help: ArgumentHelp("Work with the notes of a profile.", valueName: "name"),
    completion: Candidates.profile.completion)
  var profile: String?
}

/// Opens the application.
struct TerminalCommand: TerminalCommanding {
  static let configuration = CommandConfiguration(
    commandName: "tui", abstract: "Open the application (also without a command).")

  @OptionGroup var options: TerminalCommandOptions

  var action: String? { nil }
}
