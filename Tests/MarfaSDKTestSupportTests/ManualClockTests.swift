import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ManualClockTests {
  @Test func `a sleeper wakes when the clock reaches its time and not before`() async throws {
    let clock = ManualClock()
    let deadline = clock.now.advanced(by: .milliseconds(50))
    let sleeper = Task { try await clock.sleep(until: deadline) }
    try await clock.waitForSleepers(1)

    clock.advance(by: .milliseconds(49))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))

    try await sleeper.value
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a time that has passed does not put to sleep`() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(1))

    try await clock.sleep(until: ManualClock.Instant(offset: .milliseconds(999)))

    #expect(clock.sleeperCount == 0)
  }

  @Test func `a cancelled sleeper leaves the clock`() async throws {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(1))) }
    try await clock.waitForSleepers(1)

    sleeper.cancel()

    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `waiting for sleepers ends when the last of them falls asleep or wakes`() async throws
  {
    let clock = ManualClock()
    let sleepers = (1...2).map { seconds in
      Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(seconds))) }
    }

    try await clock.waitForSleepers(2)
    let empty = Task { try await clock.waitForSleepers(0) }
    clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    try await empty.value

    #expect(clock.sleeperCount == 0)
    for sleeper in sleepers { try await sleeper.value }
  }

  @Test func `waiting for sleepers ends with the task that waits`() async {
    let clock = ManualClock()
    let waiting = Task { try await clock.waitForSleepers(1) }

    waiting.cancel()

    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
