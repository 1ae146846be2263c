import MarfaSDK
import NoteFiles
import Settings

/// With `sync.mode: manual` nothing is exchanged but what the person asks for, with `paused`
/// nothing.
extension SyncMonitor {
  /// Whether exchanges are made only when the person asks for one.
  package var isManual: Bool { mode == .manual }

  /// Whether nothing is exchanged before the setting says something else.
  package var isPausedBySetting: Bool { mode == .paused }

  /// The state of the exchange while the mode keeps it from beginning; nil while it goes on.
  var standingByMode: SyncStatus.Connection? {
    switch mode {
    case .auto: nil
    case .manual: round == nil ? .manual : nil
    case .paused: .paused
    }
  }

  /// Sends what waits and fetches what is new, once.
  package func exchangeOnce() async {
    await turning?.value
    guard let engine, round == nil, mode == .manual else { return }
    round = SyncRound()
    await engine.resume()
    await engine.start()
    await read(engine)
  }

  /// Takes the mode that the settings say.
  package func take(_ mode: SyncSettings.Mode) {
    guard mode != self.mode else { return }
    (self.mode, round) = (mode, nil)
    turn { [weak self] engine in
      guard let self else { return }
      if mode != .auto {
        await Self.rest(engine)
      } else {
        if !isPauseWanted { await engine.resume() }
        await engine.start()
      }
    }
  }

  /// Waits until a change of the mode or the end of a round is carried out.
  package func finishTurning() async { await turning?.value }

  /// What an event of the engine means for the round that is under way.
  func followRound(_ event: SyncEvent) {
    guard round != nil else { return }
    switch event {
    case .synced: round?.synced()
    case .failed: round?.failed()
    default: round?.moved()
    }
  }

  /// Ends the round when it is over.
  ///
  /// - Returns: The time until it is over if nothing happens; nil for never.
  func followRound(at time: Duration) -> Duration? {
    guard round != nil, let status else { return nil }
    if uploads.rows.contains(where: \.isMoving) { round?.moved() }
    // Another process does it then.
    if connection.isElsewhere { round?.isSentElsewhere() }
    let rest = round?.rest(waiting: status.pending + status.uploads, at: time)
    guard rest == .zero else { return rest }
    round = nil
    tryingEnded(Self.sentence(ofWaiting: query?.counts))
    turn { await Self.rest($0) }
    return nil
  }

  /// Stops an engine, with the notes that are open.
  private static func rest(_ engine: SyncEngine) async {
    await engine.pause()
    await engine.stop()
  }

  private func turn(_ body: @escaping @MainActor (SyncEngine) async -> Void) {
    guard let engine else { return }
    turning = Task { [weak self, before = turning] in
      await before?.value
      await body(engine)
      await self?.read(engine)
    }
  }
}
