import ArgumentParser
import Foundation
import MarfaSDK
import NoteFiles
import Settings

/// Works with profiles.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Keep separate notes, each with a server of its own.",
    discussion: """
      `marfa --profile work` works with the notes of the profile work, as does the variable \
      MARFA_PROFILE. Each profile has its own notes, server, drafts and state; themes, keys and \
      other options are shared, and profiles/work.yaml in the configuration folder overrides them.
      """,
    subcommands: [ProfileListCommand.self, ProfileNewCommand.self, ProfileRemoveCommand.self])
}

/// Lists profiles.
struct ProfileListCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the profiles.",
    discussion: "Fields: name, server, is_current.")

  static let fields = ["name", "server", "is_current"]

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    var printer = try RecordPrinter(format, fields: Self.fields, output: session.output) { record in
      let server = record["server"]?.stringValue.map { "  \($0)" } ?? ""
      let mark = record["is_current"] == .bool(true) ? "  (this one)" : ""
      return (record["name"]?.stringValue ?? "") + server + mark
    }
    let current = session.directories.profile ?? ProfileName.standard
    for name in try session.allDirectories.profileNames() {
      let directories = session.allDirectories.ofProfile(name)
      let url = ConfigurationStore(directories: directories).load().configuration.server.url
      printer.print(
        Record([
          ("name", .string(name)), ("server", url.map(JSONValue.string) ?? .null),
          ("is_current", .bool(name == current)),
        ]))
    }
    printer.finish()
  }
}

/// Makes a profile.
struct ProfileNewCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Make a profile.")

  @Argument(help: "Its name: letters, digits, -, _ and .")
  var name: String

  func run(in session: CommandSession) async throws {
    if let problem = ProfileName.problem(with: name) {
      throw CommandFailure(.usage, "A profile's name \(problem).")
    }
    guard !session.allDirectories.hasProfile(name) else {
      throw CommandFailure(.usage, "There is a profile “\(name)” already.")
    }
    try ApplicationDirectories.create(session.allDirectories.dataOfProfile(name))
  }
}

/// Removes a profile with its notes.
struct ProfileRemoveCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm", abstract: "Remove a profile with its notes.",
    discussion: """
      It says what is not on the server and asks on a terminal; it needs --yes elsewhere. The \
      notes on the server stay.
      """)

  @Argument(help: "The profile's name.")
  var name: String

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @Flag(name: .customLong("no-input"), help: "Never ask.")
  var isNonInteractive = false

  func run(in session: CommandSession) async throws {
    guard name != ProfileName.standard else {
      throw CommandFailure(.usage, "The default profile stays; see `marfa logout --wipe`.")
    }
    guard ProfileName.problem(with: name) == nil, session.allDirectories.hasProfile(name) else {
      throw CommandFailure(.notFound, "No profile named “\(name)”.")
    }
    let directories = session.allDirectories.ofProfile(name)
    try await confirm(directories, session)
    let manager = FileManager.default
    let paths =
      [directories.data, directories.state]
      + [directories.runtime, directories.profileConfigurationFile].compactMap(\.self)
    for path in paths where manager.fileExists(atPath: path) {
      try manager.removeItem(atPath: path)
    }
  }

  private func confirm(
    _ directories: ApplicationDirectories, _ session: CommandSession
  ) async throws {
    let path = NotesFile.path(in: directories)
    if EngineReport.read(EngineReport.lockPath(ofStore: path))?.isDriven == true {
      throw CommandFailure(
        .failure, "Another program syncs these notes; close it first. Nothing was removed.")
    }
    if FileManager.default.fileExists(atPath: path) {
      let store = try await LocalClient.open(path: path).store
      for line in try await UnsentNotes(store).lines() { session.output.note(line) }
    }
    if yes { return }
    if isNonInteractive || !session.host.streams.isInputTerminal {
      throw CommandFailure(.usage, "The notes of the profile are removed; confirm with --yes.")
    }
    guard session.answer("Remove the profile “\(name)” and all its notes?") == true else {
      throw CommandFailure(.failure, "Nothing was removed.")
    }
  }
}
