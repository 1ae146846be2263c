import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct RetryPolicyTests {
  @Test func `the wait is a random part of a bound that doubles up to the cap`() {
    let policy = RetryPolicy(maximumAttempts: 100)

    let bounds = (1...9).map { policy.delay(afterAttempts: $0, fraction: 0.999_999_999) }
    let expected = [1, 2, 4, 8, 16, 32, 60, 60, 60]

    for (bound, seconds) in zip(bounds, expected) {
      #expect((bound ?? .zero) > .seconds(seconds) - .milliseconds(1))
      #expect((bound ?? .zero) < .seconds(seconds))
    }
    #expect(policy.delay(afterAttempts: 3, fraction: 0) == .zero)
    #expect(policy.delay(afterAttempts: 3, fraction: 0.5) == .seconds(2))
    #expect(policy.delay(afterAttempts: 99, fraction: 0.5) == .seconds(30))
  }

  @Test func `a wait that the server asks for is kept, up to the cap`() {
    let policy = RetryPolicy()

    #expect(policy.delay(afterAttempts: 1, retryAfter: .seconds(7), fraction: 0) == .seconds(7))
    #expect(policy.delay(afterAttempts: 1, retryAfter: .seconds(90), fraction: 0) == .seconds(60))
    #expect(policy.delay(afterAttempts: 1, retryAfter: .seconds(-1), fraction: 0) == .zero)
  }

  @Test func `the last attempt is followed by none`() {
    #expect(RetryPolicy().delay(afterAttempts: 2, fraction: 0.5) != nil)
    #expect(RetryPolicy().delay(afterAttempts: 3, fraction: 0.5) == nil)
    #expect(RetryPolicy.never.delay(afterAttempts: 1, retryAfter: .zero, fraction: 0.5) == nil)
    #expect(RetryPolicy(maximumAttempts: -3).maximumAttempts == 1)
  }

  @Test func `only what may be another answer later is transient`() {
    let transient = (200...599).filter(RetryPolicy.isTransient(status:))

    #expect(transient == [408, 425, 429] + Array(500...599))
  }
}
