import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct RefreshScheduleTests {
  private static func ms(_ count: Int) -> Duration { .milliseconds(count) }

  @Test func `the first change after quiet fetches at once`() {
    var schedule = RefreshSchedule()

    #expect(schedule.on(.changed, at: Self.ms(1000)) == .fetch)
    #expect(schedule.on(.finished, at: Self.ms(1001)) == .none)
    #expect(schedule.on(.changed, at: Self.ms(1050)) == .fetch)
  }

  @Test func `changes within 50 ms make one fetch at the end of it and one timer`() {
    var schedule = RefreshSchedule()
    _ = schedule.on(.changed, at: .zero)
    _ = schedule.on(.finished, at: Self.ms(1))

    #expect(schedule.on(.changed, at: Self.ms(10)) == .wake(at: Self.ms(50)))
    #expect(schedule.on(.changed, at: Self.ms(20)) == .none)
    #expect(schedule.on(.changed, at: Self.ms(49)) == .none)
    #expect(schedule.on(.woke, at: Self.ms(50)) == .fetch)
    #expect(schedule.timer == nil)
  }

  @Test func `a change during a fetch is fetched after it`() {
    var schedule = RefreshSchedule()
    _ = schedule.on(.changed, at: .zero)

    #expect(schedule.on(.changed, at: Self.ms(10)) == .none)
    #expect(schedule.on(.finished, at: Self.ms(20)) == .wake(at: Self.ms(50)))
    #expect(schedule.on(.woke, at: Self.ms(50)) == .fetch)
    #expect(schedule.on(.changed, at: Self.ms(60)) == .none)
    #expect(schedule.on(.finished, at: Self.ms(120)) == .fetch)
  }

  @Test func `a request does not wait and is not counted as a refresh`() {
    var schedule = RefreshSchedule()

    #expect(schedule.on(.requested, at: .zero) == .fetch)
    #expect(schedule.on(.finished, at: Self.ms(1)) == .none)
    #expect(schedule.on(.changed, at: Self.ms(2)) == .fetch)
    #expect(schedule.on(.requested, at: Self.ms(3)) == .none)
    #expect(schedule.on(.finished, at: Self.ms(4)) == .fetch)
  }

  @Test func `nothing runs after a fetch without a change`() {
    var schedule = RefreshSchedule()
    _ = schedule.on(.changed, at: .zero)

    #expect(schedule.on(.finished, at: Self.ms(5)) == .none)
    #expect(schedule.timer == nil)
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `random changes are never lost and never fetched more than once per 50 ms`(seed: UInt64) {
    var random = SeededRandomness(seed: seed)
    var schedule = RefreshSchedule()
    var (now, wake, finish): (Int, Int?, Int?) = (0, nil, nil)
    var (starts, isUnseen): ([Int], Bool) = ([], false)

    func perform(_ action: RefreshSchedule.Action) {
      switch action {
      case .none: break
      case .wake(let time): wake = Int(time / .milliseconds(1))
      case .fetch:
        #expect(finish == nil)
        starts.append(now)
        isUnseen = false
        finish = now + Int.random(in: 1...120, using: &random)
      }
    }
    for _ in 0..<20_000 {
      now += 1
      if now == wake {
        wake = nil
        perform(schedule.on(.woke, at: Self.ms(now)))
      }
      if now == finish {
        finish = nil
        perform(schedule.on(.finished, at: Self.ms(now)))
      }
      if Int.random(in: 0..<40, using: &random) == 0 {
        isUnseen = true
        perform(schedule.on(.changed, at: Self.ms(now)))
      }
      #expect(!isUnseen || wake != nil || finish != nil)
    }

    #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 >= 50 })
    #expect(starts.count > 50)
  }
}
