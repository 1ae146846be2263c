/// A clock of any kind, as queries need it.
package struct RefreshClock: Sendable {
  /// The time since a moment that does not change.
  package let now: @Sendable () -> Duration
  /// Waits until so much time has passed since that moment; throws when the task is cancelled.
  package let sleepUntil: @Sendable (Duration) async throws -> Void

  /// Uses a clock, counting from now.
  package init(_ clock: some Clock<Duration>) {
    let origin = clock.now
    now = { origin.duration(to: clock.now) }
    sleepUntil = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
  }
}
