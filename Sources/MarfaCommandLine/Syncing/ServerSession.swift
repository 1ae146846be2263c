import Foundation
import MarfaSDK
import NoteFiles
import Settings

/// What a command needs to work with the server of the notes.
struct ServerSession: Sendable {
  let session: CommandSession
  /// The server of the configuration.
  let settings: SyncSettings
  /// Where the key is.
  let credentials: ServerCredentials

  /// Reads the configuration, whose mistakes are reported on standard error.
  init(_ session: CommandSession) {
    self.init(session, session.configuration().server)
  }

  /// Takes settings that are not in the file yet.
  init(_ session: CommandSession, _ settings: SyncSettings) {
    self.session = session
    self.settings = settings
    credentials = ServerCredentials(
      directories: session.directories, environment: session.host.environment,
      clock: session.host.waits)
  }

  /// The way to the server.
  ///
  /// - Throws: `CommandFailure` when there is none, when it would not be encrypted, or when the
  ///   file of trusted certificates cannot be read.
  func connection() throws -> ServerConnection {
    guard let connection = ServerConnection(settings, directories: session.directories) else {
      throw CommandFailure(
        .usage, "These notes have no server; `marfa login --server URL` gives them one.")
    }
    if settings.isCleartext, !settings.allowsCleartext {
      throw CommandFailure(
        .usage,
        "\(connection.url) is not encrypted: others could read the notes and the key. Use https:// "
          + "or, in a network that you trust, `marfa config set server.allow_cleartext true`.")
    }
    if let problem = connection.certificateFileProblem(session.directories) { throw problem }
    return connection
  }

  /// The key.
  ///
  /// - Throws: `CommandFailure` when there is none.
  func key() async throws -> String {
    try await credential().key
  }

  /// The credential.
  ///
  /// - Parameter progress: Is given a line before a command is asked, which may take long.
  /// - Returns: The credential.
  /// - Throws: `CommandFailure` when there is none.
  func credential(_ progress: (String) -> Void = { _ in }) async throws -> TransportCredential {
    if settings.tokenCommand != nil { progress("Asking server.token_command for the key.") }
    guard let credential = try await credentials.credential(for: settings) else {
      throw CommandFailure(.auth, "Signed out; `marfa login` signs in.")
    }
    return credential
  }

  /// How the notes stand with their server; asks no server and creates no notes.
  ///
  /// - Parameter store: The notes; nil when there are none yet.
  /// - Returns: The standing.
  /// - Throws: `StorageError`.
  func standing(_ store: LocalStore?) async throws -> SyncStanding {
    guard let store else {
      return SyncStanding(counts: SyncCounts(), uploads: 0, driver: nil, hasKey: false)
    }
    return SyncStanding(
      counts: try await store.syncCounts(), uploads: try await store.waitingUploads(),
      driver: EngineReport.read(lockPath),
      // Whether a key can be read is said by what uses it.
      hasKey: (try? await credentials.hasKey(for: settings)) ?? true,
      documentsSentAt: try await store.documentsSentAt(), mode: settings.mode)
  }

  /// The database of the notes.
  var databasePath: String { session.databasePath }

  /// The lock of the engine.
  var lockPath: String { EngineReport.lockPath(ofStore: databasePath) }
}
