import Synchronization

/// Runs at intervals while there are subscribers.
struct PollController<State: OperationState>: OperationController {
  let interval: OperationDuration
  let delayer: any OperationDelayer

  func control(with controls: OperationControls<State>) -> OperationSubscription {
    let polling = Polling()
    let subscription = controls.observeSubscriberCount { count in
      polling.set(isOn: count > 0) { await poll(controls) }
    }
    return OperationSubscription {
      subscription.cancel()
      polling.set(isOn: false) {}
    }
  }

  private func poll(_ controls: OperationControls<State>) async {
    // Only cancellation ends a delay early, and it ends the polling.
    while (try? await delayer.delay(for: interval)) != nil, controls.state != nil {
      // What the run throws is in the state.
      _ = await Result.capturing { () async throws(State.Failure) in
        try await controls.yieldRerun()
      }
    }
  }
}

/// The loop of a poll, which is there while somebody is subscribed.
private final class Polling: Sendable {
  private let loop = Mutex<Task<Void, Never>?>(nil)

  func set(isOn: Bool, _ work: @escaping @Sendable () async -> Void) {
    loop.withLock { loop in
      if !isOn {
        loop?.cancel()
        loop = nil
      } else if loop == nil {
        loop = Task { await work() }
      }
    }
  }
}
