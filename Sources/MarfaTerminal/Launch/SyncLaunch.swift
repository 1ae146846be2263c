import Dispatch
import Foundation
import MarfaSDK
import NoteFiles
import Settings
import TerminalLayers
import Workbench

/// Makes the way to the server that the notes belong to, once the first frame is shown, and makes
/// it again when the person signs in or out with the command line.
@MainActor package final class SyncLaunch {
  private let context: Context
  private let queue: DispatchQueue
  private let credentials: ServerCredentials
  private var watcher: DirectoryWatcher?
  /// The key of the present way; nil without one.
  private var key: String?

  /// Reads nothing yet.
  ///
  /// - Parameters:
  ///   - context: The notes, the settings and the monitor that follows the engine.
  ///   - queue: Where changes of the key are noticed.
  package init(context: Context, queue: DispatchQueue) {
    (self.context, self.queue) = (context, queue)
    credentials = ServerCredentials(
      directories: context.settings.directories, environment: context.settings.environment)
  }

  /// Counts what is not on the server, and connects if there is one.
  ///
  /// A store without a server costs one read; libcurl is loaded by the first request.
  package func begin() {
    let store = context.client.store
    // A count that cannot be read is not shown.
    let received: @MainActor () async -> SweptItems? = { try? await store.sweptItems() }
    context.sync.begin(in: context.store, received: received) { [self] in
      do {
        try await connect()
      } catch {
        let isAboutKey = CommandFailure(error).status == .auth
        context.sync.cannotConnect(
          isAboutKey ? .signedOut : .offline, because: ErrorText.sentence(for: error))
      }
    }
  }

  private func connect() async throws {
    let directories = context.settings.directories
    let settings = context.settings.configuration.server
    if settings.tokenCommand == nil { try watchKeys() }
    let credential = try await credentials.credential(for: settings)
    key = await credential?.key
    guard let connection = ServerConnection(settings, directories: directories), let credential
    else {
      context.people.connect(to: nil)
      return context.sync.cannotConnect(
        .signedOut, because: SyncStatus.Connection.signedOut.sentence)
    }
    if let problem = connection.certificateFileProblem(directories) { throw problem }
    let path = NotesFile.path(in: directories)
    let manager = ConnectionStateManager(monitor: NetworkPath.to(connection.url))
    let client = try await connection.client(
      on: context.client.store, at: path, credential: credential, connectionManager: manager,
      environment: context.client.client.configuration.environment)
    guard let engine = client.syncEngine else { return }
    context.people.connect(to: client.noteDocuments)
    let lockPath = EngineReport.lockPath(ofStore: path)
    let sent = try await context.client.store.documentsSentAt()
    let lastSynced = EngineReport.read(lockPath)?.report.syncedAt.map { max($0, sent ?? $0) }
    let log = ActivityLog(directories: directories)
    let clock = context.client.store.environment.clock
    let clockWatch = ClockWatch(store: context.client.store, log: log)
    // What is asked on demand is repeated by its operation.
    let remote = MarfaClient(
      transport: connection.transport(credential: credential),
      configuration: ClientConfiguration(retry: RetryPolicy(maximumAttempts: 1)))
    await context.sync.follow(
      engine, manager, remote: remote, attachments: client.attachments,
      driver: OtherDriver(lockPath: EngineReport.lockPath(ofStore: path), queue: queue),
      lastSynced: lastSynced.map { Date(timeIntervalSince1970: Double($0) / 1000) },
      record: { [upkeep = context.upkeep] event, circumstances in
        log.append(event, circumstances, at: clock.now)
        await clockWatch.look()
        if case .itemDeleted = event { await upkeep.stored() }
      }, recordConflict: { log.append($0) })
  }

  // MARK: - Signing in and out

  private func watchKeys() throws {
    guard watcher == nil else { return }
    try ApplicationDirectories.create(credentials.folder)
    watcher = try DirectoryWatcher(directory: credentials.folder, queue: queue) { [weak self] _ in
      Task { @MainActor in await self?.keysChanged() }
    }
  }

  /// Connects again if this server's key changed.
  private func keysChanged() async {
    // A key that cannot be read is reported by the connection that needs it.
    let now = try? await credentials.key(for: context.settings.configuration.server)
    guard now != key else { return }
    key = now
    context.sync.signInChanged()
  }
}
