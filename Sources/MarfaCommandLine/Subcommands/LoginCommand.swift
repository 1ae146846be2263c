import ArgumentParser
import Foundation
import MarfaSDK
import NoteFiles
import Settings

/// Gives the notes a server, and brings both together.
struct LoginCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Connect the notes to a server and sync them.",
    discussion: """
      The key is read from the token file, from standard input, or asked for without showing it; \
      it is never an argument. It is kept in a file that only you can read. Nothing leaves this \
      machine before the first login; then all notes are sent, and those of the server arrive.

      Notes belong to one server. --move gives them to another: all are sent there, and what the \
      former one has stays there. --copy sends them under new ids, so that they are notes of their \
      own where the former server's are, too. A server that has only another address is recognised.
      """)

  @Option(
    help: ArgumentHelp("The server's address (default: server.url).", valueName: "url"))
  var server: String?

  @Option(
    help: ArgumentHelp(
      "A file with the key that only you can read, or - for standard input.",
      valueName: "file"), completion: .file())
  var tokenFile: String?

  @Flag(help: "Give the notes of another server to this one.")
  var move = false

  @Flag(help: "Send the notes of another server to this one as notes of their own.")
  var copy = false

  @Flag(name: .customLong("no-input"), help: "Never ask.")
  var isNonInteractive = false

  @Flag(help: "Print no progress.")
  var quiet = false

  func validate() throws {
    if move, copy { throw ArgumentParser.ValidationError("Use --move or --copy.") }
  }

  func run(in session: CommandSession) async throws {
    var settings = session.configuration().server
    settings.url = try address(session, settings)
    let server = ServerSession(session, settings)
    let connection = try server.connection()
    let source = TokenSource(
      file: tokenFile ?? session.host.environment["MARFA_TOKEN_FILE"],
      isNonInteractive: isNonInteractive)
    let given = try await source.key(session, settings)
    let key: String
    if let given {
      key = given
    } else {
      key = try await server.key()
    }
    let check = ServerCheck(connection: connection, key: key, clock: session.host.waits)
    let capabilities = try await check.capabilities()
    let client = try await session.openNotes()
    let change: ServerChange? = move ? .move : copy ? .copy : nil
    try await ServerMove(store: client.store, lockPath: server.lockPath, change: change)
      .leave(for: capabilities, at: connection.url.absoluteString)
    if let given { try await server.credentials.keep(given, for: connection.url.absoluteString) }
    try remember(settings, session)
    if try await client.store.server() == nil {
      try await WelcomeNote(directories: session.directories).removeUntouched(in: client.store)
    }
    session.output.note("Signed in to \(connection.url).")
    for sentence in KeyRights.sentences(capabilities) { session.output.note(sentence) }
    try await sync(server, client.store, session)
  }

  /// The address that was asked for, as it is stored.
  private func address(_ session: CommandSession, _ settings: SyncSettings) throws -> String {
    let given = server ?? session.host.environment["MARFA_SERVER"] ?? settings.url
    guard let given, !given.isEmpty else {
      throw CommandFailure(.usage, "Name the server: `marfa login --server https://…`.")
    }
    if let problem = ServerURL.problem(with: given) {
      throw CommandFailure(.usage, "The address \(problem).")
    }
    return ServerURL.normalized(given)
  }

  private func remember(_ settings: SyncSettings, _ session: CommandSession) throws {
    let store = ConfigurationStore(directories: session.directories)
    guard let url = settings.url, store.load().configuration.server.url != url else { return }
    try store.set("server.url", to: url)
  }

  private func sync(
    _ server: ServerSession, _ store: LocalStore, _ session: CommandSession
  ) async throws {
    let line = ProgressLine(session, isQuiet: quiet)
    let run = SyncRun(server: server, store: store, patience: .none, hasNewKey: true) {
      line.show($0)
    }
    let counts: SyncCounts
    do {
      counts = try await line.during { try await run.run() }
    } catch is CancellationError {
      throw CommandFailure(
        .interrupted, "Interrupted; `marfa sync` or opening `marfa` goes on with the first sync.")
    }
    if let failure = SyncWords.failure(counts) { throw failure }
    session.output.note("All notes are on the server.")
  }
}
