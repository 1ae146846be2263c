import MarfaSDK

/// What the person wants of the exchange.
extension SyncMonitor {
  /// Whether the person paused the exchange.
  package var isPaused: Bool { connection == .paused || (isPauseWanted && mode == .auto) }

  /// Whether there is an engine to tell.
  package var hasEngine: Bool { engine != nil }

  /// Pauses the exchange, also for later runs, or goes on with it.
  package func togglePause() async {
    guard let engine, mode == .auto else { return }
    isPauseWanted.toggle()
    if isPauseWanted { await engine.pause() } else { await engine.resume() }
    await read(engine)
  }

  /// Says that the person opens a note: the engine asks for changes that the server does not
  /// report.
  package func opened(noteId: String) async { await engine?.refreshExtensions(of: noteId) }

  /// Tries everything that failed again now.
  package func retry(in store: LocalStore) async throws {
    try await store.releaseWaits()
    guard let engine else { return connectAgain() }
    if isPausedBySetting { return }
    if mode == .manual { return await exchangeOnce() }
    await engine.retry()
    await read(engine)
  }
}
