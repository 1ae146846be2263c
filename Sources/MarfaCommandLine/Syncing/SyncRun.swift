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
      let counts = try await store.syncCounts()
      try await tell(counts)
      let isOver =
        if await engine.isWaitingForOther {
          try isOtherDone(counts)
        } else {
          try await isDone(engine, counts, failure)
        }
      guard isOver else { continue }
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

  private func isDone(
    _ engine: SyncEngine, _ counts: SyncCounts, _ failure: (any Error)?
  ) async throws -> Bool {
    try refuse(await engine.obstacle)
    guard await engine.state == .online else {
      if patience == .none, await engine.state == .offline, let failure { throw failure }
      return false
    }
    if counts.pending == 0 { return true }
    if await engine.obstacle == .readOnly {
      throw CommandFailure(
        .refused,
        "The key may only read: \(SyncWords.number(counts.pending, "change stays", "changes stay")) here."
      )
    }
    // The queue has been sent as far as it goes: what is left waits for something.
    if patience == .none { return true }
    return try await store.pendingMutations().allSatisfy { $0.status == .pending }
      && counts.conflicts + counts.refused > 0
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

  private func isOtherDone(_ counts: SyncCounts) throws -> Bool {
    guard let (report, isDriven) = EngineReport.read(server.lockPath), isDriven,
      let state = ConnectionState(rawValue: report.state)
    else { return false }
    switch (state, report.obstacle) {
    case (.online, _): return counts.pending == 0 || patience == .none
    case (.offline, .some): throw Self.otherIsOffline
    case (.offline, nil) where patience == .none: throw Self.otherIsOffline
    default: return false
    }
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
