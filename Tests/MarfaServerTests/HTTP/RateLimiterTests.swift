import MarfaModel
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct RateLimiterTests {
  private static let start = Timestamp(milliseconds: 1_000_000_500)
  private static let settings = RateLimitSettings(requests: 3, tightRequests: 1, windowSeconds: 60)

  private func later(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: Self.start.milliseconds + seconds * 1000)
  }

  private func subject(
    _ caller: String = "a", _ segment: String = "items", isRead: Bool = false
  ) -> RateLimiter.Subject {
    RateLimiter.Subject(caller: caller, segment: segment, isRead: isRead)
  }

  @Test func `requests count down to a refusal that says how long to wait`() {
    var limiter = RateLimiter(Self.settings)

    let decisions = (0..<4).map { _ in limiter.take(subject(), now: Self.start) }

    #expect(decisions.map(\.remaining) == [2, 1, 0, 0])
    #expect(decisions.map { $0.retryAfter != nil } == [false, false, false, true])
    #expect(decisions[3].retryAfter == 60)
    #expect(decisions[0].limit == 3)
    #expect(decisions[0].reset == 1_000_061)
  }

  @Test func `a new window starts with all requests`() {
    var limiter = RateLimiter(Self.settings)
    for _ in 0..<4 { _ = limiter.take(subject(), now: Self.start) }

    let decision = limiter.take(subject(), now: later(60))

    #expect(decision.retryAfter == nil)
    #expect(decision.remaining == 2)
  }

  @Test func `reading has twice the requests, and keys have their own`() {
    var limiter = RateLimiter(Self.settings)

    #expect(limiter.take(subject(isRead: true), now: Self.start).limit == 6)
    #expect(limiter.take(subject("a", "keys"), now: Self.start).limit == 1)
    #expect(limiter.take(subject("a", "keys", isRead: true), now: Self.start).limit == 2)
  }

  @Test func `callers and segments are counted apart`() {
    var limiter = RateLimiter(Self.settings)
    for _ in 0..<4 { _ = limiter.take(subject("a"), now: Self.start) }

    #expect(limiter.take(subject("b"), now: Self.start).retryAfter == nil)
    #expect(limiter.take(subject("a", "edges"), now: Self.start).retryAfter == nil)
  }

  @Test func `ended windows are forgotten`() {
    var limiter = RateLimiter(Self.settings)
    for index in 0..<1000 { _ = limiter.take(subject("caller \(index)"), now: Self.start) }
    #expect(limiter.count == 1000)

    _ = limiter.take(subject("last"), now: later(61))

    #expect(limiter.count == 1)
  }
}
