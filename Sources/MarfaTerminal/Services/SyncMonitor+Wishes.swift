import MarfaSDK

/// What the person wants of the exchange.
extension SyncMonitor {
  /// Whether the person paused the exchange.
  package var isPaused: Bool { connection == .paused }

  /// Whether there is an engine to tell.
  package var hasEngine: Bool { engine != nil }

  /// Pauses the exchange, also for later runs, or goes on with it.
  package func togglePause() async {
    guard let engine else { return }
    isPauseWanted = !isPaused
    if isPaused { await engine.resume() } else { await engine.pause() }
    await read(engine)
  }

  /// Tries everything that failed again now.
  package func retry(in store: LocalStore) async throws {
    try await store.releaseWaits()
    guard let engine else { return connectAgain() }
    await engine.retry()
    await read(engine)
  }
}
