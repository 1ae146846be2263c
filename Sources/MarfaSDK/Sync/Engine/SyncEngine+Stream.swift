extension SyncEngine {
  /// Reads the event stream of one connection and applies what it brings, until it ends.
  ///
  /// - Parameter connection: The number of the connection; every event for the machine carries it.
  func follow(_ connection: Int) async {
    let batches = StreamBatches()
    defer { own { await batches.cancel() } }
    do {
      let events = try await worker.openStream { [weak self] in
        await self?.handle(.streamOpened(connection: connection))
      }
      await batches.read(events)
      while let batch = try await batches.next() {
        // A transport may not say when the server agreed: the first event does.
        handle(.streamOpened(connection: connection))
        let outcome = try await worker.store.apply(batch)
        hub.tell(outcome.events)
        handle(
          .streamApplied(
            hasDoubts: outcome.hasDoubts, needsSweep: outcome.needsSweep, connection: connection))
        if Task.isCancelled { return }
      }
      handle(.streamEnded(nil, connection: connection))
    } catch is CancellationError {
      return
    } catch {
      handle(.streamEnded(SyncFailure(error), connection: connection))
    }
  }
}
