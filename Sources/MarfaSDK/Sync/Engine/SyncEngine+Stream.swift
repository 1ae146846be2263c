extension SyncEngine {
  /// Reads the event stream of one connection and applies what it brings, until it ends.
  ///
  /// - Parameter connection: The number of the connection; every event for the machine carries it.
  func follow(_ connection: Int) async {
    answered = AnsweredItems()
    let batches = StreamBatches()
    defer { own { await batches.cancel() } }
    do {
      let start = try await worker.store.streamStart()
      guard connection == machine.connection else { return }
      progress = start
      let events = worker.openStream(after: start.place) { [weak self] in
        await self?.handle(.streamOpened(isBehind: start.isBehind, connection: connection))
      }
      await batches.read(events)
      var endsUnknown = false
      while let batch = try await batches.next() {
        // A transport may not say when the server agreed: the first event does.
        handle(.streamOpened(isBehind: isBehind, connection: connection))
        await awaitAnswer(before: batch)
        let outcome = try await worker.store.apply(batch, knowing: answered)
        endsUnknown = outcome.endsUnknown
        hub.tell(outcome.events)
        tellExchanged()
        // With what follows from it: nobody sees that all was brought and not that more is asked
        // for.
        if connection == machine.connection { progress?.take(batch) }
        handle(
          .streamApplied(
            hasDoubts: outcome.hasDoubts, needsSweep: outcome.needsSweep, isBehind: isBehind,
            connection: connection))
        if Task.isCancelled { return }
      }
      if endsUnknown { try await worker.store.forgetStreamPlace() }
      handle(.streamEnded(nil, connection: connection))
    } catch is CancellationError {
      return
    } catch {
      handle(.streamEnded(SyncFailure(error), connection: connection))
    }
  }

  /// Whether the stream of now has yet to bring what the server has announced.
  private var isBehind: Bool { progress?.isBehind == true }

  /// What the event stream has yet to bring of what is older than itself.
  ///
  /// Nothing, where the server cannot be brought to speak: then only what was asked for is known.
  package var streamRest: StreamProgress.Rest {
    switch machine.stream {
    case .closed, .silent, .quiet: .none
    case .opening: .unsaid
    case .behind, .open: progress?.rest ?? .unsaid
    }
  }

  /// The engine's state towards the server, as of one moment; nil while another process drives the
  /// store.
  package var standing: EngineStanding? {
    isWaitingForOther ? nil : ownStanding
  }

  /// The state of this engine.
  package var ownStanding: EngineStanding {
    EngineStanding(
      state: machine.state, obstacle: machine.obstacle, rest: streamRest,
      isCaughtUp: pace.isCaughtUp)
  }
}
