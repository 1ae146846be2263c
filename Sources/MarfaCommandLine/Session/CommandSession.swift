import Foundation
import MarfaSDK
import NoteFiles
import Settings

/// What a command works with: the host, what it prints, and the notes.
struct CommandSession: Sendable {
  let host: CommandHost
  let output: CommandOutput
  /// Where the application keeps its files, those of the profile where there is one.
  let directories: ApplicationDirectories

  init(host: CommandHost) {
    self.host = host
    output = CommandOutput(streams: host.streams, environment: host.environment)
    directories = ApplicationDirectories(
      environment: host.environment, currentDirectory: host.currentDirectory,
      accountHome: ApplicationDirectories.accountHome)
  }

  /// The directories without a profile, in which the profiles are.
  var allDirectories: ApplicationDirectories {
    var environment = host.environment
    environment["MARFA_PROFILE"] = nil
    return ApplicationDirectories(
      environment: environment, currentDirectory: host.currentDirectory,
      accountHome: ApplicationDirectories.accountHome)
  }

  /// The database file of the notes.
  var databasePath: String { NotesFile.path(in: directories) }

  /// Times as the person reads them.
  var localTime: LocalTime { LocalTime(host.timeZone) }

  /// Whether there are notes already.
  var hasNotes: Bool { FileManager.default.fileExists(atPath: databasePath) }

  /// The themes that can be found.
  var themes: ThemeLibrary {
    ThemeLibrary(
      application: directories, environment: host.environment, executable: host.executable)
  }

  /// Opens the notes, which are made when there are none.
  func openNotes(_ access: AccessMode = .readWrite) async throws -> LocalClient {
    // A server only learns the name of a device that has one.
    let device = ConfigurationStore(directories: directories).load().configuration.server.device
    let environment = StoreEnvironment(clock: host.clock, ids: host.ids, device: device)
    return try await LocalClient.open(
      path: databasePath, configuration: ClientConfiguration(environment: environment),
      access: access)
  }

  /// Opens the notes for a command that changes none: a file that may not be written is read as it
  /// is.
  func openNotesToRead() async throws -> LocalClient {
    do {
      return try await openNotes()
    } catch let error as StorageError where error.code == .readOnly {
      do {
        return try await openNotes(.readOnly)
      } catch {
        // In a folder that may not be written either SQLite cannot share its log.
      }
      throw error
    }
  }

  /// Opens the notes for a command that looks at a few numbers: with one connection, which leaves
  /// the file as it is.
  func openNotesToGlance() throws -> LocalStore {
    let environment = StoreEnvironment(clock: host.clock, ids: host.ids)
    return try LocalStore.glance(path: databasePath, environment: environment)
  }

  /// The configuration; its mistakes are reported on standard error.
  func configuration() -> Configuration {
    let (configuration, diagnostics) = ConfigurationStore(directories: directories).load()
    for diagnostic in diagnostics { output.note("marfa: \(diagnostic)") }
    return configuration
  }

  // MARK: - Results

  /// Shows the results page by page when they go to a terminal.
  func page() {
    guard host.streams.isOutputTerminal, !host.refusesPager else { return }
    let host = host
    output.page { host.pager(host.environment) }
  }

  // MARK: - Standard input

  /// All of standard input as text.
  ///
  /// - Throws: `CommandFailure` when it is not UTF-8.
  func inputText() throws -> String {
    let bytes = ByteOrderMark.dropped(from: try host.streams.readInput())
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.failure, "Standard input is not UTF-8 text; nothing was saved.")
    }
    return text
  }

  /// The arguments with a `-` replaced by the first word of each line of standard input.
  func expanded(_ arguments: [String]) throws -> [String] {
    guard arguments.contains("-") else { return arguments }
    let lines = try inputText().split { $0 == "\n" || $0 == "\r\n" || $0 == "\0" }
    let words = lines.compactMap { $0.split(whereSeparator: \.isWhitespace).first.map(String.init) }
    return arguments.flatMap { $0 == "-" ? words : [$0] }
  }

  /// Asks a question that is answered with yes or no; nil when nobody can be asked or answers.
  func answer(_ question: String) -> Bool? {
    guard host.streams.isInputTerminal, host.streams.isErrorTerminal else { return nil }
    output.paintNote(CommandOutput.harmless(question) + " [y/N] ")
    let answer = host.askLine()?.lowercased()
    return answer.map { $0 == "y" || $0 == "yes" }
  }
}
