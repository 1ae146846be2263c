import Testing
import TerminalDriver

@Suite(.timeLimit(.minutes(20))) struct FrameSchedulerTests {
  private func at(_ milliseconds: Int) -> Duration { .milliseconds(milliseconds) }

  @Test func `the first frame is drawn at once`() {
    var scheduler = FrameScheduler()

    #expect(scheduler.request(.message, now: at(0)) == .draw)
  }

  @Test func `a key that was waited for is drawn at once however soon`() {
    var scheduler = FrameScheduler()
    scheduler.drew(at: at(0))

    #expect(scheduler.request(.input, now: at(1)) == .draw)
  }

  @Test func `a burst of keys waits for the next sixtieth`() {
    var scheduler = FrameScheduler()
    scheduler.drew(at: at(0))

    #expect(scheduler.request(.burst, now: at(1)) == .wait(until: FrameScheduler.interval))
    #expect(scheduler.request(.burst, now: at(2)) == .planned)
    #expect(scheduler.isFramePlanned)
    #expect(scheduler.request(.burst, now: at(20)) == .draw)
  }

  @Test func `a flood is drawn ten times a second`() {
    var scheduler = FrameScheduler()
    var frames = 0
    for time in 0..<1000 {
      if case .draw = scheduler.request(.flood, now: at(time)) {
        frames += 1
        scheduler.drew(at: at(time))
        scheduler.finishedFrame(at: at(time))
      }
    }

    #expect(frames == 10)
    #expect(scheduler.request(.input, now: at(1001)) == .draw)
  }

  @Test func `the effect of a key is drawn at once`() {
    var scheduler = FrameScheduler()
    scheduler.drew(at: at(0))

    #expect(scheduler.request(.message, now: at(1)) == .draw)
    scheduler.drew(at: at(1))
    #expect(scheduler.request(.message, now: at(2)) == .draw)
  }

  @Test func `after a few background changes further ones wait for their sixtieth of a second`() {
    var scheduler = exhausted(at: at(0))

    #expect(scheduler.request(.message, now: at(0)) == .wait(until: FrameScheduler.interval))
    #expect(scheduler.request(.message, now: at(2)) == .planned)
    #expect(scheduler.isFramePlanned)
  }

  @Test func `a frame drawn early is not drawn again`() {
    var scheduler = exhausted(at: at(0))
    _ = scheduler.request(.message, now: at(1))

    scheduler.drew(at: at(3))

    #expect(!scheduler.isFramePlanned)
    #expect(scheduler.request(.message, now: at(4)) == .wait(until: FrameScheduler.interval * 2))
  }

  /// One that has drawn as many frames in a row as the background may have.
  private func exhausted(at time: Duration) -> FrameScheduler {
    var scheduler = FrameScheduler()
    for _ in 0..<FrameScheduler.framesInRow {
      _ = scheduler.request(.message, now: time)
      scheduler.drew(at: time)
    }
    return scheduler
  }

  @Test func `a stream of messages makes sixty frames a second`() {
    var scheduler = FrameScheduler()
    var planned: Duration?
    var frames = 0

    for time in 0..<1000 {
      if let due = planned, due <= at(time) {
        planned = nil
        frames += 1
        scheduler.drew(at: at(time))
      }
      switch scheduler.request(.message, now: at(time)) {
      case .draw:
        frames += 1
        scheduler.drew(at: at(time))
      case .wait(let due): planned = due
      case .planned: break
      }
    }

    #expect((55...64).contains(frames))
  }

  @Test func `a stream of messages leaves most of the time to others where frames take long`() {
    var scheduler = FrameScheduler()
    var planned: Duration?
    var (time, frames) = (0, 0)

    while time < 3000 {
      var isDrawn = planned.map { $0 <= at(time) } ?? false
      switch scheduler.request(.message, now: at(time)) {
      case .draw: isDrawn = true
      case .wait(let due): planned = due
      case .planned: break
      }
      if isDrawn {
        (planned, frames) = (nil, frames + 1)
        scheduler.drew(at: at(time))
        time += 20
        scheduler.finishedFrame(at: at(time))
      }
      time += 1
    }

    #expect((30...50).contains(frames))
  }

  @Test func `a burst rests three times as long as the frame took`() {
    var scheduler = FrameScheduler()
    scheduler.drew(at: at(0))
    scheduler.finishedFrame(at: at(20))

    #expect(scheduler.request(.burst, now: at(21)) == .wait(until: at(80)))
  }

  @Test func `a rest has an end however long the frame took`() {
    var scheduler = FrameScheduler()
    scheduler.drew(at: at(0))
    scheduler.finishedFrame(at: at(4000))

    #expect(scheduler.request(.burst, now: at(4001)) == .wait(until: at(4250)))
  }

  @Test func `a key that was waited for does not rest`() {
    var scheduler = FrameScheduler()
    scheduler.drew(at: at(0))
    scheduler.finishedFrame(at: at(100))

    #expect(scheduler.request(.input, now: at(101)) == .draw)
    #expect(scheduler.request(.message, now: at(102)) == .draw)
  }
}
