import MarfaSDKTestSupport
import Testing

/// The example of a clock.
extension ExampleTests {
  @Test func `a sleeping task wakes when a test moves the clock`() async throws {
    let clock = ManualClock()
    let alarm = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(60))) }
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(60))
    try await alarm.value

    #expect(clock.sleeperCount == 0)
  }
}
