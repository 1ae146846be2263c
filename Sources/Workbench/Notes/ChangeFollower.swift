import Observation

/// Runs an action on the main actor after each change of what a closure reads, without a frame.
///
/// Several changes before the action runs are one. It ends when it is released.
@MainActor package final class ChangeFollower {
  private let read: @MainActor () -> Void
  private let changed: @MainActor () -> Void
  private var turn: Task<Void, Never>?

  /// Begins to follow.
  ///
  /// - Parameters:
  ///   - read: Reads observable state that changes on the main actor only.
  ///   - changed: The action; what it reads is not followed.
  package init(
    reading read: @escaping @MainActor () -> Void, changed: @escaping @MainActor () -> Void
  ) {
    (self.read, self.changed) = (read, changed)
    follow()
  }

  /// Waits until the action has run for all changes so far.
  package func finish() async { await turn?.value }

  private func follow() {
    withObservationTracking {
      read()
    } onChange: { [weak self] in
      // What is read changes on the main actor only, and is about to.
      MainActor.assumeIsolated { self?.willChange() }
    }
  }

  private func willChange() {
    turn = Task { [weak self] in
      self?.follow()
      self?.changed()
    }
  }
}
