import Foundation
import MarfaSDK
import NoteFiles

/// Brings the notes and their server together: everything from there is here, everything from here
/// is there.
struct SyncRun: Sendable {
  /// When a run gives up.
  enum Patience: Hashable, Sendable {
    /// At the first failure.
    case none
    /// When nothing is left that could go by itself.
    case untilDone
  }

  let server: ServerSession
  let store: LocalStore
  let patience: Patience
  /// Shows how far it is.
  let progress: @Sendable (String) -> Void

  /// Runs until everything is done, or nothing more can be.
  ///
  /// When another program syncs these notes already, this waits for that one.
  ///
  /// - Returns: The numbers at the end; something may wait for a person.
  /// - Throws: `CommandFailure` when the server cannot be worked with.
  func run() async throws -> SyncCounts {
    let manager = ConnectionStateManager()
    let client = try await server.connection().client(
      on: store, at: server.session.databasePath, key: try await server.key(),
      connectionManager: manager, environment: store.environment)
    guard let engine = client.syncEngine else { return try await store.syncCounts() }
    let log = ActivityLog(directories: server.session.directories)
    let signals = try SyncSignals(
      store: store, lockPath: server.lockPath, engine: engine, manager: manager)
    defer { signals.stop() }
    await engine.start()
    let result: Result<SyncCounts, any Error>
    do {
      result = .success(try await follow(engine, signals, log))
    } catch {
      result = .failure(error)
    }
    await engine.stop()
    engine.finishEvents()
    for event in await signals.rest() { log.append(event, at: store.environment.clock.now) }
    return try result.get()
  }

  private func follow(
    _ engine: SyncEngine, _ signals: SyncSignals, _ log: ActivityLog
  ) async throws -> SyncCounts {
    var failure: (any Error)?
    var looks = 0
    for await signal in signals.stream {
      if case .event(let event) = signal {
        log.append(event, at: store.environment.clock.now)
        if case .failed(let error) = event { failure = error }
        if case .synced = event { failure = nil }
      }
      // The numbers are read after the state: what the state promises is true of them.
      let standing = await standing(of: engine)
      let counts = try await store.syncCounts()
      try await tell(counts)
      guard try await isOver(standing, counts, failure) else { continue }
      // What was written elsewhere before this began may still be on its way.
      if looks == Self.maximumLooks { return counts }
      guard try await store.isBehindStream() else { return counts }
      looks += 1
      signals.wake(after: Self.look)
    }
    throw CancellationError()
  }

  /// How often a stream is given time to bring what is older than itself: a key that may not see the
  /// last event never gets it.
  private static let maximumLooks = 40
  /// How long each time is.
  private static let look = Duration.milliseconds(50)

  // MARK: - Whether it is over

  /// How the engine stands, or the one of another program.
  private enum Standing {
    case own(ConnectionState, ConnectionObstacle?)
    case other(ConnectionState, isObstructed: Bool)
    /// The lock is being taken.
    case unknown
  }

  private func standing(of engine: SyncEngine) async -> Standing {
    guard await engine.isWaitingForOther else {
      return .own(await engine.state, await engine.obstacle)
    }
    guard let (report, isDriven) = EngineReport.read(server.lockPath), isDriven,
      let state = ConnectionState(rawValue: report.state)
    else { return .unknown }
    return .other(state, isObstructed: report.obstacle != nil)
  }

  private func isOver(
    _ standing: Standing, _ counts: SyncCounts, _ failure: (any Error)?
  ) async throws -> Bool {
    switch standing {
    case .unknown: return false
    case .own(let state, let obstacle):
      try refuse(obstacle)
      if state == .offline, patience == .none, let failure { throw failure }
      guard state == .online else { return false }
      if counts.pending == 0 { return true }
      if try await store.setBackCount() == counts.pending { return true }
      if obstacle == .readOnly { throw Self.readOnly(counts) }
      // The queue has been sent as far as it goes: what is left waits for something.
      if patience == .none { return true }
      return try await isBlocked(counts)
    case .other(.online, _):
      if counts.pending == 0 { return true }
      if patience == .none, try await isRetrying() { return true }
      return try await isBlocked(counts)
    case .other(.offline, let isObstructed):
      if isObstructed || patience == .none { throw Self.otherIsOffline }
      return false
    case .other: return false
    }
  }

  /// Whether what is left waits for a person, and nothing of it goes by itself.
  private func isBlocked(_ counts: SyncCounts) async throws -> Bool {
    guard counts.conflicts + counts.refused > 0 else { return false }
    return try await store.pendingMutations().allSatisfy { $0.status == .pending }
  }

  private func isRetrying() async throws -> Bool {
    try await store.pendingMutations().contains { mutation in
      if case .retrying = mutation.status { true } else { false }
    }
  }

  private func refuse(_ obstacle: ConnectionObstacle?) throws {
    switch obstacle {
    case nil, .readOnly, .paused: return
    case .signedOut:
      throw CommandFailure(
        .auth, "The server does not know the key; `marfa login` takes another one.")
    case .otherServer:
      throw CommandFailure(
        .refused,
        "Another server answers at \(server.settings.url ?? "the address") than the one these "
          + "notes belong to; nothing was sent.")
    case .refused(let message): throw CommandFailure(.refused, "The server refuses: \(message)")
    }
  }

  private static func readOnly(_ counts: SyncCounts) -> CommandFailure {
    let stays = SyncWords.number(counts.pending, "change stays", "changes stay")
    return CommandFailure(.refused, "The key may only read: \(stays) here.")
  }

  private static let otherIsOffline = CommandFailure(
    .offline, "Another program syncs these notes, and has no connection now.")

  // MARK: - Progress

  private func tell(_ counts: SyncCounts) async throws {
    if let received = try await store.sweptItemCount() {
      progress("Catching up: \(received) items received.")
    } else if counts.pending > 0 {
      progress("Sending: \(SyncWords.changes(counts.pending)) to go.")
    }
  }
}
