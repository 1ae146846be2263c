import Foundation
import MarfaSDK
import NoteFiles

/// Makes the way to the server that the notes belong to, once the first frame is shown.
@MainActor struct SyncLaunch {
  let context: Context

  /// Counts what is not on the server, and connects if there is one.
  ///
  /// A store without a server costs one read; libcurl is loaded by the first request.
  func begin() {
    let store = context.client.store
    // A count that cannot be read is not shown.
    let received: @MainActor () async -> Int? = { try? await store.sweptItemCount() }
    context.sync.begin(in: context.store, received: received) { [self] in
      do {
        try await connect()
      } catch {
        context.sync.cannotConnect(.signedOut, because: ErrorText.sentence(for: error))
      }
    }
  }

  private func connect() async throws {
    let directories = context.settings.directories
    let settings = context.settings.configuration.server
    let credentials = ServerCredentials(
      directories: directories, environment: context.settings.environment)
    guard let connection = ServerConnection(settings, directories: directories),
      let key = try await credentials.key(for: settings)
    else {
      return context.sync.cannotConnect(
        .signedOut, because: SyncStatus.Connection.signedOut.sentence)
    }
    let path = NotesFile.path(in: directories)
    let manager = ConnectionStateManager()
    let client = try await connection.client(
      on: context.client.store, at: path, key: key, connectionManager: manager,
      environment: context.client.client.configuration.environment)
    guard let engine = client.syncEngine else { return }
    let report = EngineReport.read(EngineReport.lockPath(ofStore: path))?.report
    let (log, clock) = (
      ActivityLog(directories: directories), context.client.store.environment.clock
    )
    await context.sync.follow(
      engine, manager,
      lastSynced: report?.syncedAt.map { Date(timeIntervalSince1970: Double($0) / 1000) },
      record: { log.append($0, at: clock.now) })
  }
}
