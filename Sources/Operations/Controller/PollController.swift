import Synchronization

/// Runs at intervals while there are subscribers.
struct PollController<State: OperationState>: OperationController {
  let interval: OperationDuration
  let delayer: any OperationDelayer

  func control(with controls: OperationControls<State>) -> OperationSubscription {
    control(ofAny: controls)
  }
}

extension PollController: StateIndependentController {
  func control<Other: OperationState>(
    ofAny controls: OperationControls<Other>
  ) -> OperationSubscription {
    guard interval > .zero else { return .empty }
    let polling = Polling()
    // The number is read again where changes are taken one after the other: they may come late.
    let subscription = controls.observeSubscriberCount { _ in
      polling.update(isOn: { controls.subscriberCount > 0 }) { await poll(controls) }
    }
    return OperationSubscription {
      subscription.cancel()
      polling.update(isOn: { false }) {}
    }
  }

  private func poll<Other: OperationState>(_ controls: OperationControls<Other>) async {
    // Only cancellation ends a delay early, and it ends the polling.
    while (try? await delayer.delay(for: interval)) != nil, !Task.isCancelled,
      controls.state != nil
    {
      // What the run throws is in the state.
      _ = await Result.capturing { () async throws(Other.Failure) in
        try await controls.yieldRerun()
      }
    }
  }
}

/// The loop of a poll, which is there while somebody is subscribed.
private final class Polling: Sendable {
  private let loop = Mutex<Task<Void, Never>?>(nil)

  /// Starts or ends the loop.
  ///
  /// - Parameters:
  ///   - isOn: Whether there should be one; asked with the lock held.
  ///   - work: What the loop does.
  func update(isOn: () -> Bool, _ work: @escaping @Sendable () async -> Void) {
    let ended = loop.withLock { loop -> Task<Void, Never>? in
      guard isOn() else {
        defer { loop = nil }
        return loop
      }
      if loop == nil { loop = Task { await work() } }
      return nil
    }
    ended?.cancel()
  }
}
