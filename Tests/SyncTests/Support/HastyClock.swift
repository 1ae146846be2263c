/// A clock whose waits are a hundredth of what is asked for: a test of many attempts is short.
struct HastyClock: Clock {
  typealias Duration = Swift.Duration
  typealias Instant = ContinuousClock.Instant

  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await ContinuousClock().sleep(for: (deadline - now) / 100)
  }
}
